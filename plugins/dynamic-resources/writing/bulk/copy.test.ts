import { onEachStore } from '../../../../testing/internal/each-store.ts'

interface Result {
  status: number
  message?: string
}

const statuses = (results: Result[]): number[] => results.map(({ status }) => status)

onEachStore('a copy runs no behaviours; an import can contain what the service sets', async (t, { request }) => {
  const create = (id: string, data: object): object => ({ op: 'create', id: `urn:person:${id}`, data })
  const write = async (query: string, operations: object[]) => {
    const answer = await request('POST', `/api/person/_bulk${query}`, { operations, atomic: false })
    const { results } = answer.json() as { results: Result[] }
    return { status: answer.statusCode, results }
  }
  const ada = { givenName: 'Ada', familyName: 'Lovelace' }
  const named = [create('a', { ...ada, name: 'Ada Lovelace' }), create('b', { ...ada, name: 'Countess' })]
  t.strictSame(statuses((await write('', named)).results), [400, 400], 'as in any body')
  for (const dryRun of ['&dry_run=true', '']) {
    const { results } = await write(`?check_read_only=true${dryRun}`, named)
    t.strictSame(statuses(results), [201, 400], 'what equals what the service sets is accepted')
    t.match(results[1]?.message, /name: .*"Ada Lovelace", not "Countess"/)
  }
  t.equal((await write('?copy=true&check_read_only=true', named)).status, 400)
  t.strictSame(statuses((await write('?copy=true', named)).results), [409, 201])
  t.match((await request('GET', '/api/person/b')).json().data['@graph'][0], { name: 'Countess' })
  t.match((await request('GET', '/api/events?subject=urn:person:b')).json().data, [{ data: { copy: true } }])
  t.notOk((await request('GET', '/api/events?subject=urn:person:a')).json().data[0].data.copy)

  await request('POST', '/api/resource-types', { name: 'Item', slug: 'item' })
  await request('POST', '/api/item', { name: 'a' })
  await request('DELETE', '/api/resource-types/item')
  t.equal((await request('GET', '/api/item')).statusCode, 404)
  t.equal((await request('GET', '/api/item?copy=true')).json().data.length, 1, 'archived types are listed too')
})

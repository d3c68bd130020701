import t from 'tap'
import { onEachStore, ownDatabase, testApp } from '../../testing/internal/each-store.ts'
import { until } from '../../testing/internal/until.ts'

const admin = '/api/users/urn:user:admin'
const member = '/api/users/urn:user:member'
const as = (address: string): Record<string, string> => ({ 'x-dev-agent': address })

onEachStore('the last administrator cannot be removed', async (t, { request }) => {
  const idAt = async (address: string): Promise<string> =>
    (await request('GET', '/api/auth/me', undefined, as(address))).json().id
  for (const body of [{ role: 'member' }, { status: 'disabled' }, { role: 'member', status: 'disabled' }]) {
    const answer = await request('PUT', admin, body)
    t.equal(answer.statusCode, 409, JSON.stringify(body))
    t.match(answer.json().message, /last active administrator/)
  }
  t.equal((await request('PUT', admin, { name: 'Root', role: 'admin', status: 'active' })).statusCode, 200)
  await request('PUT', member, { role: 'admin', status: 'disabled' })
  t.equal((await request('PUT', admin, { role: 'member' })).statusCode, 409, 'a disabled one does not count')
  await request('PUT', member, { status: 'active' })
  const ids = [await idAt('ada@example.org'), await idAt('bob@example.org')]
  const all = ['urn:user:admin', 'urn:user:member', ...ids]
  for (let round = 0; round < 3; round++) {
    for (const id of all) await request('PUT', `/api/users/${id}`, { role: 'admin', status: 'active' }, as('m@x.org'))
    const going = all.map(async (id, index) => {
      const body = index % 2 ? { status: 'disabled' } : { role: 'member' }
      return request('PUT', `/api/users/${id}`, body, as('m@x.org'))
    })
    const codes = (await Promise.all(going)).map(answer => answer.statusCode)
    t.strictSame(codes.toSorted(), [200, 200, 200, 409], 'all concurrently: one is kept')
  }
})

t.test('two instances never remove the last administrator together', async t => {
  const url = await ownDatabase()
  if (url === undefined)
    return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  const [one, other] = await Promise.all([testApp(t, url), testApp(t, url)])
  for (let round = 0; round < 3; round++) {
    for (const path of [admin, member])
      await one.request('PUT', path, { role: 'admin', status: 'active' }, as('m@x.org'))
    const answers = await Promise.all([
      one.request('PUT', admin, { status: 'disabled' }, as('m@x.org')),
      other.request('PUT', member, { role: 'member' }, as('m@x.org')),
    ])
    t.strictSame(answers.map(answer => answer.statusCode).toSorted(), [200, 409])
  }
  await one.request('PUT', admin, { role: 'admin', status: 'active' }, as('m@x.org'))
  await one.request('PUT', member, { role: 'member', status: 'disabled' })
  const stopped = async (): Promise<boolean> =>
    (await other.request('GET', '/api/auth/me', undefined, as('member@example.com'))).statusCode === 401
  await until(stopped)
  t.pass('a change applies on the other instance')
})

import { onAnyStore, onEachStore } from '../../../testing/internal/each-store.ts'

const item = {
  name: 'Item',
  slug: 'item',
  schema: { type: 'object', properties: { name: { type: 'string' }, sku: { type: 'string', 'x-unique': true } } },
}
const star = { 'if-none-match': '*' }
const merge = { 'content-type': 'application/merge-patch+json' }

onEachStore('If-None-Match: * with a key only creates', async (t, { request }) => {
  await request('POST', '/api/resource-types', item)
  const put = async (name: string, headers: Record<string, string> = star) =>
    request('PUT', '/api/item?key=sku', { name, sku: 'a1' }, headers)
  const created = await put('first')
  t.equal(created.statusCode, 200)
  const address = String(created.headers.location)
  const { etag } = (await request('GET', address)).headers
  t.equal((await put('second')).statusCode, 412)
  t.equal((await put('second', { 'if-none-match': String(etag) })).statusCode, 412, 'the current state')
  t.equal((await put('second', { 'if-none-match': 'x' })).statusCode, 400, 'no list of tags')
  t.match((await request('GET', address)).json().data['@graph'][0], { name: 'first' })
  t.equal((await put('second', { 'if-none-match': '"x.1", W/"y"' })).statusCode, 200, 'another state')
  await request('DELETE', address)
  t.equal((await put('third')).statusCode, 412, 'an archived one is there too')
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map(name => request('PUT', '/api/item?key=sku', { name, sku: 'b2' }, star)),
  )
  t.strictSame(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 412, 412, 412], 'one of several creates')
})

onAnyStore('preconditions of every write', async (t, { request }) => {
  await request('POST', '/api/resource-types', item)
  const { id } = (await request('POST', '/api/item', { name: 'a', sku: 'a' })).json()
  const person = (await request('POST', '/api/persons', { given_name: 'Ada', family_name: 'Lovelace' })).json()
  const organization = (await request('POST', '/api/organizations', { name: 'Acme', slug: 'acme' })).json()
  const view = (await request('POST', '/api/views', { type_slug: 'item', name: 'All', query: {}, columns: [] })).json()
  const account = (await request('POST', '/api/accounts', { name: 'Other' })).json()
  const me = (await request('GET', '/api/auth/me')).json()
  const writes: [method: string, url: string, body?: unknown, headers?: Record<string, string>][] = [
    ['PUT', `/api/item/${id}`, { name: 'b' }],
    ['PATCH', `/api/item/${id}`, { name: 'b' }, merge],
    ['DELETE', `/api/item/${id}`],
    ['POST', `/api/item/${id}/restore`],
    ['POST', `/api/item/${id}/_check?action=archive`],
    ['POST', `/api/item/${id}/_check?action=update`, { name: 'b' }, merge],
    ['PUT', '/api/resource-types/item', { description: 'x' }],
    ['PATCH', '/api/resource-types/item', { description: 'x' }, merge],
    ['DELETE', '/api/resource-types/item'],
    ['PUT', `/api/persons/${person.id}`, { given_name: 'x' }],
    ['PATCH', `/api/organizations/${organization.id}`, { name: 'x' }, merge],
    ['DELETE', `/api/organizations/${organization.id}`],
    ['PUT', `/api/users/${me.id}`, { name: 'x' }],
    ['PUT', `/api/accounts/${account.id}`, { name: 'x' }],
    ['PUT', `/api/views/${view.id}`, { name: 'x' }],
    ['DELETE', `/api/views/${view.id}`],
    ['PUT', '/api/settings/log', { level: 'info' }],
    ['PUT', '/api/settings/roles', { roles: [] }],
    ['PUT', '/api/settings/sidebar', { hidden_slugs: [] }],
  ]
  for (const [method, url, body, headers = {}] of writes) {
    const name = `${method} ${url}`
    t.equal((await request(method, url, body, { ...headers, ...star })).statusCode, 412, name)
    const since = { 'if-unmodified-since': 'Wed, 21 Oct 2015 07:28:00 GMT' }
    const answer = await request(method, url, body, { ...headers, ...since })
    t.match([answer.statusCode, answer.json()], [400, { message: /^If-Unmodified-Since is not supported/ }], name)
    const state = { 'if-match': '"x.1"' }
    t.equal((await request(method, url, body, { ...headers, ...state })).statusCode, 412, name)
    t.equal((await request(method, url, body, { ...headers, ...state, ...since })).statusCode, 412, 'ignored beside it')
  }
  t.equal((await request('GET', `/api/item/${id}`)).json().sequence_no, 1)
  t.equal((await request('PUT', '/api/item/unknown', { name: 'b' }, star)).statusCode, 404)
  t.equal((await request('POST', '/api/item', { name: 'b', sku: 'b' }, star)).statusCode, 201, 'there is none yet')
  const { etag } = (await request('GET', `/api/item/${id}`)).headers
  t.equal((await request('DELETE', `/api/item/${id}`, undefined, { 'if-none-match': String(etag) })).statusCode, 412)
  t.equal((await request('DELETE', `/api/item/${id}`, undefined, { 'if-none-match': '"x.1"' })).statusCode, 204)
  t.equal((await request('POST', `/api/item/${id}/restore`, undefined, star)).statusCode, 412, 'archived, but there')
  const archived = { 'if-match': `"${id}.2"` }
  t.equal((await request('POST', `/api/item/${id}/restore`, undefined, { 'if-match': '"x.1"' })).statusCode, 412)
  t.equal((await request('POST', `/api/item/${id}/restore`, undefined, archived)).statusCode, 200)
})

const keyed = { ...item, schema: { ...item.schema, properties: { slug: { type: 'string', 'x-unique': true } } } }

onEachStore('a unique slug is stored in NFC', async (t, { request }) => {
  await request('POST', '/api/resource-types', keyed)
  const decomposed = 'ka\u0308se'
  const composed = 'k\u00e4se'
  const { id } = (await request('POST', '/api/item', { slug: decomposed })).json()
  const slugOf = async () => (await request('GET', `/api/item/${id}`)).json().data['@graph'][0].slug
  t.equal(await slugOf(), composed)
  for (const slug of [decomposed, composed])
    t.equal((await request('POST', '/api/item', { slug })).statusCode, 409, 'both spellings are one')
  t.equal((await request('POST', '/api/item/_check', { slug: decomposed })).statusCode, 409)
  t.equal((await request('PUT', '/api/item?key=slug', { slug: decomposed, n: 1 })).headers.location, undefined)
  t.equal((await request('PUT', `/api/item/${id}`, { slug: decomposed })).statusCode, 200)
  t.equal((await request('PATCH', `/api/item/${id}`, { slug: decomposed, n: 2 }, merge)).statusCode, 200)
  t.equal(await slugOf(), composed)
  const operations = [
    { op: 'create', data: { slug: 'a\u0308' } },
    { op: 'patch', id, data: { slug: decomposed } },
  ]
  const bulk = await request('POST', '/api/item/_bulk', { operations })
  t.equal(bulk.statusCode, 200)
  const one = (await request('GET', `/api/item/${bulk.json().results[0].id}`)).json()
  t.equal(one.data['@graph'][0].slug, '\u00e4')
  const rows = [{ slug: decomposed, n: 3 }, { slug: 'o\u0308' }]
  const load = async () => (await request('POST', '/api/item/_import?key=slug', rows)).body
  t.match(await load(), /"loaded":1,"updated":1/)
  t.match(await load(), /"loaded":0,"updated":0,"there":2/)
  t.equal((await request('GET', '/api/item?count=true&_filter[slug][eq]=%C3%B6')).json().total, 1)
})

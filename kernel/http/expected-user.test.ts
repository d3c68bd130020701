import t from 'tap'
import { onAnyStore } from '../../testing/internal/each-store.ts'
import { buildTestApp } from '../../testing/index.ts'

onAnyStore('a write names the user as whom it is meant', async (t, { request }) => {
  const { id } = (await request('GET', '/api/auth/me')).json()
  await request('POST', '/api/resource-types', { name: 'Note', slug: 'note' })
  const create = (user: string, headers = {}) =>
    request('POST', '/api/note', { a: 1 }, { 'x-expected-user': user, ...headers })
  t.equal((await create(id)).statusCode, 201)
  const other = await create('urn:user:somebody', { accept: 'application/problem+json' })
  t.match([other.statusCode, other.json()], [409, { code: 'other-user' }])
  for (const user of ['', 'x', 'urn:user:', 'urn:person:1', `${id}, ${id}`])
    t.equal((await create(user)).statusCode, 400, user)
  const delivered = await request('DELETE', '/api/resource-types/note', undefined, { 'x-expected-user': 'urn:user:x' })
  t.equal(delivered.statusCode, 409)
  t.equal((await request('GET', '/api/note?count=true')).json().total, 1)
  const read = await request('GET', '/api/note', undefined, { 'x-expected-user': 'urn:user:somebody' })
  t.equal(read.statusCode, 200, 'only writes')
})

t.test('other origins and conditional reads', async t => {
  const origin = 'https://app.example.org'
  const { app, request, close } = await buildTestApp({ config: { http: { cors: { origins: [origin] } } } })
  t.teardown(close)
  const wanted = 'authorization,content-type,prefer,x-expected-user,if-none-match'
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/api/note',
    headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': wanted },
  })
  const allowed = String(preflight.headers['access-control-allow-headers']).toLowerCase().split(', ')
  for (const name of wanted.split(',')) t.ok(allowed.includes(name), name)
  const answer = await request('GET', '/api/views', undefined, { origin })
  t.match(answer.headers['access-control-expose-headers'], /Preference-Applied/)
  const write = await request('POST', '/api/views', {}, { origin })
  t.match([write.statusCode, write.headers['access-control-allow-origin']], [403, origin], 'the page can read why')
  const malformed = await request('GET', '/api/%zz', undefined, { origin })
  t.equal(malformed.statusCode, 400)
  t.match(malformed.headers, { 'access-control-allow-origin': origin, vary: /^Accept, Cookie, .*Origin$/ })
  const other = await request('GET', '/api/%zz', undefined, { origin: 'https://evil.example' })
  t.equal(other.headers['access-control-allow-origin'], undefined)

  await request('POST', '/api/resource-types', { name: 'Note', slug: 'note' })
  const { etag } = (await request('GET', '/api/resource-types/note')).headers
  const again = await request('HEAD', '/api/resource-types/note', undefined, { 'if-none-match': String(etag) })
  t.equal(again.statusCode, 304)
  t.equal(again.headers['content-length'], undefined)
  t.not((await request('HEAD', '/api/resource-types/note')).headers['content-length'], undefined)
})

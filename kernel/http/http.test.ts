import { connect } from 'node:net'
import t from 'tap'
import type { Test } from 'tap'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import type { Config } from '../contracts/config.ts'
import { StoreUnavailable } from '../errors.ts'
import { noStore } from '../testing/no-store.ts'
import { localHeaders } from './local.ts'

/** Routes of every kind, as a plugin outside the house would write them. */
const probe = `export default {
  name: 'probe', version: '1.0.0', requires: [], provides: [],
  register({ app }) {
    const open = { access: 'signed-in' }
    app.get('/api/things', { config: open, schema: { querystring: { type: 'object', properties: { limit: {}, tags: { type: 'array' } } } } }, request => request.query)
    app.post('/api/things', {
      config: open,
      schema: { body: { type: 'object', additionalProperties: false, required: ['name', 'size'], properties: { name: { type: 'string' }, size: { type: 'integer' } } } },
    }, request => request.body)
    app.put('/api/things/_all', { config: open, bodyLimit: 64 }, request => request.body ?? null)
    app.get('/api/:typeSlug/:id', { config: { access: 'odrl:read' } }, request => ({ ...request.params, caller: request.caller }))
    app.post('/api/:typeSlug', { config: { access: 'odrl:modify', consumes: ['application/json', 'application/ld+json'] } }, request => request.body ?? null)
    app.post('/api/:typeSlug/_bulk', { config: { access: 'odrl:modify' } }, () => 'bulk')
    app.get('/api/admin/thing', { config: { access: 'administrator', cacheControl: 'no-store' } }, () => 'secret')
    app.get('/api/page', { config: { access: 'public', produces: 'text/html' } }, (_request, reply) => reply.type('text/html').send('<p>'))
    app.get('/api/broken', { config: open }, (_request, reply) => { reply.header('etag', '"x"'); throw new Error('password=hunter2') })
    app.get('/api/slow', { config: open }, () => new Promise(() => {}))
    return {}
  },
}`

/** Sign-in by header, rights by name: what the gate does with them is under test. */
const rights = `export default {
  name: 'rights', version: '1.0.0', requires: [], provides: ['identity', 'access'],
  register() {
    const forbid = () => { throw Object.assign(new globalThis.Forbidden('not you')) }
    return {
      identity: { identify: async request => request.headers.user && { id: 'urn:user:' + request.headers.user, account_id: 'urn:account:default' } },
      access: {
        isAdministrator: async caller => caller.id === 'urn:user:root',
        authorize: async (caller, action, slug, id) => { globalThis.asked = [action, slug, id]; if (caller.id === 'urn:user:mallory') forbid() },
        visibility: () => ({ all: true }),
      },
    }
  },
}`

interface Changes extends Partial<Omit<Config, 'http'>> {
  http?: Partial<Config['http']>
  away?: boolean
}

async function start(t: Test, { http, away = false, ...changes }: Changes = {}) {
  const directory = t.testdir({ 'probe.mjs': probe, 'rights.mjs': rights })
  const base = loadConfig({}, directory)
  const plugins = { health: true, './probe.mjs': true }
  const config: Config = {
    ...base,
    plugins,
    directory,
    ...changes,
    http: { ...base.http, port: 0, closeTimeout: 100, ...http },
  }
  const ping = away ? () => Promise.reject(new StoreUnavailable()) : undefined
  const app = await buildApp(config, { logger: false, store: noStore(ping) })
  t.teardown(() => app.close())
  return app
}

/** Send bytes as they are; everything that comes back until the other side ends. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part))
    socket.on('end', () => resolve(answer)).on('error', reject)
  })
}

async function listen(t: Test, changes: Changes = {}): Promise<number> {
  const app = await start(t, changes)
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}

/** The parts of an answer that was read as text; fails the test when it is not one well-formed error. */
function readError(t: Test, answer: string): { status: number; message: string; head: string } {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const parsed = JSON.parse(body) as { message: string }
  t.strictSame(Object.keys(parsed), ['message'])
  t.match(head, /^HTTP\/1\.1 \d{3} [A-Z][A-Za-z ]+\r\n/)
  t.match(head.toLowerCase(), /content-type: application\/json; charset=utf-8/)
  t.equal(Number(/content-length: (\d+)/i.exec(head)?.[1]), Buffer.byteLength(body))
  return { status: Number(head.slice(9, 12)), message: parsed.message, head }
}

t.test('errors have one shape', async t => {
  const app = await start(t)
  const cases: [number, string, string, Record<string, string>?, string?][] = [
    [404, 'GET', '/api/none/x/y'],
    [404, 'GET', '/none'],
    [404, 'GET', '/api/things/'],
    [404, 'GET', '/api/Health/x/y'],
    [404, 'GET', '/api/health/x'],
    [405, 'DELETE', '/api/things'],
    [405, 'OPTIONS', '/api/things'],
    [405, 'POST', '/api/health'],
    [405, 'GET', '/api/things/_all'],
    [405, 'GET', '/api/movie/_bulk'],
    [405, 'PATCH', '/api/movie'],
    [406, 'GET', '/api/things', { accept: 'text/html' }],
    [406, 'GET', '/api/things', { accept: 'application/json;q=0' }],
    [415, 'POST', '/api/things', { 'content-type': 'text/plain' }, 'x'],
    [415, 'POST', '/api/things', { 'content-type': 'application/ld+json' }, '{}'],
    [415, 'POST', '/api/things', { 'content-type': 'application/json; charset=latin1' }, '{}'],
    [415, 'POST', '/api/things', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, '{}'],
    [415, 'POST', '/api/things', { 'content-type': 'nonsense' }, '{}'],
    [415, 'PUT', '/api/things/_all', {}, 'x'],
    [413, 'PUT', '/api/things/_all', { 'content-type': 'application/json' }, JSON.stringify('x'.repeat(70))],
    [400, 'POST', '/api/things', { 'content-type': 'application/json' }, '{'],
    [400, 'POST', '/api/things', { 'content-type': 'application/json' }, '{"name":"a","name":"b"}'],
    [400, 'POST', '/api/things'],
    [400, 'GET', '/api/things?colour=red'],
    [400, 'GET', '/api/things?limit=1&limit=2'],
    [400, 'GET', '/api/things?limit=%zz'],
    [400, 'GET', '/api/%zz'],
    [404, 'GET', `/api/movie/${'x'.repeat(2000)}`],
    [500, 'GET', '/api/broken'],
  ]
  for (const [status, method, url, headers = {}, payload] of cases) {
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(payload !== undefined && { payload }),
    })
    const name = `${method} ${url.slice(0, 40)} ${JSON.stringify(headers)}`
    t.equal(answer.statusCode, status, name)
    t.strictSame(Object.keys(answer.json<object>()), ['message'], name)
    t.match(answer.headers, { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' })
    if (status === 405) t.ok(answer.headers.allow, 'says what is allowed')
  }
  const broken = await app.inject('/api/broken')
  t.strictSame([broken.json(), broken.headers.etag], [{ message: 'internal server error' }, undefined], 'nothing leaks')
  t.equal((await app.inject({ method: 'POST', url: '/api/health' })).headers.allow, 'GET, HEAD')
  t.equal((await app.inject({ method: 'GET', url: '/api/movie/_bulk' })).headers.allow, 'POST')
})

t.test('messages name what is wrong', async t => {
  const app = await start(t)
  const message = async (payload: object) =>
    (await app.inject({ method: 'POST', url: '/api/things', payload })).json<{ message: string }>().message
  t.match(await message({ size: 'x', colour: 1 }), /name is required/)
  t.match(await message({ size: 'x', colour: 1 }), /size must be integer/)
  t.match(await message({ size: 'x', colour: 1 }), /colour is not known/)
  t.match(await message([]), /the body must be object/)
  t.match((await app.inject('/api/things?a=1')).body, /unknown query parameter \\"a\\"/)
  t.match((await app.inject('/api/things?limit=1&limit=2')).body, /limit\\" may be given only once/)
  const big = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, 1]))
  t.ok((await message(big)).length < 2000, 'in bounded length')
  t.strictSame((await app.inject({ method: 'POST', url: '/api/things', payload: { name: 'a', size: 1 } })).json(), {
    name: 'a',
    size: 1,
  })
  t.equal(
    (await app.inject({ method: 'POST', url: '/api/things', payload: { name: 'a', size: '1' } })).statusCode,
    400,
    'no coercion',
  )
})

t.test('what is asked for in good form is answered', async t => {
  const app = await start(t)
  t.strictSame((await app.inject('/api/things?limit=5&tags=a&tags=b%20c')).json(), { limit: '5', tags: ['a', 'b c'] })
  const id = `urn:${'s'.repeat(63)}:01ARZ3NDEKTSV4RRFFQ69G5FAV`
  for (const sent of [id, encodeURIComponent(id)]) {
    t.match((await app.inject(`/api/movie/${sent}`)).json(), { typeSlug: 'movie', id })
  }
  for (const accept of ['*/*', 'application/*;q=0.1', 'application/ld+json', 'text/html, application/json;q=0.5', '']) {
    t.equal((await app.inject({ url: '/api/things', headers: { accept } })).statusCode, 200, `Accept: ${accept}`)
  }
  t.equal(
    (await app.inject({ url: '/api/page', headers: { accept: 'image/png' } })).statusCode,
    200,
    'only JSON is negotiated',
  )
  const sent = (headers: Record<string, string>, payload?: string) =>
    app.inject({ method: 'POST', url: '/api/movie', headers, ...(payload !== undefined && { payload }) })
  t.equal((await sent({ 'content-type': 'application/ld+json' }, '{"a":1}')).body, '{"a":1}')
  t.equal((await sent({ 'content-type': 'Application/JSON; charset=UTF-8' }, '{"a":1}')).body, '{"a":1}')
  t.equal((await sent({ 'content-type': 'text/plain' })).statusCode, 200, 'an empty body has no type')
  const latin = await app.inject({
    method: 'POST',
    url: '/api/movie',
    headers: { 'content-type': 'application/json' },
    payload: Buffer.from('"\xe9"', 'latin1'),
  })
  t.strictSame([latin.statusCode, latin.json()], [400, { message: 'the body is not valid UTF-8' }])
})

t.test('every answer has its headers', async t => {
  const app = await start(t)
  for (const url of ['/api/health', '/api/none', '/api/things', '/api/broken', '/none']) {
    const { headers } = await app.inject(url)
    t.match(headers, {
      vary: 'Accept, Cookie, Authorization',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-request-id': /^[\w.-]{8,}$/,
    })
    const policy = String(headers['content-security-policy'])
    t.match(policy, /default-src 'self'/)
    t.notMatch(policy, /unsafe-(eval|inline)/)
    t.notOk(headers['x-powered-by'])
  }
  t.equal((await app.inject('/api/admin/thing')).headers['cache-control'], 'no-store')
  const id = async (given: string) =>
    (await app.inject({ url: '/api/health', headers: { 'x-request-id': given } })).headers['x-request-id']
  t.equal(await id('from-the-proxy.1'), 'from-the-proxy.1')
  t.not(await id('<script>'), '<script>')
})

t.test('development mode answers only to its own names and pages', async t => {
  const app = await start(t, { http: { host: '192.0.2.7' } })
  const status = async (method: 'GET' | 'POST', headers: Record<string, string>) =>
    (await app.inject({ method, url: '/api/movie', headers })).statusCode
  for (const host of [
    'localhost',
    'localhost:8080',
    '127.0.0.1:1',
    '127.9.9.9',
    '[::1]:8080',
    'app.localhost',
    '192.0.2.7:80',
  ]) {
    t.equal(await status('POST', { host }), 200, host)
  }
  for (const host of [
    'example.org',
    'localhost.example.org',
    '127.0.0.1.nip.io',
    '0.0.0.0',
    '10.0.0.1',
    'localhost@evil.org',
  ]) {
    t.equal(await status('POST', { host }), 403, host)
    t.equal((await app.inject({ url: '/api/health', headers: { host } })).statusCode, 403, `${host} for reads too`)
  }
  const host = 'localhost:8080'
  t.equal(await status('POST', { host, origin: 'http://localhost:8080' }), 200)
  t.equal(await status('POST', { host: 'localhost:80', origin: 'http://localhost' }), 200)
  for (const origin of [
    'http://localhost:8081',
    'https://localhost:8080',
    'http://127.0.0.1:8080',
    'http://evil.org',
    'null',
    'x',
  ]) {
    t.equal(await status('POST', { host, origin }), 403, origin)
    t.not(await status('GET', { host, origin }), 403, `${origin} may read`)
  }
  for (const site of ['cross-site', 'same-site'])
    t.equal(await status('POST', { host, 'sec-fetch-site': site }), 403, site)
  for (const site of ['same-origin', 'none']) t.equal(await status('POST', { host, 'sec-fetch-site': site }), 200, site)
})

t.test('the gate: 401 before 404, 405 and 400; 403 before 400', async t => {
  const { Forbidden } = await import('../errors.ts')
  Object.assign(globalThis, { Forbidden })
  const app = await start(t, {
    mode: 'production',
    plugins: { health: true, './probe.mjs': true, './rights.mjs': true },
  })
  const status = async (method: string, url: string, user?: string, headers: Record<string, string> = {}) =>
    (await app.inject({ method: method as 'GET', url, headers: { ...headers, ...(user !== undefined && { user }) } }))
      .statusCode
  for (const [method, url] of [
    ['GET', '/api/none'],
    ['GET', '/api/none/x/y'],
    ['DELETE', '/api/things'],
    ['GET', '/api/things?x=1'],
    ['GET', '/api/movie/_bulk'],
    ['POST', '/api/movie'],
    ['GET', '/api/docs'],
    ['GET', '/api/openapi.json'],
  ] as const) {
    t.equal(await status(method, url), 401, `${method} ${url}`)
  }
  t.ok((await app.inject('/api/things')).headers['www-authenticate'])
  t.equal(await status('GET', '/api/health'), 200)
  t.equal(await status('POST', '/api/health'), 405, 'what is open to everybody needs no sign-in to be wrong')
  t.equal(await status('GET', '/none'), 404)
  t.equal(await status('GET', '/api/none/x/y', 'alice'), 404)
  t.equal(await status('GET', '/api/movie/1?x=1', 'mallory'), 403)
  t.equal(await status('GET', '/api/movie/1?x=1', 'alice'), 400)
  t.equal(await status('POST', '/api/movie', 'mallory', { 'content-type': 'text/plain', 'content-length': '1' }), 403)
  t.strictSame((globalThis as { asked?: unknown }).asked, ['odrl:modify', 'movie', undefined])
  await status('GET', '/api/movie/1', 'alice')
  t.strictSame((globalThis as { asked?: unknown }).asked, ['odrl:read', 'movie', 'urn:movie:1'])
  t.equal(await status('GET', '/api/admin/thing', 'alice'), 403)
  t.equal(await status('GET', '/api/admin/thing', 'root'), 200)
  t.match((await app.inject('/api/health')).headers, { 'strict-transport-security': /max-age/ })
  t.equal(await status('GET', '/api/health', undefined, { host: 'example.org' }), 200, 'any Host in production')
})

t.test('only this process can be the system', async t => {
  const app = await start(t, { mode: 'production', plugins: { './probe.mjs': true, './rights.mjs': true } })
  const caller = async (headers: Record<string, string>) => {
    const answer = await app.inject({ url: '/api/movie/1', headers })
    return answer.statusCode === 200 ? answer.json<{ caller: unknown }>().caller : answer.statusCode
  }
  t.strictSame(await caller(localHeaders(app)), { id: 'urn:user:system', account_id: 'urn:account:default' })
  t.strictSame(await caller(localHeaders(app, { account: 'urn:account:b' })), {
    id: 'urn:user:system',
    account_id: 'urn:account:b',
  })
  const headers = localHeaders(app)
  const other = await start(t, {})
  for (const [name, value] of Object.entries(headers).slice(0, 1)) {
    t.equal(value.length, 64, '256 bits')
    t.equal(await caller({ [name]: value.replace(/^./, value.startsWith('0') ? '1' : '0') }), 401)
    t.equal(await caller({ [name]: '' }), 401)
    t.equal(await caller({ [name]: value.slice(2) }), 401)
    t.equal(
      (await other.inject({ url: '/api/movie/1', headers: { [name]: value } })).statusCode,
      401,
      'nor another app',
    )
  }
  t.equal(await caller({ 'x-plinth-account': 'urn:account:b' }), 401)
})

t.test('what is no HTTP is answered in the same shape', async t => {
  const port = await listen(t, { http: { headersTimeout: 300, requestTimeout: 600 } })
  const ask = async (text: string) => readError(t, await raw(port, text))
  const host = 'Host: localhost\r\n'
  t.match(await ask('nonsense\r\n\r\n'), { status: 400 })
  t.match(await ask('GET /api/health HTTP/9.9\r\n\r\n'), { status: 400 })
  t.match(await ask(`GET /api/health HTTP/1.1\r\n${host}Bad Header: x\r\n\r\n`), { status: 400 })
  t.match(await ask(`POST /api/things HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`), {
    status: 400,
  })
  t.match(await ask(`POST /api/things HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`), {
    status: 400,
  })
  t.match(
    await ask(
      `POST /api/things HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`,
    ),
    { status: 400 },
  )
  t.match(await ask(`GET /api/health HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`), { status: 431 })
  t.match(await ask(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`), { status: 431 })
  t.match(await ask(`CONNECT example.org:443 HTTP/1.1\r\n${host}\r\n`), { status: 405, head: /Allow: / })
  t.match(await ask(`GET /api/health HTTP/1.1\r\n${host}Expect: cake\r\nConnection: close\r\n\r\n`), { status: 417 })
  t.match(await ask(`TRACE /api/health HTTP/1.1\r\n${host}Connection: close\r\n\r\n`), { status: 405 })
  t.match(await ask(`GET /api/health HTTP/1.1\r\n${host}X-Slow: `), { status: 408 }, 'headers that never end')
  t.match(
    await ask(`POST /api/things HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`),
    { status: 408 },
  )
})

t.test('a body that is too large is refused while it is being sent', async t => {
  const port = await listen(t, { http: { bodyLimit: 100_000 } })
  const url = `http://127.0.0.1:${port}/api/things`
  for (const chunked of [false, true]) {
    const bytes = new TextEncoder().encode(JSON.stringify('x'.repeat(3_000_000)))
    const body = chunked ? new Blob([bytes]).stream() : bytes
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit)
    t.equal(answer.status, 413, chunked ? 'chunked' : 'with a length')
    t.match(await answer.json(), { message: 'the body is larger than 100000 bytes' })
  }
})

t.test('closing lets open requests finish and cuts what does not end', async t => {
  const app = await start(t, { http: { closeTimeout: 200 } })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const arrived = new Promise<void>(resolve => app.server.once('request', () => resolve()))
  const slow = fetch(`${base}/api/slow`)
  const cut = t.rejects(slow)
  await arrived
  await app.close()
  await cut
  await t.rejects(fetch(`${base}/api/health`), 'nothing listens any more')
})

t.test('readiness follows the store, liveness does not', async t => {
  const app = await start(t, { away: true })
  t.strictSame((await app.inject('/api/health')).json(), { status: 'ok' })
  const ready = await app.inject('/api/health/ready')
  t.equal(ready.statusCode, 503)
  t.strictSame(Object.keys(ready.json<object>()), ['message'])
  t.ok(ready.headers['retry-after'])
  t.equal((await (await start(t)).inject('/api/health/ready')).statusCode, 200)
})

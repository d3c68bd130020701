import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import fastify from 'fastify'
import t from 'tap'
import type { Test } from 'tap'
import { noStore } from '../../testing/no-store.ts'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config/load-config.ts'
import type { Config } from '../contracts/config.ts'
import { localHeaders } from './admission/local.ts'
import { start } from './testing.ts'
import type { Changes } from './testing.ts'

/** Identifies the caller by a header: a session, a token, wrong credentials. */
const guards = `export default {
  name: 'guards', version: '1.0.0', requires: [], provides: ['identity', 'access'], options: {}, contributes: { hosts: 'hosts' },
  register({ app }) {
    app.get('/api/things', { config: { access: 'signed-in' } }, () => [])
    app.get('/api/auth/login', { config: { access: 'public', rateLimit: 'sign-in' } }, () => 'login')
    app.get('/api/auth/callback', { config: { access: 'public', rateLimit: 'sign-in' } }, () => 'callback')
    app.post('/api/auth/logout', { config: { access: 'public', cacheControl: 'no-store' } }, (_request, reply) => reply.code(204).send())
    app.post('/api/things', { config: { access: 'signed-in' } }, () => 'changed')
    const caller = { id: 'urn:user:1', account_id: 'urn:account:default' }
    const identify = ({ headers: { session, token, broken } }) => {
      if (broken === 'at once') throw new globalThis.Unauthorized('not with this token')
      if (broken) return Promise.reject(new globalThis.Unauthorized('not with this token'))
      if (session) return { ...caller, session }
      return token ? Promise.resolve({ ...caller, token: { id: token, type_slugs: null, actions: null } }) : undefined
    }
    return { identity: { identify }, access: { isAdministrator: () => true, authorize() {}, visibility: () => ({ all: true }), permissions: () => ({}) } }
  },
}`

const production: Partial<Config> = {
  mode: 'production',
  signIn: {
    issuer: 'https://accounts.google.com',
    clientId: 'i',
    clientSecret: 's',
    frontendUrl: 'https://cms.example.org/sub',
    secrets: ['x'.repeat(32)],
  },
}

async function startLimited(t: Test, http: Partial<Config['http']> = {}, changes: Partial<Config> = production) {
  const { Unauthorized } = await import('../errors.ts')
  Object.assign(globalThis, { Unauthorized })
  const directory = t.testdir({ 'guards.mjs': guards })
  const base = loadConfig({}, directory)
  const plugins = { health: true, './guards.mjs': true }
  const limits = { requests: 5, signIns: 2, window: 60_000 }
  const config = { ...base, directory, plugins, ...changes, http: { ...base.http, rateLimit: limits, ...http } }
  const app = await buildApp(config, { logger: false, store: noStore() })
  t.teardown(() => app.close())
  const ask = (url: string, headers: Record<string, string> = {}, method = 'GET', remoteAddress = '192.0.2.1') =>
    app.inject({ method: method as 'GET', url, headers, remoteAddress })
  const status = async (...request: Parameters<typeof ask>) => (await ask(...request)).statusCode
  return { app, ask, status }
}

t.test(
  'requests without sign-in are counted by address, for every route and every spelling of the address',
  async t => {
    const ways: [string, Record<string, string>, string?][] = [
      ['/api/things', {}],
      ['/api/things', { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-real-ip': '203.0.113.9' }],
      ['/api/things', { host: 'other.example.org', 'user-agent': 'another' }],
      ['/api/Things', {}],
      ['/api/things/', {}],
      ['//api/things', {}],
      ['/api/%74hings?x=1', {}],
      ['/api/%zz', {}],
      [`/api/things/${'x'.repeat(600)}`, {}],
      ['/none', {}],
      ['/api/none/at/all', {}],
      ['/api/things', {}, 'DELETE'],
      ['/api/things', {}, 'OPTIONS'],
      ['/api/things', { broken: 'at once' }],
      ['/api/things', { broken: 'later' }],
      ['/api/things', { 'x-plinth-local': '00' }],
      ['/api/auth/logout', {}, 'POST'],
      ['/api/health', {}, 'POST'],
    ]
    for (const [url, headers, method] of ways) {
      const { ask, status } = await startLimited(t)
      const name = `${method ?? 'GET'} ${url.slice(0, 30)} ${JSON.stringify(headers)}`
      for (let count = 1; count <= 5; count += 1) {
        const counted = await ask(url, headers, method)
        t.not(counted.statusCode, 429, name)
        const limit = {
          'ratelimit-limit': '5',
          'ratelimit-remaining': String(5 - count),
          'ratelimit-reset': /^(60|59)$/,
        }
        t.match(counted.headers, limit, name)
      }
      const refused = await ask(url, headers, method)
      t.equal(refused.statusCode, 429, name)
      t.strictSame(Object.keys(refused.json<object>()), ['message'])
      t.match(refused.headers, {
        'retry-after': /^(60|59)$/,
        'ratelimit-remaining': '0',
        'x-content-type-options': 'nosniff',
      })
      t.equal(await status('/api/things'), 429, `${name} counts for everything`)
      t.equal(await status('/api/things', {}, 'GET', '192.0.2.2'), 401, 'another address has its own count')
      t.equal(await status('/api/health'), 200, 'probes are not limited by it')
      t.equal(await status('/api/things', { session: 'a' }), 200, 'nor are signed-in users')
    }
  },
)

t.test('each session and token has its own count; the process itself has none', async t => {
  const { app, ask, status } = await startLimited(t)
  for (let count = 0; count < 5; count += 1) {
    t.equal(await status('/api/things', { session: 'a' }, 'GET', `192.0.2.${count}`), 200)
    t.equal(await status('/api/things', { token: 'b' }), 200)
  }
  t.equal(await status('/api/things', { session: 'a' }, 'GET', '192.0.2.77'), 429, 'from any address')
  t.equal(await status('/api/none/x', { token: 'b' }), 429)
  t.equal(await status('/api/things', { session: 'c' }), 200)
  t.equal(await status('/api/things', { token: 'd' }), 200)
  t.equal(await status('/api/things'), 401, 'nor do they use up the limit of their address')
  for (let count = 0; count < 20; count += 1) t.equal(await status('/api/things', localHeaders(app)), 200)
  t.match((await ask('/api/things', { session: 'a' })).json(), { message: /^too many requests; try again in \d+ s$/ })
})

t.test('sign-ins have a lower limit, and probes have their own', async t => {
  const { status } = await startLimited(t)
  for (const path of ['/api/auth/login', '/api/auth/callback']) {
    t.strictSame(
      [await status(path), await status(path), await status(path), await status(`${path}?x=1`)],
      [200, 200, 429, 429],
    )
  }
  t.equal(await status('/api/auth/login', { session: 'a' }), 429)
  t.equal(await status('/api/auth/%6cogin'), 429)
  t.equal(await status('/api/auth/login', {}, 'GET', '192.0.2.2'), 200)
  t.equal(await status('/api/things'), 401)
  for (let count = 0; count < 5; count += 1) t.equal(await status('/api/health'), 200)
  t.equal(await status('/api/health'), 429)
  t.equal(await status('/api/health/ready'), 200)
})

t.test('the address of a client cannot be forged', async t => {
  for (const [address, same] of [
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:0DB8:0001:2::1'],
    ['2001:db8::1', '2001:db8:0:0:ffff::'],
    ['fe80::1%eth0', 'fe80::2%eth1'],
    ['1::', '1:0:0:0:1::'],
  ] as const) {
    const { status } = await startLimited(t)
    for (let count = 0; count < 5; count += 1) t.equal(await status('/api/things', {}, 'GET', address), 401, address)
    t.equal(await status('/api/things', {}, 'GET', same), 429, same)
  }
  const ipv6 = await startLimited(t)
  for (let count = 0; count < 5; count += 1) await ipv6.status('/api/things', {}, 'GET', `2001:db8::${count}`)
  t.equal(await ipv6.status('/api/things', {}, 'GET', '2001:db8::ffff'), 429)
  t.equal(await ipv6.status('/api/things', {}, 'GET', '2001:db8:0:1::1'), 401)

  const { status } = await startLimited(t, { trustProxy: ['192.0.2.0/24'] })
  const from = (forwarded: string, proxy?: string) =>
    status('/api/things', { 'x-forwarded-for': forwarded }, 'GET', proxy)
  for (let count = 0; count < 5; count += 1) t.equal(await from(`203.0.113.${count}, 198.51.100.1`), 401)
  t.equal(await from('198.51.100.1'), 429, 'the entry that the proxy added counts, not earlier ones')
  t.equal(await from('198.51.100.2'), 401)
  for (let count = 0; count < 5; count += 1) await from(`203.0.113.${count}`, '198.51.100.9')
  t.equal(await from('203.0.113.99', '198.51.100.9'), 429, 'only trusted proxies can state the address of a client')
})

t.test('nothing is counted in development mode or when limits are switched off', async t => {
  for (const { status } of [await startLimited(t, {}, {}), await startLimited(t, { rateLimit: false })]) {
    for (let count = 0; count < 20; count += 1) t.equal(await status('/api/things', { session: 'a' }), 200)
    for (let count = 0; count < 20; count += 1) t.equal(await status('/api/auth/login'), 200)
  }
})

t.test('a new window starts when the previous one ends', async t => {
  const { now } = Date
  let passed = 0
  t.intercept(Date, 'now', { value: () => now() + passed })
  const { ask, status } = await startLimited(t)
  for (let count = 0; count < 5; count += 1) await status('/api/things')
  passed = 59_000
  t.match((await ask('/api/things')).headers, { 'retry-after': '1', 'ratelimit-limit': '5', 'ratelimit-reset': '1' })
  passed = 60_100
  for (let count = 0; count < 5; count += 1) t.equal(await status('/api/things'), 401)
  t.equal(await status('/api/things'), 429)
})

t.test('a route cannot use an unknown limit', async t => {
  const directory = t.testdir({
    'guards.mjs': guards.replace("rateLimit: 'sign-in'", "rateLimit: { groupId: 'sing-in' }"),
  })
  const config = { ...loadConfig({}, directory), directory, plugins: { './guards.mjs': true } }
  await t.rejects(buildApp(config, { logger: false, store: noStore() }), {
    name: 'ConfigurationError',
    message: /GET \/api\/auth\/login of plugin "guards" asks .* unknown count "sing-in"; known are sign-in and probe/,
  })
})

t.test('forged writes: a request with a cookie must come from the own origin', async t => {
  const { ask, status } = await startLimited(t, { rateLimit: false })
  const write = (headers: Record<string, string>) => status('/api/things', headers, 'POST')
  const session = { session: 'a', host: 'cms.example.org' }
  t.equal(await write(session), 200, 'no page sent it')
  t.equal(await write({ ...session, origin: 'https://cms.example.org' }), 200)
  t.equal(await write({ ...session, origin: 'https://cms.example.org', 'sec-fetch-site': 'same-origin' }), 200)
  t.equal(await write({ ...session, host: 'internal:8080', origin: 'https://cms.example.org' }), 200, 'behind a proxy')
  for (const origin of [
    'http://cms.example.org',
    'https://cms.example.org.evil.org',
    'https://evil.org',
    'https://sub.cms.example.org',
    'https://cms.example.org:8443',
    'null',
    '',
  ]) {
    t.equal(await write({ ...session, origin }), 403, origin)
    t.equal(await write({ token: 'b', origin }), 200, 'a token is sent deliberately')
    t.equal(await status('/api/things', { session: 'a', origin }), 200, 'reads change nothing')
    t.equal(await status('/api/auth/logout', { cookie: 'x=y', origin }, 'POST'), 403, 'public routes too')
  }
  t.equal(await write({ session: 'a', host: 'evil.org', origin: 'https://evil.org' }), 403, 'for any value of Host')
  for (const fetchSite of ['cross-site', 'same-site']) {
    t.equal(await write({ ...session, 'sec-fetch-site': fetchSite }), 403)
    t.equal(await write({ ...session, origin: 'https://cms.example.org', 'sec-fetch-site': fetchSite }), 403)
  }
  t.equal((await ask('/api/auth/logout', {}, 'POST')).statusCode, 204)
  t.equal(
    (await ask('/api/auth/logout', { cookie: 'x=y', origin: 'https://evil.org' }, 'POST')).headers['cache-control'],
    'no-store',
  )
})

t.test('CORS: closed unless configured, and never with cookies', async t => {
  const origin = 'https://app.example.com'
  const preflight = {
    origin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization',
  }
  const named = (headers: object) => Object.keys(headers).filter(name => name.startsWith('access-control-'))
  const closed = await startLimited(t)
  for (const answer of [
    await closed.ask('/api/things', { origin, token: 'b' }),
    await closed.ask('/api/things', { ...preflight, token: 'b' }, 'OPTIONS'),
    await closed.ask('/api/health', { origin }),
  ]) {
    t.strictSame(named(answer.headers), [])
  }
  t.equal(await closed.status('/api/things', { ...preflight, token: 'b' }, 'OPTIONS'), 204)

  const open = await startLimited(t, { cors: { origins: [origin] } })
  const asked = await open.ask('/api/things', preflight, 'OPTIONS')
  t.equal(asked.statusCode, 204)
  t.match(asked.headers, {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': /PUT/,
    'access-control-allow-headers': /Authorization/,
    vary: /Origin/,
  })
  const answer = await open.ask('/api/things', { origin, token: 'b' })
  t.match(answer.headers, { 'access-control-allow-origin': origin, 'access-control-expose-headers': /ETag/ })
  t.equal(await open.status('/api/things', { origin, token: 'b' }, 'POST'), 200)
  t.equal(await open.status('/api/things', { origin, session: 'a' }, 'POST'), 403, 'no cookies across origins')
  t.equal(
    (await open.ask('/api/things', { origin })).headers['access-control-allow-origin'],
    origin,
    'errors can be read',
  )
  for (const other of [
    'https://app.example.com.evil.org',
    'http://app.example.com',
    'https://app.example.com:444',
    '*',
  ]) {
    const refused = await open.ask('/api/things', { ...preflight, origin: other }, 'OPTIONS', '192.0.2.9')
    t.strictSame([refused.statusCode, named(refused.headers)], [401, []], other)
    t.match(refused.headers, { vary: /^Accept, Cookie, .*Origin$/ })
  }
  for (const { headers } of [asked, answer]) t.notOk(headers['access-control-allow-credentials'])
  await open.status('/api/things', preflight, 'OPTIONS', '192.0.2.5')
  for (let count = 0; count < 5; count += 1) await open.status('/api/things', preflight, 'OPTIONS', '192.0.2.5')
  t.equal(await open.status('/api/things', preflight, 'OPTIONS', '192.0.2.5'), 429, 'they count too')
})

t.test('in development mode a plugin can add host names', async t => {
  const directory = t.testdir({
    'guards.mjs': guards.replace(
      'options: {}',
      "options: { type: 'object', properties: { hosts: { type: 'array' } } }",
    ),
  })
  const base = loadConfig({}, directory)
  const plugins = { health: true, './guards.mjs': { hosts: ['www.example.org'] } }
  const app = await buildApp({ ...base, directory, plugins }, { logger: false, store: noStore() })
  t.teardown(() => app.close())
  const status = async (host: string) => (await app.inject({ url: '/api/health', headers: { host } })).statusCode
  t.strictSame(
    [await status('www.example.org'), await status('WWW.example.org:8080'), await status('localhost')],
    [200, 200, 200],
  )
  t.strictSame(
    [await status('example.org'), await status('evil.www.example.org'), await status('hosts')],
    [403, 403, 403],
  )
})

/** Send bytes unchanged; resolves with everything received until the other side ends. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part))
    socket.on('end', () => resolve(answer)).on('error', reject)
  })
}

/** Read nothing until every byte is sent. */
function sendThenRead(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text, () => socket.on('data', (part: string) => (answer += part)))
    })
    socket
      .setEncoding('utf8')
      .on('end', () => resolve(answer))
      .on('error', reject)
  })
}

async function listen(t: Test, changes: Changes = {}): Promise<number> {
  const app = await start(t, changes)
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}

/** Parse a response that was read as text; the test fails unless it is one well-formed error. */
function readError(t: Test, answer: string): { status: number; message: string; head: string } {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const parsed = JSON.parse(body) as { message: string }
  t.strictSame(Object.keys(parsed), ['message'])
  t.match(head, /^HTTP\/1\.1 \d{3} [A-Z][A-Za-z ]+\r\n/)
  t.match(head.toLowerCase(), /content-type: application\/json; charset=utf-8/)
  t.equal(Number(/content-length: (\d+)/i.exec(head)?.[1]), Buffer.byteLength(body))
  return { status: Number(head.slice(9, 12)), message: parsed.message, head }
}

t.test('data that is not HTTP is answered in the same format', async t => {
  const port = await listen(t, { http: { headersTimeout: 300, requestTimeout: 600 } })
  const ask = async (text: string) => readError(t, await raw(port, text))
  const host = 'Host: localhost\r\n'
  t.match(await ask('nonsense\r\n\r\n'), { status: 400 })
  t.match(await ask('GET /api/health HTTP/9.9\r\n\r\n'), { status: 400 })
  t.match(await ask('GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'), { status: 400, message: /Host/ })
  t.match(await raw(port, 'GET /api/health HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /, 'older versions do not need Host')
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
  t.match(await ask(`PROPFIND /api/health HTTP/1.1\r\n${host}Connection: close\r\n\r\n`), {
    status: 405,
    message: /^this method is not allowed here; allowed: GET, HEAD$/,
  })
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
    })
    t.equal(answer.status, 413, chunked ? 'chunked' : 'with a length')
    t.match(await answer.json(), { message: 'the body is larger than 100000 bytes' })
  }
})

t.test('a client that reads only after sending everything gets the response', async t => {
  const port = await listen(t, { http: { bodyLimit: 100_000 } })
  const text = JSON.stringify('x'.repeat(20_000_000))
  const head = `POST /api/things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n`
  const bodies = [
    `Content-Length: ${text.length}\r\n\r\n${text}`,
    `Transfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
  ]
  for (const body of bodies) t.match(readError(t, await sendThenRead(port, head + body)), { status: 413 })
})

t.test('a client that disconnects while sending a body causes no server error', async t => {
  const lines: string[] = []
  const stream = new Writable({ write: (line: Buffer, _encoding, done) => done(void lines.push(line.toString())) })
  const { log: logger } = fastify({ logger: { level: 'debug', stream } })
  const app = await start(t, { logger })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const arrived = once(app.server, 'request')
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('POST /api/things HTTP/1.1\r\nHost: localhost\r\n')
  socket.write('Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{')
  const [, response] = (await arrived) as [unknown, ServerResponse]
  socket.destroy()
  await once(response, 'close')
  await app.close()
  t.match(lines.join(''), /Server listening/, 'the log is read')
  const ofRequests = lines.filter(line => line.includes('"reqId"'))
  t.notMatch(ofRequests.join(''), /"level":50/)
})

t.test('closing lets open requests finish and aborts those that do not end', async t => {
  const app = await start(t, { http: { closeTimeout: 200 } })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const arrived = new Promise<void>(resolve => app.server.once('request', () => resolve()))
  const slow = fetch(`${base}/api/slow`)
  const cut = t.rejects(slow)
  await arrived
  await app.close()
  await cut
  await t.rejects(fetch(`${base}/api/health`), 'the server no longer listens')
})

t.test('a body that a route reads as a stream can have any size and take any time', async t => {
  const port = await listen(t, { http: { requestTimeout: 300, bodyLimit: 1024, maxBodyBytesInFlight: 1024 } })
  for (const type of ['text/csv', 'application/json']) {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    socket.write(`POST /api/stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nConnection: close\r\n`)
    socket.write(`Content-Length: 2000000\r\n\r\n${'x'.repeat(1_000_000)}`)
    let answer = ''
    socket.on('data', (part: string) => (answer += part))
    await new Promise(resolve => setTimeout(resolve, 2500)) // longer than the time limit of a request, and than the interval of the check
    t.equal(answer, '', 'it waits')
    socket.write('x'.repeat(1_000_000))
    await once(socket, 'end')
    t.match(answer, /"bytes":2000000/)
  }
})

t.test('bodies beyond the memory limit of the process are refused until memory is released', async t => {
  const port = await listen(t, { http: { maxBodyBytesInFlight: 10_000 } })
  const head = 'POST /api/things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.write(`${head}Content-Length: 9000\r\n\r\n${' '.repeat(8999)}`)
  const large = `${head}Connection: close\r\nContent-Length: 5000\r\n\r\n${' '.repeat(5000)}`
  const refused = readError(t, await raw(port, large))
  t.match(refused, { status: 503, head: /retry-after: \d/i })
  socket.destroy()
  await once(socket, 'close')
  let status = 503
  while (status === 503) ({ status } = readError(t, await raw(port, large)))
  t.equal(status, 400, 'the connection is closed, and its memory is released')
})

t.test('a request target in absolute form is its path', async t => {
  const port = await listen(t)
  const ask = (target: string) => raw(port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  t.match(await ask('http://evil.example/api/things?limit=1'), /"limit":"1"/)
  t.match(await ask('HTTP://evil.example/api/admin/thing'), /cache-control: no-store/i)
})

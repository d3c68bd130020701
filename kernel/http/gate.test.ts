import t from 'tap'
import { localHeaders } from './admission/local.ts'
import { start } from './testing.ts'

t.test('development mode accepts only its own host names and origins', async t => {
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
  for (const name of ['forwarded', 'x-forwarded-for', 'X-Forwarded-Proto', 'x-forwarded-anything']) {
    t.equal(await status('POST', { host: 'localhost', [name]: '' }), 403, name)
    t.equal((await app.inject({ url: '/api/health', headers: { [name]: 'for=127.0.0.1' } })).statusCode, 403, name)
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
    t.not(await status('GET', { host, origin }), 403, `${origin} can read`)
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
  t.equal(await status('POST', '/api/health'), 405, 'public routes report errors without sign-in')
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

import { connect } from 'node:net'
import { Writable } from 'node:stream'
import fastify from 'fastify'
import t from 'tap'
import type { Test } from 'tap'
import { loggerOptions } from '../kernel/http/logger.ts'
import { localHeaders } from '../kernel/index.ts'
import type { SignIn } from '../kernel/contracts/config.ts'
import { buildTestApp } from '../testing/index.ts'
import type { TestApp, TestAppOptions } from '../testing/index.ts'
import { startMisbehaving } from '../testing/internal/oidc/misbehaving.ts'
import { startPeopled } from '../testing/internal/people.ts'

const provider = await startMisbehaving()
t.teardown(() => provider.stop())

const signIn: SignIn = {
  issuer: provider.issuer,
  clientId: 'client',
  clientSecret: 'the-secret-of-the-client',
  frontendUrl: 'https://cms.example.org',
  secrets: ['a session secret of more than 32 characters'],
}

/** The complete service as in production. */
async function production(t: Test, options: TestAppOptions = {}): Promise<TestApp> {
  const app = await buildTestApp({ ...options, config: { mode: 'production', signIn } })
  t.teardown(() => app.close())
  return app
}

/** Send raw bytes. @returns everything received until the server closes the connection */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part))
    socket.on('end', () => resolve(answer)).on('error', reject)
  })
}

const statusOf = (answer: string): number => Number(answer.slice(9, 12))

/** A type that mallory cannot read, with a resource. */
async function withTreasure(t: Test) {
  const { app, as } = await startPeopled(t, { root: { role: 'admin' }, mallory: { role: 'blind' } })
  const root = as('root')
  await root('PUT', '/api/settings/roles', { roles: ['admin', 'member', 'blind'] })
  await root('PUT', '/api/settings/role-access', { roles: { blind: {} } })
  const type = await root('POST', '/api/resource-types', { name: 'Secret', slug: 'secret' })
  t.equal(type.statusCode, 201)
  const { id } = (await root('POST', '/api/secret', { name: 'treasure' })).json<{ id: string }>()
  t.match((await root('GET', `/api/secret/${id}`)).body, /treasure/)
  const port = Number(new URL(await app.listen()).port)
  return { root, id, port }
}

t.test('no spelling of an address bypasses the gate', async t => {
  const { id, port } = await withTreasure(t)
  const key = id.slice(id.lastIndexOf(':') + 1)
  const targets = [
    '/api/secret',
    `/api/secret/${id}`,
    `/api/secret/${key}`,
    '/api/%73ecret',
    '/%61pi/secret',
    '/api/secret/',
    `/api/secret/${key}/`,
    '//api/secret',
    '/api//secret',
    `/api/secret//${key}`,
    '/./api/secret',
    '/api/./secret',
    '/api/health/../secret',
    '/api/health/%2e%2e/secret',
    '/api/health/..%2fsecret',
    '/api%2fsecret',
    `/api/secret%2f${key}`,
    `/api/secret%2F${key}`,
    `/api/secret%252f${key}`,
    `/api/secret/%2e/${key}`,
    '/API/SECRET',
    '/api/Secret',
    '/api/ſecret',
    '/api/%C5%BFecret',
    '/api/secret%00',
    '/api/secret%00.json',
    '/api/secret%20',
    '/api/secret%0a',
    '/api/secret;x=1',
    '/api/secret;/api/health',
    '/api/secret.json',
    '/api/secret?',
    '/api/secret??limit=1',
    '/api/secret#/api/health',
    '/api\\secret',
    '\\api\\secret',
    '/assets/../api/secret',
    '/assets/%2e%2e/api/secret',
    '/index.html/../api/secret',
    'http://localhost/api/secret',
    'http://evil.example.org/api/secret',
    'api/secret',
    '*',
    `/api/secret/${key}/versions`,
    `/api/secret/${key}/referrers`,
    `/api/secret/${key}/permissions`,
    `/api/resources/${id}/permissions`,
    '/api/secret?status=archived',
    '/api/secret?_method=PUT',
    '/api/__proto__',
    '/api/constructor',
    `/api/secret/${'%41'.repeat(4000)}`,
    '/api/%',
    '/api/%c0%af',
    '/api/%ff',
  ]
  for (const target of targets) {
    for (const actor of ['', 'Actor: mallory\r\n']) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']) {
        const answer = await raw(
          port,
          `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${actor}Connection: close\r\n\r\n`,
        )
        const name = `${method} ${target.slice(0, 60)} ${actor}`
        t.notMatch(answer, /treasure/, name)
        const isPage = /content-type: text\/html/i.test(answer) // the admin's page, which is the same for all
        const refusals = [400, 401, 403, 404, 405, 406, 431, ...(method === 'OPTIONS' ? [204] : [])]
        t.ok(isPage || refusals.includes(statusOf(answer)), `${name}: ${statusOf(answer)}`)
      }
    }
  }
})

t.test('no header changes the target or the user of a request', async t => {
  const { root, id, port } = await withTreasure(t)
  const send = async (line: string, ...headers: string[]) =>
    raw(port, `${[line, 'Host: localhost', ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  const others = [
    'X-Original-URL',
    'X-Rewrite-URL',
    'X-Forwarded-URI',
    'X-Forwarded-Path',
    'X-Forwarded-Prefix',
    'Content-Location',
  ]
  for (const name of others) {
    const answer = await send('GET /api/health HTTP/1.1', `${name}: /api/secret/${id}`, 'Actor: root')
    t.match(answer, /\r\n\r\n\{"status":"ok"\}$/, name)
    t.equal(statusOf(await send('GET /api/secret HTTP/1.1', `${name}: /api/health`)), 401, name)
  }
  for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
    t.match(await send(`GET /api/secret/${id} HTTP/1.1`, `${name}: DELETE`, 'Actor: root'), /treasure/, name)
    t.equal(statusOf(await send('POST /api/secret HTTP/1.1', `${name}: GET`, 'Actor: mallory')), 403, name)
  }
  for (const header of [
    'X-Dev-Agent: admin@example.com',
    'X-Plinth-Local: ' + '0'.repeat(64),
    'X-Plinth-Account: urn:account:default',
    'X-Forwarded-User: admin@example.com',
    'X-Remote-User: admin',
    'Authorization: Basic YWRtaW46YWRtaW4=',
    'Authorization: Bearer ',
    'Forwarded: for=127.0.0.1',
    'X-Forwarded-For: 127.0.0.1',
  ]) {
    t.equal(statusOf(await send(`GET /api/secret/${id} HTTP/1.1`, header)), 401, header)
  }
  t.equal((await root('GET', `/api/secret/${id}`)).statusCode, 200, 'it still exists')
})

t.test('two servers never disagree about where a request ends', async t => {
  const { port } = await withTreasure(t)
  const start = 'POST /api/secret HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const hidden = '0\r\n\r\nGET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n'
  for (const framing of [
    'Content-Length: 4\r\nContent-Length: 5\r\n',
    'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
    'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n',
    'Transfer-Encoding: xchunked\r\n',
    'Transfer-Encoding: chunked, identity\r\n',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n',
    'Transfer-Encoding : chunked\r\n',
    'Transfer-Encoding: chunked\r\n\tx\r\n',
    'Content-Length: +4\r\n',
    'Content-Length: 0x4\r\n',
    'Content-Length: 4, 4\r\n',
    'Content-Length: -1\r\n',
    'X: a\rb\r\nContent-Length: 4\r\n',
    'X: a\0b\r\nContent-Length: 4\r\n',
  ]) {
    const answer = await raw(port, `${start}${framing}\r\n${hidden}`)
    t.match(answer, /HTTP\/1\.1 400 Bad Request[^{]*\{"message":"[^"]*"\}$/, JSON.stringify(framing))
    t.notMatch(answer, /HTTP\/1\.1 2|"status"/, 'and nothing after it is answered')
  }
  const twice = await raw(
    port,
    'GET /api/health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example.org\r\nConnection: close\r\n\r\n',
  )
  t.notMatch(twice, /evil/)
  t.equal(statusOf(await raw(port, 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n')), 400, 'Host is needed')
})

/** Every operation that the service describes of itself. */
async function operations(app: TestApp): Promise<{ method: string; url: string }[]> {
  const answer = await app.app.inject({ url: '/api/openapi.json', headers: localHeaders(app.app) })
  const { paths } = answer.json<{ paths: Record<string, Record<string, unknown>> }>()
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter(method => /^(get|put|post|patch|delete)$/.test(method))
      .map(method => ({ method: method.toUpperCase(), url: path.replaceAll(/\{\w+\}/g, 'x') })),
  )
}

t.test('every response of every route has the standard headers, errors included', async t => {
  const app = await production(t)
  const all = await operations(app)
  t.ok(all.length > 40, `${all.length} operations`)
  const personal = /^\/api\/(?:auth|users|settings|events)(?:\/|$)/
  const extra = ['/api/auth/none', '/api/users/x/y/z', '/api/settings', '/api/events/none', '/api/auth'].map(url => ({
    method: 'GET',
    url,
  }))
  for (const { method, url } of [...all, ...extra, { method: 'DELETE', url: '/api/auth/me' }]) {
    const { headers, statusCode } = await app.request(method, url)
    const name = `${method} ${url}: ${statusCode}`
    t.match(
      headers,
      {
        vary: 'Accept, Cookie, Authorization, Accept-Encoding',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'strict-transport-security': /max-age=\d{7,}/,
        'referrer-policy': 'no-referrer',
        'content-security-policy': /default-src 'self'/,
      },
      name,
    )
    t.equal(headers['cache-control'], personal.test(url) ? 'no-store' : (headers['cache-control'] ?? ''), name)
    t.match(String(headers['cache-control']), /^(?:no-store|(?:private, )?no-cache)$/, name)
    if (statusCode === 401) t.match(headers['www-authenticate'], /^Bearer/, name)
    for (const told of ['server', 'x-powered-by', 'access-control-allow-origin'])
      t.notOk(headers[told], `${name} ${told}`)
  }
})

t.test('a header of development mode has no effect in production', async t => {
  const app = await production(t)
  for (const address of ['admin@example.com', 'member@example.com', 'new@example.org', 'nonsense']) {
    for (const name of ['X-Dev-Agent', 'x-dev-agent']) {
      const headers = { [name]: address }
      t.equal((await app.request('GET', '/api/auth/me', undefined, headers)).statusCode, 401)
      t.equal((await app.request('GET', '/api/resource-types', undefined, headers)).statusCode, 401)
      t.equal((await app.request('POST', '/api/resource-types', { name: 'A', slug: 'a' }, headers)).statusCode, 401)
    }
  }
})

t.test('secrets appear in no log and no response', async t => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const options = loggerOptions('debug')
  const { log: logger } = fastify({ logger: { ...(typeof options === 'object' ? options : {}), stream } })
  const app = await production(t, { logger })
  const secret = 'hunter2hunter2hunter2hunter2hunter2'
  const bodies: string[] = []
  const ask = async (method: string, url: string, headers: Record<string, string> = {}, body?: unknown) =>
    bodies.push((await app.request(method, url, body, headers)).body)
  await ask('GET', `/api/auth/callback?code=${secret}&state=${secret}`)
  await ask('GET', `/api/auth/callback?%63ode=${secret}&st%61te=${secret}&error_description=x`)
  await ask(
    'GET',
    `/api/auth/callback?id_token=${secret}&access_token=${secret}&session_state=${secret}&nonce=${secret}`,
  )
  await ask('GET', '/api/auth/me', { authorization: `Bearer ${secret}` })
  await ask('GET', '/api/auth/me', { cookie: `svc_session=${secret}; svc_sign_in=${secret}` })
  await ask('GET', '/api/none/at/all', { authorization: `Bearer ${secret}`, cookie: `svc_session=${secret}` })
  await ask('GET', '/api/resource-types', { 'x-plinth-local': secret })
  await ask('POST', '/api/auth/tokens', { authorization: `Bearer ${secret}` }, { name: secret })
  await ask('GET', '/api/auth/login')
  await ask('GET', `/api/auth/login?invitation=${secret}&return_to=/x?${secret}`)
  await ask('GET', `/api/auth/login?%69nvitation=${secret}`)
  const written = lines.join('')
  t.match(written, /"url":"\/api\/auth\/callback\?code=…&state=…"/, 'requests are logged')
  t.match(written, /"url":"\/api\/auth\/login\?%69nvitation=…"/)
  for (const text of [...bodies, written]) {
    t.notMatch(text, /hunter2/)
    t.notMatch(text, signIn.clientSecret)
    t.notMatch(text, signIn.secrets[0])
  }
  for (const body of bodies)
    t.notMatch(body, /node_modules|\bat .*:\d+:\d+|ECONNREFUSED|127\.0\.0\.1/, 'no stack and no message of a driver')
})

import { cpSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import t from 'tap'
import { QueryTooSlow } from '../../lib/errors/index.ts'
import { buildTestApp } from '../../testing/index.ts'
import { testWithStore } from '../../testing/internal/each-store.ts'
import { noStore } from '../../testing/no-store.ts'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config/load-config.ts'
import type { Config } from '../contracts/config.ts'
import { errorCodes } from '../error-codes.ts'
import type * as errors from '../errors.ts'
import {
  BadRequest,
  ConfigurationError,
  Conflict,
  Forbidden,
  NotFound,
  NotUnique,
  PayloadTooLarge,
  PlinthError,
  ServiceError,
  StoreUnavailable,
  UniqueViolation,
  ValidationFailed,
  WriteRefused,
  codesOfError,
} from '../errors.ts'
import { modulesRoot, packageRoot } from '../package-root.ts'
import { localHeaders } from './admission/local.ts'
import { loggedUrl } from './logger.ts'
import { start } from './testing.ts'

/** The module of a plugin. */
const plugin = (name: string, register: string): string =>
  `export default { name: '${name}', version: '1.0.0', requires: [], provides: [], register({ app }) { ${register}; return {} } }`

t.test('all errors have the same format', async t => {
  const app = await start(t)
  const cases: [number, string, string, Record<string, string>?, string?][] = [
    [404, 'GET', '/api/none/x/y'],
    [404, 'GET', '/none'],
    [404, 'GET', '/api/things/'],
    [404, 'GET', '/api/Health/x/y'],
    [404, 'GET', '/api/health/x'],
    [405, 'DELETE', '/api/things'],
    [405, 'POST', '/api/health'],
    [405, 'GET', '/api/things/_all'],
    [405, 'GET', '/api/movie/_bulk'],
    [405, 'PATCH', '/api/movie'],
    [405, 'TRACE', '/api/movie/1'],
    [404, 'OPTIONS', '/api'],
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
    if (status === 405) t.ok(answer.headers.allow, 'names the allowed methods')
  }
  const broken = await app.inject('/api/broken')
  t.strictSame([broken.json(), broken.headers.etag], [{ message: 'internal server error' }, undefined], 'no internals')
  t.equal((await app.inject({ method: 'POST', url: '/api/health' })).headers.allow, 'GET, HEAD')
  const known: [string, string][] = [
    ['/api/things', 'GET, HEAD, POST, OPTIONS'],
    ['/api/movie/_bulk', 'POST, OPTIONS'],
    ['/api/health', 'GET, HEAD, OPTIONS'],
  ]
  for (const [url, allow] of known) {
    const { statusCode, headers, body } = await app.inject({ method: 'OPTIONS', url })
    t.strictSame([statusCode, headers.allow, body], [204, allow, ''], url)
  }
  t.equal((await app.inject({ method: 'OPTIONS', url: '/api/none/x/y' })).statusCode, 404)
  t.equal(
    (await app.inject('/api/health/ready?nocache=1&nocache=2&%5Bx%5D=y')).statusCode,
    200,
    'probes take any query',
  )
  t.equal((await app.inject({ method: 'GET', url: '/api/movie/_bulk' })).headers.allow, 'POST')
})

t.test('errors as plain JSON can have the fields of a problem', async t => {
  const app = await start(t, { http: { errors: 'problem' } })
  const answer = await app.inject('/api/things?a=1')
  t.match(answer.headers, { 'content-type': 'application/json; charset=utf-8' })
  const detail = 'unknown query parameter "a"'
  t.match(answer.json(), { message: detail, detail, status: 400, code: 'unknown-query-parameter', parameter: 'a' })
  const problem = await app.inject({ url: '/api/things?a=1', headers: { accept: 'application/problem+json' } })
  t.strictSame(
    [problem.headers['content-type'], problem.json().message],
    ['application/problem+json; charset=utf-8', undefined],
  )
})

t.test('messages name the problem', async t => {
  const app = await start(t)
  const message = async (payload: object) =>
    (await app.inject({ method: 'POST', url: '/api/things', payload })).json<{ message: string }>().message
  t.match(await message({ size: 'x', colour: 1 }), /name is required/)
  t.match(await message({ size: 'x', colour: 1 }), /size must be an integer/)
  t.match(await message({ size: 'x', colour: 1 }), /colour is not known/)
  t.match(await message([]), /the body must be an object/)
  t.match((await app.inject('/api/things?a=1')).body, /unknown query parameter \\"a\\"/)
  t.match((await app.inject('/api/things?limit=1&limit=2')).body, /limit\\" may be given only once/)
  const big = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, 1]))
  t.ok((await message(big)).length < 2000, 'of limited length')
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

t.test('well-formed requests are answered', async t => {
  const app = await start(t)
  t.strictSame((await app.inject('/api/things?limit=5&tags=a&tags=b%20c')).json(), { limit: '5', tags: ['a', 'b c'] })
  const id = `urn:${'s'.repeat(63)}:01ARZ3NDEKTSV4RRFFQ69G5FAV`
  for (const sent of [id, encodeURIComponent(id)]) {
    t.match((await app.inject(`/api/movie/${sent}`)).json(), { typeSlug: 'movie', id })
  }
  for (const accept of [
    '*/*',
    'application/*;q=0.1',
    'application/ld+json',
    'text/html, application/json;q=0.5',
    '',
    ' , ',
    ',,application/json',
    'a/b;p="x,;q=0", application/json',
  ]) {
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

t.test('every response has the standard headers', async t => {
  const app = await start(t)
  for (const url of ['/api/health', '/api/none', '/api/things', '/api/broken', '/none']) {
    const { headers } = await app.inject(url)
    t.match(headers, {
      vary: 'Accept, Cookie, Authorization, Accept-Encoding',
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

t.test('readiness follows the store, liveness does not', async t => {
  const app = await start(t, { away: true })
  t.strictSame((await app.inject('/api/health')).json(), { status: 'ok' })
  const ready = await app.inject('/api/health/ready')
  t.equal(ready.statusCode, 503)
  t.strictSame(Object.keys(ready.json<object>()), ['message'])
  t.ok(ready.headers['retry-after'])
  t.equal((await (await start(t)).inject('/api/health/ready')).statusCode, 200)
})

t.test('clients that accept problems get errors as problems, and everything else stays the same', async t => {
  const app = await start(t)
  const problem = 'application/problem+json'
  const send = (accept: string, payload: object | string) =>
    app.inject({ method: 'POST', url: '/api/things', headers: { accept, 'content-type': 'application/json' }, payload })
  const answer = await send(problem, { size: 'x', 'a/b': 1 })
  t.match(answer.headers, { 'content-type': /^application\/problem\+json/ })
  const { problems, ...rest } = answer.json<{ problems: { pointer: string; code: string; message: string }[] }>()
  const message = (await send('*/*', { size: 'x', 'a/b': 1 })).json<{ message: string }>().message
  t.strictSame(rest, {
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    detail: message,
    code: 'validation-failed',
  })
  t.strictSame(problems.map(({ pointer, code }) => `${pointer} ${code}`).sort(), [
    '/a~1b unknown-property',
    '/name required',
    '/size type',
  ])
  for (const [accept, expected] of [
    [`application/json, ${problem}`, `${problem}; charset=utf-8`],
    [`application/json;q=0.5, ${problem};q=0.5`, `${problem}; charset=utf-8`],
    [`*/*, ${problem}`, `${problem}; charset=utf-8`],
    [`${problem}, application/ld+json`, `${problem}; charset=utf-8`],
    [`application/json, ${problem};q=0.9`, 'application/json; charset=utf-8'],
    [`*/*, ${problem};q=0.9`, 'application/json; charset=utf-8'],
    [`application/json, ${problem};q=0`, 'application/json; charset=utf-8'],
    ['application/*', 'application/json; charset=utf-8'],
  ] as const) {
    t.equal((await send(accept, {})).headers['content-type'], expected, accept)
    t.equal((await send(accept, { name: 'a', size: 1 })).statusCode, 200, accept)
  }
  t.match((await send(problem, { name: 'a', size: 1 })).headers, { 'content-type': /^application\/json/ })
  t.match((await send(problem, '{')).json(), {
    code: 'invalid-json',
    problems: [{ pointer: '', code: 'invalid-json', params: { line: 1, column: 2 } }],
  })
  for (const [url, status, code] of [
    ['/api/none/x/y', 404, 'not-found'],
    ['/api/things?colour=red', 400, 'unknown-query-parameter'],
    ['/api/things?limit=1&limit=2', 400, 'invalid-query-parameter'],
    ['/api/broken', 500, 'internal-error'],
    ['/api/%zz', 400, 'malformed-request'],
    [`/api/movie/${'x'.repeat(2000)}`, 404, 'not-found'],
  ] as const) {
    const body = (await app.inject({ url, headers: { accept: problem } })).json<object>()
    t.match(body, { status, code })
    t.notOk('problems' in body, 'problems are for bodies')
  }
})

t.test('an error from another copy of the package is recognised', async t => {
  const app = await start(t)
  const folder = t.testdir()
  for (const part of ['kernel', 'lib', 'chunks'].filter(part => existsSync(join(modulesRoot, part)))) {
    const filter = (path: string): boolean => statSync(path).isDirectory() || path.endsWith('.js')
    cpSync(join(modulesRoot, part), join(folder, part), { recursive: true, filter })
  }
  const copy = (await import(pathToFileURL(join(folder, 'kernel', 'errors.js')).href)) as typeof errors
  t.not(copy.NotFound, NotFound)
  for (const [error, kind, status, code] of [
    [new copy.NotFound('not here'), NotFound, 404, 'not-found'],
    [new copy.ValidationFailed([], () => ''), BadRequest, 400, 'validation-failed'],
    [new copy.WriteRefused('stale', 3), WriteRefused, 409, 'write-refused'],
    [new copy.StoreUnavailable(), StoreUnavailable, 503, 'store-unavailable'],
  ] as const) {
    t.ok(error instanceof kind && error instanceof ServiceError, code)
    t.notOk(error instanceof Forbidden, code)
    Object.assign(globalThis, { thrown: error })
    const answer = await app.inject({ url: '/api/throws', headers: { accept: 'application/problem+json' } })
    t.match(answer.json(), { status, code, detail: error.message })
  }
})

t.test('a query string is limited to the parameters of its schema', async t => {
  const app = await start(t)
  for (const [query, problem] of [
    ['limit=abc', /^query parameter "limit" must be an integer$/],
    ['limit=10', /^query parameter "limit" must be at most 9$/],
    ['limit=1&deep=yes', /^query parameter "deep" must be a boolean$/],
    ['', /^query parameter "limit" is required$/],
  ] as const) {
    const answer = await app.inject({ url: `/api/typed?${query}`, headers: { accept: 'application/problem+json' } })
    t.match(answer.json(), { status: 400, code: 'invalid-query-parameter', detail: problem }, query)
  }
  t.strictSame((await app.inject('/api/typed?limit=3&deep=true')).json(), { limit: 3, deep: true })
})

t.test('a request whose handler hangs is answered, and the plugin is named', async t => {
  const lines: string[] = []
  const stream = new Writable({ write: (line: Buffer, _encoding, done) => done(void lines.push(line.toString())) })
  const app = await start(t, { logger: fastify({ logger: { level: 'info', stream } }).log })
  const answer = await app.inject({ url: '/api/hangs', headers: { accept: 'application/problem+json' } })
  t.match(answer.json(), { status: 503, code: 'handler-timeout' })
  t.ok(answer.headers['retry-after'])
  const ofRequest = lines.filter(line => line.includes('"reqId"'))
  t.match(
    ofRequest.map(line => JSON.parse(line) as object),
    [{ plugin: 'probe', route: '/api/hangs', msg: /did not answer in time/ }],
  )
  t.equal(ofRequest[0]?.split('"plugin":').length, 2, 'a line names the plugin once')
  const detailOf = async (method: 'POST' | 'PUT'): Promise<[unknown, unknown]> => {
    const late = await app.inject({ method, url: '/api/hangs', headers: { accept: 'application/problem+json' } })
    return [late.json<{ detail: string }>().detail, late.headers['retry-after']]
  }
  t.match(await detailOf('POST'), [/in time$/, '5'], 'a query in a body changes nothing')
  t.match(await detailOf('PUT'), [/may have been done all the same/, undefined])
})

t.test('the answer of a handler after its time limit is dropped', async t => {
  const lines: string[] = []
  const stream = new Writable({ write: (line: Buffer, _encoding, done) => done(void lines.push(line.toString())) })
  const app = await start(t, { logger: fastify({ logger: { level: 'trace', stream } }).log })
  for (const route of ['/api/late-value', '/api/late-send', '/api/late-reply', '/api/late-error']) {
    let release = (): void => undefined
    Object.assign(globalThis, { released: new Promise<void>(resolve => (release = resolve)) })
    t.equal((await app.inject(`${route}?code=hunter2`)).statusCode, 503, route)
    lines.length = 0
    release()
    await new Promise(setImmediate)
    const [line, ...others] = lines.map(text => JSON.parse(text) as Record<string, unknown>)
    t.match(line, { level: 20, plugin: 'probe', route, msg: 'a late answer was dropped' })
    t.strictSame(others, [])
    t.notMatch(lines.join(''), /hunter2|already sent|reply\.sent/i)
    t.equal(lines[0]?.split('"plugin":').length, 2, 'a line names the plugin once')
  }
  for (const url of ['/api/broken', '/api/typed?limit=abc', '/api/none', '/api/hangs']) await app.inject(url)
  t.ok(lines.some(line => line.includes('request failed')))
  for (const line of lines) t.equal(JSON.stringify(JSON.parse(line)), line.trim(), 'no key is there twice')
})

t.test('startup fails with a reason: routes', async t => {
  const directory = t.testdir({
    'one.mjs': plugin('one', "app.get('/api/books/:id', { config: { access: 'public' } }, () => 'one')"),
    'two.mjs': plugin('two', "app.get('/api/books/:key', { config: { access: 'public' } }, () => 'two')"),
    'odd.mjs': plugin('odd', "app.get('/api/odd', { config: { access: 'publik' } }, () => 'odd')"),
  })
  const build = (plugins: Config['plugins']) =>
    buildApp({ ...loadConfig({}, directory), directory, plugins }, { logger: false, store: noStore() })
  await t.rejects(build({ './one.mjs': true, './two.mjs': true }), {
    name: 'ConfigurationError',
    message:
      'plugin "two" failed to start: the route GET /api/books/:key already belongs to plugin "one", as /api/books/:id',
  })
  await t.rejects(build({ './odd.mjs': true }), {
    name: 'ConfigurationError',
    message: /GET \/api\/odd of plugin "odd" declares the unknown config\.access "publik"/,
  })
})

t.test('answers are compressed', async t => {
  const app = await start(t)
  const vary = 'Accept, Cookie, Authorization, Accept-Encoding'
  const ask = (url: string, accepted: string, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: { 'accept-encoding': accepted } })
  for (const words of [400, 100_000]) {
    const url = `/api/tagged?words=${words}`
    const plain = await app.inject(url)
    t.match(plain.headers, { vary, etag: '"x.1"', 'content-length': String(plain.rawPayload.length) })
    t.notOk(plain.headers['content-encoding'])
    for (const [accepted, coding, decode] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, *', 'gzip', gunzipSync],
    ] as const) {
      const got = await ask(url, accepted)
      const name = `${words} words, ${accepted}`
      t.match(got.headers, { 'content-encoding': coding, vary, etag: 'W/"x.1"' }, name)
      t.ok(got.rawPayload.length < plain.rawPayload.length / 10, name)
      t.equal(decode(got.rawPayload).toString(), plain.payload, name)
      const { 'content-length': length = String(got.rawPayload.length) } = got.headers
      t.equal(length, String(got.rawPayload.length), name)
      const head = await ask(url, accepted, 'HEAD')
      const changing = { date: undefined, 'x-request-id': undefined, 'transfer-encoding': undefined }
      t.strictSame({ ...head.headers, ...changing }, { ...got.headers, ...changing }, `HEAD: ${name}`)
      t.equal(head.payload, '')
    }
    t.notOk((await ask(url, 'deflate')).headers['content-encoding'], 'only gzip and Brotli')
  }
  for (const url of [
    '/api/tagged?words=100',
    '/api/admin/tagged?words=400',
    '/api/lines',
    '/api/follow',
    '/api/page',
  ]) {
    const { headers } = await ask(url, 'gzip, br')
    t.notOk(headers['content-encoding'], url)
    t.notMatch(headers.etag, /^W/, url)
  }
  const off = await start(t, { http: { compression: false } })
  const answer = await off.inject({ url: '/api/tagged?words=400', headers: { 'accept-encoding': 'br' } })
  t.match([answer.headers['content-encoding'], answer.headers.etag], [undefined, '"x.1"'])
})

t.test('a request to the root of the API is answered with starting points', async t => {
  const app = await start(t)
  for (const url of ['/api', '/api?x=1']) {
    const answer = await app.inject(url)
    t.equal(answer.statusCode, 404, url)
    t.match(answer.json(), { message: /\/api\/docs.*\/api\/resource-types/ }, url)
  }
})

t.test('of most query parameters only the names are logged', async t => {
  t.equal(
    loggedUrl('/api/note?q=ada&filter_field=name&filter_value=ada&_filter%5Bname%5D[eq]=ada&limit=5'),
    '/api/note?q=…&filter_field=…&filter_value=…&_filter%5Bname%5D[eq]=…&limit=5',
  )
  t.equal(
    loggedUrl(
      '/api/auth/login?invitation=a&%69nvitation=b&code=c&state=d&return_to=/x?y=z&%6cimit=e&unknown=f&flag&=g',
    ),
    '/api/auth/login?invitation=…&%69nvitation=…&code=…&state=…&return_to=…&%6cimit=…&unknown=…&flag&=…',
  )
})

t.test('the error codes are documented', async t => {
  const text = readFileSync(join(packageRoot, 'docs', 'errors.md'), 'utf8')
  const [codes = ''] = text.split(/^## Problems$/m)
  const rows = [...codes.matchAll(/^\| `([a-z-]+)` *\| (\d{3}) *\|/gm)]
  t.strictSame(Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)])), { ...errorCodes })
})

t.test('the problem for a slow query names the fields without an index', async t => {
  const app = await start(t)
  const problemOf = async (error: Error, method: 'GET' | 'POST' = 'GET'): Promise<object> => {
    Object.assign(globalThis, { thrown: error })
    return (await app.inject({ method, url: '/api/throws', headers: { accept: 'application/problem+json' } })).json()
  }
  t.match(await problemOf(new QueryTooSlow(['note'])), { status: 503, code: 'query-too-slow', fields: ['note'] })
  const indexed = await problemOf(new QueryTooSlow(['note']).withRemedy({ index: ['genre', '-year'] }))
  t.match(indexed, { detail: /no index serves the filter on note; .* add \["genre", "-year"\] to x-indexes/ })
  t.match(indexed, { fields: ['note'], index: ['genre', '-year'] })
  t.notOk('fields' in (await problemOf(new QueryTooSlow([]))), 'nothing is named when there are no such fields')
  t.match(
    await problemOf(new QueryTooSlow(['note']), 'POST'),
    { status: 503, code: 'store-unavailable', detail: /did not answer in time; nothing was changed/ },
    'who asked for a change did not ask for a list',
  )
})

/** What another copy of the package throws: the same codes, other classes. */
const fromOtherCopy = (...codes: string[]): Error =>
  Object.assign(new Error('from another copy'), { [Symbol.for('plinth.error.codes')]: codes })

t.test('errors are recognised by their codes', async t => {
  const error = new NotUnique('slug')
  t.strictSame(codesOfError(error), ['not-unique', 'conflict', 'service-error', 'plinth-error'])
  for (const known of [NotUnique, Conflict, ServiceError, PlinthError, Error]) t.ok(error instanceof known, known.name)
  for (const other of [BadRequest, NotFound, UniqueViolation]) t.notOk(error instanceof other, other.name)
  const foreign: unknown = fromOtherCopy('not-unique', 'conflict', 'service-error', 'plinth-error')
  t.ok(foreign instanceof Conflict && foreign instanceof NotUnique, 'an error of another copy of the package')
  t.notOk(foreign instanceof BadRequest)
  for (const nothing of [undefined, null, 'conflict', {}, new Error('conflict'), { code: 'conflict' }]) {
    t.strictSame(codesOfError(nothing), [])
    t.notOk((nothing as unknown) instanceof Conflict)
  }
})

t.test('a class without a code of its own is compared as JavaScript does', async t => {
  class Special extends BadRequest {}
  const special = new Special('x')
  t.ok(special instanceof Special && special instanceof BadRequest)
  t.notOk(
    (new BadRequest('x') as unknown) instanceof Special,
    'it does not match everything with the code of its parent',
  )
  t.match(special, { name: 'Special', code: 'bad-request', message: 'x' })
})

t.test('code, problems and part', async t => {
  const cause = new Error('why')
  const problems = [{ pointer: '/a', code: 'required', message: 'is required' }]
  const error = new BadRequest('a: is required', { code: 'validation-failed', problems, part: 3, cause })
  t.match(error, { name: 'InvalidInput', code: 'validation-failed', problems, part: 3, cause })
  t.ok(error instanceof BadRequest, 'another code for programs does not change the class')
  const plain = new Forbidden('no')
  t.match(plain, { code: 'forbidden', problems: [], part: undefined, message: 'no' })
  t.notOk(Object.hasOwn(plain, 'cause'))
  t.match(new PayloadTooLarge('x'), { code: 'payload-too-large' })
})

t.test('messages', async t => {
  t.match(new NotUnique('a/b'), {
    message: 'a/b: another resource has this value already',
    problems: [{ pointer: '/a~1b', code: 'not-unique' }],
  })
  t.match(new UniqueViolation('slug'), { code: 'not-unique', property: 'slug', message: /slug cannot be unique/ })
  t.match(new StoreUnavailable(), { message: /cannot be reached .*nothing was changed/ })
  t.match(new WriteRefused('stale', 2), { reason: 'stale', index: 2, property: undefined, message: /stale/ })
  t.match(new WriteRefused('unique', 0, 'slug'), { message: 'slug is already in use', property: 'slug' })
  t.match(new QueryTooSlow([]), { message: /ask for less/, fields: [] })
  t.match(new QueryTooSlow(['note', 'size']), { message: /no index serves the filter on note, size/ })
  const configuration = new ConfigurationError('x', { plugin: 'site', exitCode: 2 })
  t.match(configuration, { plugin: 'site', exitCode: 2 })
  t.equal(new ConfigurationError('x').exitCode, undefined)
})

t.test('a body with very many failures', async t => {
  const failures = Array.from({ length: 120 }, (_, at) => ({
    pointer: `/${at}`,
    field: `${at}`,
    code: 'type',
    message: 'must be a string',
  }))
  const error = new ValidationFailed(failures, ({ field, message }) => `${field}: ${message}`)
  t.equal(error.problems.length, 100)
  t.match(error.message, /^0: must be a string; 1: .*; 99: must be a string; and 20 more$/)
  t.strictSame(error.problems[1], { pointer: '/1', code: 'type', message: 'must be a string' }, 'no further members')
  const same = new ValidationFailed(failures.slice(0, 3), () => 'the same words')
  t.equal(same.message, 'the same words', 'nothing is repeated')
  t.equal(same.problems.length, 3)
})

testWithStore('a write names the user as whom it is meant', async (t, { request }) => {
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

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import type { Config } from '../../kernel/index.ts'
import { packageRoot } from '../../kernel/package-root.ts'
import { buildTestApp } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { startPeopled } from '../../testing/internal/people.ts'
import { badPlugins, keptLog, withBad } from '../../testing/internal/bad-plugins.ts'
import type { LogLine } from '../../testing/internal/bad-plugins.ts'

const example = join(packageRoot, 'docs', 'examples', 'openapi-extension')
const { plugins: defaults } = loadConfig({})

async function lend(t: Test, url?: string): Promise<void> {
  const { logger, lines } = keptLog()
  const openapi = { document: join(example, 'api.yaml'), answers: 'refuse' }
  const plugins = { ...defaults, openapi, './index.mjs': true }
  const app = await buildTestApp({ plugins, logger, config: { directory: example }, ...(url !== undefined && { url }) })
  t.teardown(() => app.close())
  t.equal((await app.request('POST', '/api/books', { isbn: '1', title: 'Emma' })).statusCode, 201)
  const loan = (query: string, card: string) =>
    app.request('POST', `/api/books/1/loan?${query}`, undefined, { 'x-library-card': card })
  const lent = await loan('until=2030-01-31', '1234')
  t.strictSame([lent.statusCode, lent.json()], [200, { lent: true, until: '2030-01-31' }], lent.body)
  t.equal(lent.headers['x-library-card'], '1234')
  t.match(lines.at(-1), { msg: 'operation', operation: 'post /books/{isbn}/loan', status: 200 }, 'the outer one logs')
  t.strictSame((await app.request('GET', '/api/books/1')).json(), { isbn: '1', title: 'Emma', lentTo: '1234' })
  t.match((await loan('until=2030-01-31', '12')).json(), { message: /X-Library-Card/ })
  t.match((await loan('until=soon', '1234')).json(), { message: /until \(query\) must be/ })
  const again = await loan('until=2030-01-31', '5678')
  t.match([again.statusCode, again.json()], [409, { message: 'somebody else has it' }])
  t.match(lines.at(-1), { msg: 'operation', status: 409 })
  const none = await app.request('POST', '/api/books/2/loan?until=2030-01-31', undefined, { 'x-library-card': '1234' })
  t.equal(none.statusCode, 404)
}

t.test('the example of the documentation works (SQLite)', t => lend(t))
t.test('the example of the documentation works (MongoDB)', async t => {
  const url = await ownDatabase()
  if (url === undefined) t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
  else await lend(t, url)
})

t.test('a controller that requires a right gets only requests of users who have it', async t => {
  const openapi = { document: join(example, 'api.yaml') }
  const people = { root: { role: 'admin' }, mia: { role: 'member' }, vic: { role: 'viewer' } }
  const modules = { 'library.mjs': readFileSync(join(example, 'index.mjs'), 'utf8') }
  const { as } = await startPeopled(t, people, { plugins: { openapi }, modules })
  await as('root')('POST', '/api/books', { isbn: '1', title: 'Emma' })
  const loan = (name: string, path: string) =>
    as(name)('POST', `/api/books/${path}`, undefined, { 'x-library-card': '1234' })
  t.equal((await loan('nobody', '1/loan')).statusCode, 401)
  for (const path of ['1/loan?until=2030-01-31', '2/loan?until=2030-01-31', '1/loan?until=soon']) {
    t.equal((await loan('vic', path)).statusCode, 403, path)
  }
  t.equal((await loan('mia', '1/loan?until=2030-01-31')).statusCode, 200)
})

/** A document with one path per operation. */
const documentOf = (operations: Record<string, object>): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: Object.fromEntries(
      Object.entries(operations).map(([name, operation]) => [
        `/ext/${name}`,
        { get: { ...operation, responses: { 200: { description: 'ok' } } } },
      ]),
    ),
  })

interface Served extends TestApp {
  lines: LogLine[]
}

async function serve(t: Test, operations: Record<string, object>, plugins: Config['plugins']): Promise<Served> {
  const { logger, lines } = keptLog()
  const directory = t.testdir({ 'api.json': documentOf(operations) })
  const openapi = { document: join(directory, 'api.json'), timeout: 200 }
  const app = await buildTestApp({ plugins: { ...plugins, openapi }, logger, config: { directory: badPlugins } })
  t.teardown(() => app.close())
  return { ...app, lines }
}

const well = { 'x-controller': 'Well' }

t.test('errors of middleware and controllers end only that request, and are attributed to their plugin', async t => {
  const cases: Record<string, [operation: object, status: number, message: RegExp]> = {
    throws: [{ ...well, 'x-middleware': ['Throws'] }, 500, /its middleware "Throws" failed: secret reason/],
    nothing: [{ ...well, 'x-middleware': ['ThrowsNothing'] }, 500, /"ThrowsNothing" failed: undefined/],
    after: [{ ...well, 'x-middleware': ['ThrowsAfter'] }, 500, /"ThrowsAfter" failed: secret reason/],
    hangs: [{ ...well, 'x-middleware': ['Passes', 'Hangs'] }, 503, /the middleware Hangs did not finish within 0\.2 s/],
    late: [{ ...well, 'x-middleware': ['HangsAfter', 'Passes'] }, 503, /the middleware HangsAfter did not finish/],
    twice: [{ ...well, 'x-middleware': ['Twice'] }, 500, /"Twice" failed: it called next twice/],
    silent: [
      { ...well, 'x-middleware': ['Mends', 'TwiceInSilence'] },
      500,
      /"TwiceInSilence" failed: it called next twice/,
    ],
    loose: [{ ...well, 'x-middleware': ['DoesNotWait'] }, 500, /"DoesNotWait" failed: it did not wait for next/],
    empty: [{ ...well, 'x-middleware': ['NoAnswer'] }, 500, /"NoAnswer" failed: it answers with what is no answer/],
    status: [{ ...well, 'x-middleware': ['Status'] }, 500, /"Status" failed: it answers with what is no answer/],
    header: [{ ...well, 'x-middleware': ['Header'] }, 500, /"Header" failed: it answers with what is no answer/],
    circular: [{ ...well, 'x-middleware': ['Circular'] }, 500, /"Circular" failed: .*circular/],
    throwing: [
      { 'x-controller': 'Throws', 'x-middleware': ['Passes'] },
      500,
      /its controller "ThrowsController" failed: secret/,
    ],
    hanging: [
      { 'x-controller': 'Hangs', 'x-middleware': ['RequestID'] },
      503,
      /the controller HangsController did not/,
    ],
    silence: [{ 'x-controller': 'Nothing' }, 500, /"NothingController" failed: it answers with what is no answer/],
  }
  const operations = Object.fromEntries(Object.entries(cases).map(([name, [operation]]) => [name, operation]))
  const others = {
    well: { ...well, 'x-middleware': ['RequestID', 'Passes'] },
    mended: { 'x-controller': 'Throws', 'x-middleware': ['Mends'] },
    recovered: { 'x-controller': 'Throws', 'x-middleware': ['Logger', 'Recover', 'RequestID'] },
  }
  const app = await serve(t, { ...operations, ...others }, withBad('extensions'))
  for (const [name, [, status, message]] of Object.entries(cases)) {
    const answer = await app.request('GET', `/api/ext/${name}`)
    t.equal(answer.statusCode, status, `${name} ${answer.body}`)
    if (status === 500) t.strictSame(answer.json(), { message: 'internal server error' }, name)
    t.match(app.lines.at(-1), { level: 50, err: { plugin: 'bad-extensions', message } }, name)
  }
  const { data } = (await app.request('GET', '/api/admin/plugins?limit=100')).json<{
    data: { name: string; errors: { part?: string }[] }[]
  }>()
  const booked = data.find(({ name }) => name === 'bad-extensions')?.errors ?? []
  t.equal(booked.length, Object.keys(cases).length)
  t.match(booked[0], { part: 'called by openapi', route: '/api/ext/silence' })
  t.strictSame(data.find(({ name }) => name === 'openapi')?.errors, [])

  const answered = await app.request('GET', '/api/ext/well')
  t.strictSame([answered.statusCode, answered.json()], [200, { well: true }])
  t.ok(answered.headers['x-request-id'])
  t.strictSame((await app.request('GET', '/api/ext/mended')).json(), { mended: true }, 'the features of middleware')
  const recovered = await app.request('GET', '/api/ext/recovered')
  t.strictSame([recovered.statusCode, recovered.json()], [500, { message: 'internal server error' }])
  t.match(app.lines.at(-2), { msg: 'the operation failed', err: { plugin: 'bad-extensions' } })
  t.match(app.lines.at(-1), { msg: 'operation', status: 500 })
})

t.test('invalid contributions stop startup and name their plugin', async t => {
  const plugin = (contributes: string): string =>
    `export default { name: 'odd', version: '1.0.0', requires: [], provides: [], contributes: ${contributes}, register: () => ({}) }`
  const fail = "() => { throw new Error('no luck') }"
  const cases: [contributes: string, operation: object, message: RegExp][] = [
    ['{ openapiControllers: {} }', {}, /plugin "odd": openapiControllers must be a list/],
    ["{ openapiMiddleware: [{ name: 'X' }] }", {}, /plugin "odd": openapiMiddleware must be a list/],
    [
      `{ openapiMiddleware: [{ name: 'Logger', attach: ${fail} }] }`,
      {},
      /"odd": there is a middleware "Logger" already, of plugin "openapi"/,
    ],
    [`{ openapiControllers: [{ name: 'View', attach: ${fail} }] }`, {}, /"odd": there is a controller "View" already/],
    [
      `{ openapiControllers: [{ name: 'X', attach: ${fail} }] }`,
      { 'x-controller': 'X' },
      /"odd": X cannot be attached to GET \/ext\/a: no luck/,
    ],
    [
      "{ openapiMiddleware: [{ name: 'X', attach: () => 1 }] }",
      { 'x-middleware': ['X'] },
      /"odd": X cannot be attached .*no function/,
    ],
    [
      `{ openapiControllers: [{ name: 'X', fits: ${fail}, attach: ${fail} }] }`,
      {},
      /X cannot say whether it fits: no luck/,
    ],
  ]
  for (const [index, [contributes, operation, message]] of cases.entries()) {
    const module = `odd-${index}.mjs` // modules are loaded once
    const directory = t.testdir({ [module]: plugin(contributes), 'api.json': documentOf({ a: operation }) })
    const plugins = { ...defaults, openapi: { document: join(directory, 'api.json') }, [`./${module}`]: true }
    await t.rejects(buildTestApp({ plugins, logger: false, config: { directory } }), { message }, contributes)
  }
})

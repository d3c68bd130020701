import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createGzip, gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json/index.ts'
import { onEachStore, ownDatabase, testApp } from '../../testing/internal/each-store.ts'
import { keptLog } from '../../testing/internal/bad-plugins.ts'
import { startPeopled, type People } from '../../testing/internal/people.ts'
import { until } from '../../testing/internal/until.ts'
import { buildTestApp, type TestApp } from '../../testing/index.ts'
import type { JobRun } from '../jobs/contract.ts'
import {
  hasEnded,
  load,
  mediaTypes,
  ndjson,
  nothing,
  reached,
  reportOf,
  start,
  startExport,
  withTypes,
  type Format,
} from './testing-imports.ts'

t.test('a type is inferred from a file and nothing is written', async t => {
  const app = await testApp(t, undefined)
  const infer = async (format: Format, body: string | Buffer, query = '', headers = {}) => {
    const { statusCode, payload } = await app.app.inject({
      method: 'POST',
      url: `/api/resource-types/_infer${query}`,
      headers: { 'content-type': mediaTypes[format], ...headers },
      payload: body,
    })
    return { status: statusCode, answer: JSON.parse(payload) as JsonObject }
  }
  const films = [
    { Title: 1776, 'US Gross': 1, Released: 'Jun 12 1998', Source: null },
    { Title: 'Up', 'US Gross': 2, Released: 'May 29 2009', Source: 'Book', Crew: { 'Art Director': 'Ada' } },
    { Title: 'Heat', 'US Gross': 3, Released: 'Dec 15 1995', Source: 'x' },
  ]
  const whole = JSON.stringify(films)
  const { status, answer } = await infer('json', whole)
  t.equal(status, 200)
  t.match(answer, {
    schema: {
      properties: {
        title: { title: 'Title', type: 'string' },
        released: { format: 'date' },
        source: { type: ['string', 'null'] },
      },
      required: ['title', 'usGross', 'released'],
    },
    mapping: { Title: 'title', 'US Gross': 'usGross', Released: 'released', 'Crew.Art Director': 'crew.Art Director' },
    conversions: [
      { column: 'Title', property: 'title', rows: 1, example: { from: 1776, to: '1776' } },
      { column: 'Released', date_form: 'Mon DD YYYY', example: { to: '1998-06-12' } },
    ],
    rows: 3,
  })
  t.equal((await app.request('GET', '/api/resource-types/film')).statusCode, 404)
  t.match((await infer('json', whole.slice(0, -20))).answer, { rows: 2 }, 'an incomplete row is left out')
  t.match(await infer('json', whole.slice(0, -20), '?whole=true'), {
    status: 400,
    answer: { message: /the file ends/ },
  })
  t.match(await infer('csv', gzipSync('a,b\n1,x\n2,y\n'), '', { 'content-encoding': 'gzip' }), {
    answer: { rows: 2, schema: { properties: { a: { type: 'integer' } } } },
  })
  t.match(await infer('csv', 'a,b\n1\n'), { status: 400, answer: { message: /no row that can be read; line 2/ } })
  t.equal((await infer('csv', `a\n${'x'.repeat(9 * 1024 * 1024)}\n`)).status, 413)
  t.equal(
    (await infer('csv', gzipSync(`a\n${`${'x'.repeat(10_000)}\n`.repeat(900)}`), '', { 'content-encoding': 'gzip' }))
      .status,
    413,
  )

  await app.request('POST', '/api/resource-types', { name: 'Film', slug: 'film', schema: answer['schema'] })
  const { mapping = {} } = answer
  const columns = Object.entries(isObject(mapping) ? mapping : {}).map(([column, property]): [string, string] => [
    `mapping[${column}]`,
    String(property),
  ])
  for (const query of [new URLSearchParams(columns).toString(), 'mapping=titles']) {
    const loaded = await load(app, `film/_import?${query}`, 'json', whole)
    t.equal(Number(loaded.result['loaded']) + Number(loaded.result['there']), 3, JSON.stringify(loaded))
  }
  t.equal(
    ((await app.request('GET', '/api/film?count=true')).json() as { total: number }).total,
    3,
    'both ways load the same rows',
  )

  const { paths } = (await app.request('GET', '/api/openapi.json')).json() as { paths: Record<string, object> }
  t.match(paths['/api/resource-types/_infer'], { post: { requestBody: { content: { 'text/csv': {} } } } })
  t.ok(Object.keys(paths).some(path => path.endsWith('/_import')))
})

/** An import whose body is written step by step. */
async function open(base: string, path: string, headers: Record<string, string> = {}) {
  const sending = httpRequest(`${base}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': mediaTypes.ndjson, ...headers },
  })
  const answered = once(sending, 'response').then(([response]) => {
    const answer = response as IncomingMessage
    return answer.on('error', () => undefined) // the test itself ends the connection
  })
  answered.catch(() => undefined)
  return {
    sending,
    answered,
    async write(text: string): Promise<void> {
      if (!sending.write(text)) await once(sending, 'drain')
    },
  }
}

async function* messages(response: IncomingMessage): AsyncGenerator<JsonObject> {
  let unfinished = ''
  for await (const chunk of response.iterator({ destroyOnReturn: false })) {
    const lines = (unfinished + String(chunk)).split('\n')
    unfinished = lines.pop() ?? ''
    for (const line of lines) {
      const message: Json = JSON.parse(line)
      if (isObject(message)) yield message
    }
  }
}

const numbered = (from: number, to: number): string =>
  ndjson(Array.from({ length: to - from }, (_, at) => ({ title: `Task ${from + at}` })))

t.test('a client that does not read the answer', async t => {
  const app = await testApp(t, undefined) // the rows are refused before they reach a store
  await withTypes(app)
  const unread = await open(await app.listen(), 'task/_import?rejects=true')
  const refused = ndjson(Array.from({ length: 1000 }, () => ({ unknown: 'z'.repeat(1000) })))
  for (let sent = 0; sent < 15; sent++) await unread.write(refused)
  unread.sending.end()
  const lines: JsonObject[] = []
  for await (const message of messages(await unread.answered)) if (!('reject' in message)) lines.push(message)
  t.match(lines.at(-1), { result: { refused: 15_000 } }, 'the whole file is read, although nobody reads the answer')
})

const kept = keptLog()
onEachStore(
  'connections that end',
  async (t, app) => {
    await withTypes(app)
    const base = await app.listen()
    const cut = await open(base, 'task/_import')
    await cut.write(numbered(0, 2500))
    for await (const { progress } of messages(await cut.answered)) {
      if (isObject(progress) && Number(progress['loaded']) >= 2000) break
    }
    kept.lines.length = 0
    cut.sending.destroy()
    await until(() => kept.lines.some(({ msg }) => msg.startsWith('an import was cut off')))
    const repeated = await load(app, 'task/_import', 'ndjson', numbered(0, 2600))
    t.strictSame(repeated.result, { ...nothing, loaded: 600, there: 2000 })
    const { total } = (await app.request('GET', '/api/task?count=true')).json() as { total: number }
    t.equal(total, 2600, 'no row is loaded twice')

    const keeping = await open(base, 'task/_import', { prefer: 'respond-async' })
    await keeping.write(' '.repeat(3 * 1024 * 1024))
    await until(async () => (await keptRows(app)) > 2)
    keeping.sending.destroy()
    await until(async () => (await keptRows(app)) === 0)
  },
  [],
  { logger: kept.logger },
)

/** The number of documents that are kept of bodies. */
async function keptRows(app: TestApp): Promise<number> {
  const { collections } = (await app.request('GET', '/api/admin/store/stats')).json<{
    collections: { name: string; rows: number }[]
  }>()
  const kept = collections.filter(({ name }) => name.startsWith('_transfer_'))
  return kept.reduce((sum, { rows }) => sum + rows, 0)
}

onEachStore('each row is judged alone, however much checking the rows before it took', async (t, app) => {
  const schema = {
    type: 'object',
    properties: { n: { type: 'integer' }, v: { type: 'array', items: { type: 'number' } } },
  }
  await app.request('POST', '/api/resource-types', { name: 'Series', slug: 'series', schema })
  const v = Array.from({ length: 30_000 }, (_, at) => at % 10)
  const rows = ndjson(Array.from({ length: 12 }, (_, n) => ({ n, v })))
  for (const query of ['?dry_run=true', ''])
    t.strictSame((await load(app, `series/_import${query}`, 'ndjson', rows)).result, { ...nothing, loaded: 12 })
})

onEachStore('a row is judged before it counts as there', async (t, app) => {
  const types = {
    land: { code: { type: 'string', 'x-unique': true }, name: { type: 'string' } },
    port: {
      id: { type: 'integer', 'x-unique': true },
      land: { type: 'string' },
      lands: { type: 'array', items: { type: 'string' } },
    },
  }
  for (const [slug, properties] of Object.entries(types))
    await app.request('POST', '/api/resource-types', { name: slug, slug, schema: { type: 'object', properties } })
  await load(app, 'land/_import', 'csv', 'code,name\nDE,Twin\nFR,Twin\n')
  const rows = [
    { id: 1, land: 'DE' },
    { id: 2, land: 'XX' },
    { id: 3, lands: ['DE', 'YY'] },
    { id: 4, land: 'FR' },
  ]
  await load(app, 'port/_import', 'ndjson', ndjson(rows))
  const reference = { type: 'string', 'x-resource-type': 'land' }
  const properties = { ...types.port, land: reference, lands: { type: 'array', items: reference } }
  const changed = { name: 'port', slug: 'port', schema: { type: 'object', properties } }
  t.equal((await app.request('PUT', '/api/resource-types/port', changed)).statusCode, 200)
  for (const query of ['&dry_run=true', '', '']) {
    const { result, problems } = await load(app, `port/_import?key=id&match=code${query}`, 'ndjson', ndjson(rows))
    t.match(result, { refused: 2 })
    t.strictSame(problems.map(({ reason }) => reason).sort(), [
      'land: there is no land whose code is "XX"',
      'lands: there is no land whose code is "YY"',
    ])
  }
  const twins = await load(app, 'port/_import?key=id&match=name', 'ndjson', ndjson([{ id: 2, land: 'Twin' }]))
  t.match(twins, { result: { refused: 1 }, problems: [{ reason: /there are 2 of land/ }] })
  const stored = await load(app, 'port/_import?key=id', 'ndjson', ndjson([{ id: 2, land: 'XX' }]))
  t.match(stored.result, { there: 1 }, 'without match it is what is stored')
})

onEachStore('large bodies are kept, and imported by a run', async (t, app) => {
  await withTypes(app)
  const rows = numbered(0, 1500) + ndjson([{ name: 'x' }, { title: 'y', hours: 'z' }])
  const run = await start(app, 'task/_import?rejects=true', 'ndjson', gzipSync(rows), { 'content-encoding': 'gzip' })
  t.match(run, { name: 'transfer:import', state: 'running', attempt: 1, started_by: 'urn:user:admin' })
  const report = await reportOf(app, run)
  t.match((await reached(app, run, hasEnded)).progress, { done: 1502, total: 1502 })
  t.strictSame(report.result, { ...nothing, loaded: 1500, refused: 2 })
  t.match(report.rejects, [{ line: 1501 }, { line: 1502, data: { hours: 'z' } }])
  const direct = await load(app, 'task/_import?rejects=true', 'ndjson', rows)
  t.strictSame(report.rejects, direct.rejects)
  t.strictSame(report.problems, direct.problems)

  const padded = ndjson(Array.from({ length: 9 }, (_, n) => ({ title: `Padded ${n}` }))).replaceAll(
    '\n',
    `${' '.repeat(1024 * 1024)}\n`,
  )
  const large = await load(app, 'task/_import', 'ndjson', padded)
  t.match(large, { status: 200, progress: [], result: { loaded: 9 } }, 'what does not take long is answered at once')
  const waited = { prefer: 'respond-async, wait=20' }
  const refused: [path: string, format: Format, body: string, status: number][] = [
    ['task/_import?key=none', 'csv', 'title\nx\n', 400],
    ['none/_import', 'csv', 'title\nx\n', 404],
    ['task/_import', 'csv', 'a,a\n1,1\n', 400],
    ['_import', 'ndjson', '{"files": 1}', 400],
  ]
  for (const [path, format, body, status] of refused)
    t.equal((await load(app, path, format, body, waited)).status, status, path)
  const cut = await load(app, 'task/_import', 'json', `[${'{"title":"cut"},'.repeat(2000)}`, waited)
  t.match(cut, { status: 200, result: { loaded: 1000, error: /the file ends/ } })
  await until(async () => (await keptRows(app)) <= 2) // of the run that is recorded its result is kept for a while

  const copy = ndjson([
    { files: ['types.ndjson', 'resources/shelf.csv'] },
    { file: 'types.ndjson' },
    { row: { name: 'Shelf', slug: 'shelf', schema: { type: 'object' } }, line: 1 },
    { file: 'resources/shelf.csv' },
    { bytes: Buffer.from('@id,name\nurn:shelf:one,One\n').toString('base64') },
  ])
  const copied = (await reached(app, await start(app, '_import', 'ndjson', copy), hasEnded))['result']
  t.match(copied, [{ copy: { types: { created: ['shelf'] } } }, { result: { imports: [{ rows: 1, loaded: 1 }] } }])
})

t.test('limits of kept bodies', async t => {
  const plugins = { ...loadConfig({}).plugins, transfer: { maxKeptBytes: 10_000, maxImportsPerUser: 1 } }
  const app = await buildTestApp({ plugins })
  t.teardown(() => app.close())
  await withTypes(app)
  const rows = numbered(0, 1000)
  const refused = await load(app, 'task/_import', 'ndjson', rows, { prefer: 'respond-async' })
  t.match(refused, { status: 413, message: /can have 10000 bytes together \(maxKeptBytes\)/ })
  const quarter = await load(app, 'task/_import', 'ndjson', ndjson([{ title: 'x'.repeat(3_000) }]), {
    prefer: 'respond-async',
  })
  t.match(quarter, { status: 413, message: /those of a user 2500/ }, 'nobody takes the room of all')
  const unpacked = { prefer: 'respond-async', 'content-encoding': 'gzip' }
  t.equal(
    (await load(app, 'task/_import', 'ndjson', gzipSync(rows), unpacked)).status,
    413,
    'bytes are those of the rows',
  )
  t.equal(await keptRows(app), 0)
  t.match(
    (await load(app, 'task/_import', 'ndjson', rows)).result,
    { loaded: 1000 },
    'it can arrive without being kept',
  )
  const first = await open(await app.listen(), 'task/_import', { prefer: 'respond-async' })
  await first.write(' '.repeat(1000))
  await until(async () => (await keptRows(app)) === 1)
  t.equal((await load(app, 'task/_import', 'ndjson', '', { prefer: 'respond-async' })).status, 429)
  const async = { prefer: 'respond-async' }
  t.equal((await app.app.inject({ url: '/api/_export', headers: async })).statusCode, 429)
  first.sending.end(ndjson([{ title: 'last' }]))
  t.equal((await first.answered).statusCode, 202)
  await until(async () => (await app.app.inject({ url: '/api/_export', headers: async })).statusCode !== 429)
  const { data } = (await app.request('GET', '/api/admin/jobs?name=transfer:export')).json<{ data: [JobRun] }>()
  const ended = await reached(app, data[0], hasEnded)
  t.match(ended, { state: 'dead', error: { status: 413, detail: /can have 10000 bytes together \(maxKeptBytes\)/ } })
  await until(async () => (await keptRows(app)) <= 2) // of the import its result
  t.equal(
    (await app.app.inject({ url: '/api/_export' })).statusCode,
    200,
    'nothing is kept of what is answered at once',
  )
})

t.test('files with very many columns', async t => {
  const app = await testApp(t, undefined)
  await withTypes(app)
  const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `c${n}`)
  const row = (count: number): object => Object.fromEntries(names(count).map((name, n) => [name, n]))
  const columns = (count: number): string => `${names(count).join(',')}\n${names(count).fill('1').join(',')}\n`
  const infer = async (format: Format, body: string) => {
    const headers = { 'content-type': mediaTypes[format] }
    return app.app.inject({ method: 'POST', url: '/api/resource-types/_infer?whole=true', headers, payload: body })
  }
  const files: [Format, (count: number) => string][] = [
    ['csv', columns],
    ['ndjson', count => ndjson([row(count)])],
    ['json', count => JSON.stringify([row(count)])],
  ]
  for (const [format, file] of files) {
    for (const count of [1001, 6000]) {
      const refused = await load(app, 'task/_import', format, file(count))
      t.match([refused.status, refused.message], [400, /columns.*maxColumns/], `${format}, ${count}`)
      const inferred = await infer(format, file(count))
      t.match([inferred.statusCode, inferred.json().message], [400, /columns.*maxColumns/], `${format}, ${count}`)
    }
    t.equal((await infer(format, file(1000))).statusCode, 200)
    t.match((await load(app, 'task/_import', format, file(1000))).result, { refused: 1 }, 'it has no title')
  }
  const halves = ndjson([row(600), Object.fromEntries(names(600).map(name => [`d${name}`, 1]))])
  t.match((await infer('ndjson', halves)).json().message, /more than 1000 different columns/, 'of all rows together')
  const later = await load(app, 'task/_import', 'ndjson', ndjson([{ title: 'a' }, row(1001), { title: 'b' }]))
  t.match(later, {
    status: 200,
    result: { loaded: 2, refused: 1 },
    problems: [{ reason: /more than 1000 columns/, first: [{ row: 2 }] }],
  })
  const inside = await load(app, 'task/_import', 'ndjson', ndjson([{ title: 'c', inner: row(5001) }, { title: 'd' }]))
  t.match(inside, { result: { loaded: 1, refused: 1 }, problems: [{ reason: /more than 5000 members/ }] })
  const cells = await load(app, 'task/_import', 'csv', `title\ne\n${'x,'.repeat(20_000)}x\n`)
  t.match(cells, { result: { loaded: 1, refused: 1 }, problems: [{ reason: /has 20001 cells/ }] })
})

onEachStore('two imports of a user at once', async (t, app) => {
  await withTypes(app)
  const base = await app.listen()
  const start = async () => {
    const importing = await open(base, 'task/_import')
    await importing.write(ndjson([{ title: 'x' }]) + ' '.repeat(20_000))
    return importing
  }
  const finish = async ({ sending, answered }: Awaited<ReturnType<typeof open>>): Promise<void> => {
    sending.end('\n')
    for await (const message of messages(await answered))
      t.notOk(isObject(message['result']) && message['result']['error'])
  }
  const third = async (): Promise<number> => (await load(app, 'task/_import', 'csv', 'title\nthird\n')).status
  const [first, second] = [await start(), await start()]
  await Promise.all([first.answered, second.answered])
  const refused = await load(app, 'task/_import', 'csv', 'title\nthird\n')
  t.match(
    [refused.status, refused.message],
    [429, /a user can run 2 imports at once; wait until one of yours has ended/],
  )
  t.match((await load(app, 'task/_import?preview=true', 'csv', 'title\nx\n')).status, 200, 'a preview is no import')
  await finish(first)
  t.equal(await third(), 200, 'one has ended')
  const cut = await start()
  await cut.answered
  t.equal(await third(), 429)
  cut.sending.destroy()
  await until(async () => (await third()) === 200)
  for (const [path, type, body] of [
    ['task/_import', 'csv', ''],
    ['task/_import', 'csv', 'a,a\n1,1\n'],
    ['task/_import?key=none', 'csv', 'title\nx\n'],
    ['task/_import', 'json', '{'],
  ] as const)
    for (let times = 0; times < 3; times++) t.not((await load(app, path, type, body)).status, 429, 'refused files end')
  await finish(second)
  t.equal(await third(), 200)
})

t.test('a compressed file of 100 MB needs little memory', async t => {
  const app = await testApp(t, undefined)
  await withTypes(app)
  const base = await app.listen()
  const row = JSON.stringify({ title: 'x'.repeat(1_000_000), unknown: 'y'.repeat(40_000) })
  const count = 100
  const before = heldBytes()
  let most = 0
  let answers = 0
  async function* rows(): AsyncGenerator<string> {
    for (let sent = 0; sent < count; sent++) yield `${row}\n`
  }
  const packed = Readable.from(rows()).pipe(createGzip({ level: 1 }))
  const large = await fetch(`${base}/api/task/_import?rejects=true`, {
    method: 'POST',
    headers: { 'content-type': mediaTypes.ndjson, 'content-encoding': 'gzip' },
    body: packed,
    duplex: 'half',
  })
  const reader = large.body?.getReader()
  let last = ''
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    if (answers++ % 100 === 0) most = Math.max(most, heldBytes() - before)
    last = Buffer.from(read.value).toString().slice(-300)
  }
  t.match(last, /"refused":100\}\}\n$/)
  t.ok(answers > 1000, 'measured while it was read')
  t.ok(most < 50 * 1024 * 1024, `100 MB took ${Math.round(most / 1024 / 1024)} MiB`)
})

/** The memory of this process that is in use: what else is resident depends on when garbage is collected. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** A task with the title `held` is written, and tasks are exported for `eve`, when the test lets them go. */
const holding = `export default {
  name: 'holding', version: '1.0.0', requires: ['resources', 'resourceReader'], provides: [],
  register({ contracts: { resources, resourceReader } }) {
    const { select, callerScope } = resourceReader
    resourceReader.callerScope = caller => Object.assign(callerScope.call(resourceReader, caller), { caller })
    resourceReader.select = async (scope, type, query) => {
      if (scope.caller?.id === 'urn:user:eve' && type.slug === 'task') await globalThis['hold export']()
      return select.call(resourceReader, scope, type, query)
    }
    resources.addBehaviour({ name: 'hold', types: ['task'], before: async ({ data }) => {
      if (data.title === 'held') await globalThis['hold import']()
    } })
    return {}
  },
}`

t.test(
  'rights: users who cannot write, who cannot choose ids, and who lose their rights during the import',
  async (t: Test) => {
    const people: People = { root: { role: 'admin' }, mia: { role: 'member' }, vic: { role: 'viewer' } }
    const held = { isReached: false, letGo: (): void => undefined }
    const end = new Promise<void>(resolve => (held.letGo = resolve))
    Object.assign(globalThis, { 'hold import': () => ((held.isReached = true), end) })
    const modules = { 'holding.mjs': holding }
    const plugins = { 'dynamic-resources': { behaviourTimeout: 60_000 } }
    const { app, as } = await startPeopled(t, people, { url: await ownDatabase(), modules, plugins })
    const root = as('root')
    await withTypes({ request: root })
    await root('PUT', '/api/settings/roles', { roles: ['viewer'] })
    const [mia, vic] = [{ actor: 'mia' }, { actor: 'vic' }]
    t.equal((await load(app, 'task/_import', 'csv', 'title\nx\n')).status, 401)
    t.equal((await load(app, 'task/_import', 'csv', 'title\nx\n', vic)).status, 403)
    t.equal((await load(app, 'resource-types/_infer', 'csv', 'title\nx\n', mia)).status, 403)
    t.equal((await load(app, 'resource-types/_infer', 'csv', 'title\nx\n', { actor: 'root' })).status, 200)
    t.match((await load(app, 'task/_import', 'csv', 'title\nx\n', mia)).result, { loaded: 1 })
    t.match(
      (await load(app, 'task/_import', 'csv', 'title\nx\n', mia)).result,
      { there: 1 },
      'ids need no administrator',
    )
    const chosen = '@id,title\nurn:task:mine,Mine\n'
    const refused = await load(app, 'task/_import', 'csv', chosen, mia)
    t.match(refused, { result: { loaded: 0, refused: 1 }, problems: [{ reason: /only an administrator may choose/ }] })
    t.match((await load(app, 'task/_import', 'csv', chosen, { actor: 'root' })).result, { loaded: 1 })
    t.match(
      (await load(app, 'task/_import', 'csv', chosen, mia)).result,
      { there: 1 },
      'the id of an existing resource is allowed',
    )

    const none = ndjson([{ files: ['types.ndjson'] }, { file: 'types.ndjson' }])
    for (const [actor, status] of [
      ['mia', 403],
      ['root', 200],
    ] as const)
      t.equal((await load(app, '_import', 'ndjson', none, { actor })).status, status, 'a copy is for administrators')

    const base = await app.listen()
    const lasting = await open(base, 'task/_import', mia)
    await lasting.write(numbered(0, 1001))
    const answer = messages(await lasting.answered)
    for (let next = await answer.next(); next.done !== true; next = await answer.next()) {
      if (isObject(next.value['progress']) && Number(next.value['progress']['loaded']) >= 1000) break
    }
    people['mia'] = { role: 'viewer' }
    await lasting.write(numbered(1001, 2100))
    lasting.sending.end()
    let result: Json = null
    for await (const message of answer) result = message['result'] ?? result
    t.match(result, { loaded: 1000, error: /may not|allow|not be done/ })
    const count = async (): Promise<number> =>
      (await root('GET', '/api/task?count=true')).json<{ total: number }>().total
    t.equal(await count(), 1002, 'loaded rows stay')

    people['mia'] = { role: 'member' }
    // A batch ends after 4 MiB: the first one has six rows.
    const large = Array.from({ length: 5 }, (_, n) => ({ title: `${n}${'x'.repeat(900_000)}` }))
    const run = await start(app, 'task/_import', 'ndjson', ndjson([{ title: 'held' }, ...large, { title: 'y' }]), mia)
    await until(() => held.isReached)
    t.equal((await app.request('GET', `/api/admin/jobs/${run.id}`, undefined, vic)).statusCode, 404)
    people['mia'] = { role: 'viewer' }
    held.letGo()
    const ended = await reached(app, run, hasEnded, mia)
    t.match(ended, { state: 'dead', error: { status: 403, code: 'forbidden' }, progress: { done: 6 } })
    t.equal(await count(), 1008, 'the rows of the batch before stay')
    t.match((await load(app, 'task/_import', 'ndjson', '', { ...mia, prefer: 'respond-async' })).status, 403)

    people['ada'] = people['eve'] = { role: 'admin' }
    const [rootToo, ada, eve] = [{ actor: 'root' }, { actor: 'ada' }, { actor: 'eve' }]
    const status = async (url: string, headers: Record<string, string>): Promise<number> =>
      (await app.app.inject({ url, headers })).statusCode
    t.equal(await status('/api/_export', mia), 403)
    t.equal(await status('/api/_export', { ...mia, prefer: 'respond-async' }), 403)
    const exported = await reached(app, await startExport(app, rootToo), hasEnded, rootToo)
    const href = String(exported.href)
    t.equal(await status(href, rootToo), 200)
    t.equal(await status(href, ada), 404, 'it is for the user who started it')
    t.equal(await status(href, mia), 403)
    people['root'] = { role: 'admin', account: 'urn:account:other' }
    t.equal(await status(href, rootToo), 404, 'and for the account')
    people['root'] = { role: 'member' }
    t.equal(await status(href, rootToo), 403)
    people['root'] = { role: 'admin' }
    t.equal(await status(href, rootToo), 200)

    const stopped = { isReached: false, letGo: (): void => undefined }
    const letGo = new Promise<void>(resolve => (stopped.letGo = resolve))
    Object.assign(globalThis, { 'hold export': () => ((stopped.isReached = true), letGo) })
    const exporting = await startExport(app, eve)
    await until(() => stopped.isReached)
    t.equal(await status(`/api/admin/jobs/${exporting.id}`, vic), 404)
    people['eve'] = { role: 'member' }
    stopped.letGo()
    t.match(await reached(app, exporting, hasEnded, eve), { state: 'dead', error: { status: 403, code: 'forbidden' } })
  },
)

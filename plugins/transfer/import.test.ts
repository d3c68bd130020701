import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { createGzip, gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { isObject, type Json, type JsonObject } from '../../lib/json/index.ts'
import { onEachStore, ownDatabase, testApp } from '../../test/each-store.ts'
import { startPeopled, type People } from '../../test/people.ts'
import type { TestApp } from '../../testing/index.ts'

/** What an import answered. */
interface Answer {
  status: number
  message: Json
  progress: JsonObject[]
  problems: JsonObject[]
  rejects: JsonObject[]
  result: JsonObject
}

const mediaTypes = { json: 'application/json', ndjson: 'application/x-ndjson', csv: 'text/csv' } as const
type Format = keyof typeof mediaTypes

function readAnswer(status: number, text: string): Answer {
  const lines = text
    .split('\n')
    .filter(line => line !== '')
    .map((line): unknown => JSON.parse(line))
    .filter((line): line is JsonObject => isObject(line as Json))
  const all = (name: string): JsonObject[] => lines.map(line => line[name]).filter(isObject)
  const [message = null] = lines.flatMap(line => ('message' in line ? [line['message'] ?? null] : []))
  const [result = {}] = all('result')
  return { status, message, progress: all('progress'), problems: all('problem'), rejects: all('reject'), result }
}

/** Import a text as a file. */
async function load(
  { app }: TestApp,
  path: string,
  format: Format,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { statusCode, payload } = await app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { 'content-type': mediaTypes[format], ...headers },
    payload: body,
  })
  return readAnswer(statusCode, payload)
}

const ndjson = (rows: readonly object[]): string => rows.map(row => `${JSON.stringify(row)}\n`).join('')

const agent = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
const task = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1 },
    due: { type: 'string', format: 'date' },
    hours: { type: 'number' },
    code: { type: 'string', 'x-unique': true },
    tags: { type: 'array', items: { type: 'string' } },
    parent: { type: 'string', 'x-resource-type': 'task' },
    assignee: { type: 'string', 'x-resource-type': 'agent' },
  },
  required: ['title'],
  additionalProperties: false,
}

async function withTypes({ request }: Pick<TestApp, 'request'>): Promise<void> {
  for (const [slug, schema] of Object.entries({ agent, task }))
    await request('POST', '/api/resource-types', { name: slug, slug, schema })
}

async function tasksOf({ request }: Pick<TestApp, 'request'>): Promise<JsonObject[]> {
  const { data } = (await request('GET', '/api/task?limit=1000&sort_by=title')).json() as {
    data: { data: { '@graph': JsonObject[] } }[]
  }
  return data.flatMap(one => one.data['@graph'].slice(0, 1))
}

const nothing = { loaded: 0, updated: 0, there: 0, differs: 0, refused: 0 }

onEachStore('files become resources, whatever their format, once', async (t, app) => {
  await withTypes(app)
  const rows = [{ title: 'One', hours: 1.5, tags: ['a'] }, { title: 'Two' }]
  const csv = 'title;hours;tags\r\nOne;1.5;a\r\nTwo;;\r\n'
  const first = await load(app, 'task/_import', 'json', JSON.stringify(rows))
  t.equal(first.status, 200)
  t.strictSame(first.result, { ...nothing, loaded: 2 })
  t.match(first.progress.at(-1), { rows: 2, loaded: 2, refused: 0 })
  t.match(await tasksOf(app), rows)
  for (const [format, body] of [
    ['ndjson', ndjson(rows)],
    ['csv', csv],
  ] as const) {
    t.strictSame((await load(app, 'task/_import', format, body)).result, { ...nothing, there: 2 }, 'the same ids')
    const packed = await load(app, 'task/_import', format, gzipSync(body), { 'content-encoding': 'gzip' })
    t.strictSame(packed.result, { ...nothing, there: 2 }, 'compressed')
  }
  t.strictSame((await load(app, 'task/_import', 'json', JSON.stringify([...rows, ...rows]))).result, {
    ...nothing,
    loaded: 2,
    there: 2,
  })

  const mapping = 'mapping[What]=title&mapping[When]=due&mapping[Hours]=hours&mapping[Junk]=&delimiter=|'
  const spreadsheet = 'What|When|Hours|Junk\nThree|25.05.1979|2|x\nFour|Jan 2 2001|two|y\n'
  const mapped = await load(app, `task/_import?${mapping}`, 'csv', spreadsheet)
  t.match(mapped.result, { loaded: 1, refused: 1 })
  t.match(mapped.problems, [{ rows: 1, reason: /^hours: /, first: [{ row: 2, line: 3 }] }])
  t.match(
    (await tasksOf(app)).find(({ title }) => title === 'Three'),
    { due: '1979-05-25', hours: 2 },
  )
  const typed = await load(
    app,
    'task/_import?mapping[What]=title&mapping[Hours]=hours',
    'json',
    '[{"What":7,"Hours":"8"}]',
  )
  t.match(typed.result, { loaded: 1 }, 'mapped values are converted where that loses nothing')
  t.match((await load(app, 'task/_import', 'json', '[{"title":7}]')).result, { refused: 1 }, 'others are not')

  for (const [query, message] of [
    ['mapping[a]=nothing', /no property "nothing"/],
    ['mapping[a]=title&mapping[b]=title', /several columns/],
    ['mapping=x', /mapping.* must be one of/],
    ['key=nothing', /key: .*no property/],
    ['key=tags', /must be a text/],
    ['delimiter=ab', /delimiter must be one character/],
    ['dry_run=perhaps', /dry_run/],
    ['column=x', /unknown query parameter/],
  ] as const) {
    const { status, message: said } = await load(app, `task/_import?${query}`, 'csv', 'title\nx\n')
    t.equal(status, 400, query)
    t.match(said, message)
  }
  t.match(await load(app, 'agent/_import?match=name', 'csv', 'name\nx\n'), {
    status: 400,
    message: /refers to no others/,
  })
  t.equal((await load(app, 'nothing/_import', 'csv', 'title\n')).status, 404)
  t.equal((await app.request('GET', '/api/task/_import')).statusCode, 405)
  const wrong = await app.app.inject({
    method: 'POST',
    url: '/api/task/_import',
    payload: 'x',
    headers: { 'content-type': 'text/plain' },
  })
  t.equal(wrong.statusCode, 415)
  t.match(await load(app, 'task/_import', 'json', '{"title":"x"}'), { status: 400, message: /no JSON array/ })
  t.match(await load(app, 'task/_import', 'csv', 'x', { 'content-encoding': 'gzip' }), {
    status: 400,
    message: /damaged/,
  })
  t.strictSame((await load(app, 'task/_import', 'ndjson', '')).result, nothing)
})

onEachStore('what is wrong is told by reason, and nothing else is held up', async (t, app) => {
  await withTypes(app)
  const rows = [
    '{"title":"Fine","code":"x"}',
    '{"title":""}',
    '{"title":"twice","title":"twice"}',
    'no json',
    '{"__proto__":{},"title":"x"}',
    '{"title":"Taken","code":"x"}',
    '{"title":"More","unknown":1}',
    '{"title":"Of nobody","assignee":"urn:agent:never"}',
    `{"title":"${'x'.repeat(9 * 1024 * 1024)}"}`,
    '{"title":"Good"}',
  ]
  const answer = await load(app, 'task/_import?rejects=true', 'ndjson', rows.join('\n'))
  t.strictSame(answer.result, { ...nothing, loaded: 2, refused: 8 })
  t.strictSame(
    answer.rejects.map(({ row }) => row),
    [2, 3, 4, 5, 6, 7, 8, 9],
  )
  t.match(answer.rejects[2], { row: 4, line: 4, data: 'no json' })
  const reasonOf = (row: number): unknown =>
    answer.problems.find(({ first }) => Array.isArray(first) && isObject(first[0]) && first[0]['row'] === row)?.[
      'reason'
    ]
  for (const [row, reason] of [
    [2, /^title: /],
    [3, /duplicate key/],
    [5, /__proto__/],
    [6, /^code: /],
    [7, /unknown/],
    [8, /^assignee: /],
    [9, /larger than 8 MiB/],
  ] as const)
    t.match(reasonOf(row), reason)

  const many = Array.from({ length: 2500 }, (_, at) => ({ [`p${at < 1500 ? at : 0}`]: 1, title: 'x' }))
  const grouped = await load(app, 'task/_import', 'json', JSON.stringify(many))
  t.match(grouped.result, { loaded: 0, refused: 2500 })
  t.equal(grouped.problems.length, 1000)
  t.match(grouped.problems[0], { rows: 1001, first: [{ row: 1, line: undefined }] })
  t.equal(grouped.rejects.length, 0)

  for (const [format, body] of [
    ['json', '[{"title":"Kept 1"},{"title":'],
    ['csv', 'title\nKept 2\n"never'],
    ['ndjson', Buffer.concat([Buffer.from('{"title":"Kept 3"}\n'.padEnd(70_000)), Buffer.from([0xff, 0x0a])])],
  ] as const) {
    const cut = await load(app, 'task/_import', format, body)
    t.ok(cut.status === 400 || typeof cut.result['error'] === 'string', `${format}: ${JSON.stringify(cut.result)}`)
  }
  t.match((await load(app, 'task/_import', 'json', '[{"title":"Kept 1"},{"title":')).result, {
    loaded: 0,
    error: /line 1: the file ends before the array does/,
  })
})

onEachStore('repeats, changes, names and rows that refer to each other', async (t, app) => {
  await withTypes(app)
  const own = [
    { '@id': 'urn:task:a', title: 'A', hours: 1 },
    { '@id': 'urn:task:b', title: 'B' },
  ]
  const send = (query: string, rows: readonly object[]): Promise<Answer> =>
    load(app, `task/_import${query}`, 'ndjson', ndjson(rows))
  t.strictSame((await send('', own)).result, { ...nothing, loaded: 2 })
  const edited = [{ '@id': 'urn:task:a', title: 'A', hours: 2 }, own[1] ?? {}]
  const differing = await send('', edited)
  t.strictSame(differing.result, { ...nothing, there: 1, differs: 1 })
  t.match(differing.problems, [{ rows: 1, reason: /differs .*hours/, first: [{ row: 1, line: 1 }] }])
  for (const [dryRun, hours] of [
    ['&dry_run=true', 1],
    ['', 2],
  ] as const) {
    t.strictSame((await send(`?update=true${dryRun}`, edited)).result, { ...nothing, updated: 1, there: 1 })
    t.match(await tasksOf(app), [{ title: 'A', hours }, { title: 'B' }])
  }

  t.match((await send('?key=code', [{ code: '1', title: 'One' }, { title: 'Without' }])).result, {
    loaded: 1,
    refused: 1,
  })
  const keyed = [
    { code: '1', hours: 5 },
    { code: '2', title: 'Two' },
    { code: '1', hours: 6 },
  ]
  t.strictSame((await send('?key=code', keyed)).result, { ...nothing, loaded: 1, updated: 1, refused: 1 })
  t.strictSame((await send('?key=code', keyed.slice(0, 2))).result, { ...nothing, there: 2 })

  await load(app, 'agent/_import', 'csv', 'name\nAda\nTwin\nTwin\n')
  const named = await send('?match=name', [
    { title: 'By Ada', assignee: 'Ada' },
    { title: 'By whom', assignee: 'Twin' },
    { title: 'By nobody', assignee: 'Eve' },
  ])
  t.match(named.result, { loaded: 1, refused: 2 })
  t.match(
    named.problems.map(({ reason }) => reason),
    [/there are 2 of agent/, /there is no agent/],
  )

  const linked = [
    { '@id': 'urn:task:child', title: 'Child', parent: 'urn:task:root' },
    { '@id': 'urn:task:root', title: 'Root', parent: 'urn:task:leaf' },
    { '@id': 'urn:task:leaf', title: 'Leaf', parent: 'urn:task:child' },
    { '@id': 'urn:task:lost', title: 'Lost', parent: 'urn:task:never' },
    { '@id': 'urn:task:follower', title: 'Follower', parent: 'urn:task:lost' },
    { '@id': 'urn:task:known', title: 'Known', parent: 'urn:task:a' },
  ]
  for (const query of ['?dry_run=true', '']) {
    const circle = await send(query, linked)
    t.strictSame(circle.result, { ...nothing, loaded: 4, refused: 2 })
    t.match(
      circle.problems.map(({ reason }) => reason),
      [/^parent: .*urn:task:never/, /refers to line 4, which is refused/],
    )
  }
  t.strictSame((await send('', linked)).result, { ...nothing, there: 4, refused: 2 })
  const parents = new Map((await tasksOf(app)).map(({ title, parent }) => [title, parent]))
  t.equal(parents.get('Root'), 'urn:task:leaf')
  t.equal(parents.get('Leaf'), 'urn:task:child')

  if (app.config.store.kind !== 'sqlite') return
  // Rows are loaded as they come until one refers to a later one; what follows waits for the end.
  const late = Array.from({ length: 1100 }, (_, at) => ({
    '@id': `urn:task:n${at}`,
    title: `N${String(at).padStart(4, '0')}`,
    ...(at > 0 && { parent: `urn:task:n${at === 1050 ? 1099 : at - 1}` }),
  }))
  t.strictSame((await send('?dry_run=true', late)).result, { ...nothing, loaded: 1100 })
  t.strictSame((await send('', late)).result, { ...nothing, loaded: 1100 })
  t.strictSame((await send('', late)).result, { ...nothing, there: 1100 })
  t.match((await app.request('GET', '/api/task/n1050')).json(), { data: { '@graph': [{ parent: 'urn:task:n1099' }] } })
})

onEachStore('a type is inferred from a file and nothing is written', async (t, app) => {
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
    mapping: { Title: 'title', 'US Gross': 'usGross', Released: 'released', 'Crew.Art Director': 'crew.artDirector' },
    conversions: [
      { column: 'Title', property: 'title', rows: 1, example: { from: 1776, to: '1776' } },
      { column: 'Released', date_form: 'Mon DD YYYY', example: { to: '1998-06-12' } },
    ],
    rows: 3,
  })
  t.equal((await app.request('GET', '/api/resource-types/film')).statusCode, 404)
  t.match((await infer('json', whole.slice(0, -20))).answer, { rows: 2 }, 'a row that is cut off is left out')
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
    (await infer('csv', gzipSync(`a\n${'x\n'.repeat(5 * 1024 * 1024)}`), '', { 'content-encoding': 'gzip' })).status,
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
  t.equal(((await app.request('GET', '/api/film?count=true')).json() as { total: number }).total, 3, 'both ways alike')

  const { paths } = (await app.request('GET', '/api/openapi.json')).json() as { paths: Record<string, object> }
  t.match(paths['/api/resource-types/_infer'], { post: { requestBody: { content: { 'text/csv': {} } } } })
  t.ok(Object.keys(paths).some(path => path.endsWith('/_import')))
})

/** An import whose body is written bit by bit. */
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
  for await (const line of createInterface({ input: response })) {
    const message: unknown = JSON.parse(line)
    if (isObject(message as Json)) yield message as JsonObject
  }
}

const numbered = (from: number, to: number): string =>
  ndjson(Array.from({ length: to - from }, (_, at) => ({ title: `Task ${from + at}` })))

onEachStore('readers that do not read, connections that end', async (t, app) => {
  await withTypes(app)
  const base = await app.listen()
  const unread = await open(base, 'task/_import?rejects=true')
  const refused = ndjson(Array.from({ length: 1000 }, () => ({ unknown: 'z'.repeat(1000) })))
  for (let sent = 0; sent < 30; sent++) await unread.write(refused)
  unread.sending.end()
  const lines: JsonObject[] = []
  for await (const message of messages(await unread.answered)) if (!('reject' in message)) lines.push(message)
  t.match(lines.at(-1), { result: { refused: 30_000 } }, 'all was read, though nobody read the answer')

  const cut = await open(base, 'task/_import')
  await cut.write(numbered(0, 2500))
  for await (const { progress } of messages(await cut.answered)) {
    if (isObject(progress) && Number(progress['loaded']) >= 2000) break
  }
  cut.sending.destroy()
  const repeated = await load(app, 'task/_import', 'ndjson', numbered(0, 2600))
  t.strictSame(repeated.result, { ...nothing, loaded: 600, there: 2000 })
  const { total } = (await app.request('GET', '/api/task?count=true')).json() as { total: number }
  t.equal(total, 2600, 'none twice')
})

t.test('a file of 100 MB, packed into one, takes little memory', async t => {
  const app = await testApp(t, undefined)
  await withTypes(app)
  const base = await app.listen()
  const row = JSON.stringify({ title: 'x'.repeat(1_000_000), unknown: 'y'.repeat(40_000) })
  const count = 100
  const before = process.memoryUsage().rss
  let most = 0
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
    most = Math.max(most, process.memoryUsage().rss - before)
    last = Buffer.from(read.value).toString().slice(-300)
  }
  t.match(last, /"refused":100\}\}\n$/)
  t.ok(most < 350 * 1024 * 1024, `100 MB took ${Math.round(most / 1024 / 1024)} MiB`)
})

t.test('rights: who may not write, who may not choose ids, and who lost them meanwhile', async (t: Test) => {
  const people: People = { root: { role: 'admin' }, mia: { role: 'member' }, vic: { role: 'viewer' } }
  const { app, as } = await startPeopled(t, people, { url: await ownDatabase() })
  const root = as('root')
  await withTypes({ request: root })
  await root('PUT', '/api/settings/roles', { roles: ['viewer'] })
  const [mia, vic] = [{ actor: 'mia' }, { actor: 'vic' }]
  t.equal((await load(app, 'task/_import', 'csv', 'title\nx\n')).status, 401)
  t.equal((await load(app, 'task/_import', 'csv', 'title\nx\n', vic)).status, 403)
  t.equal((await load(app, 'resource-types/_infer', 'csv', 'title\nx\n', mia)).status, 403)
  t.equal((await load(app, 'resource-types/_infer', 'csv', 'title\nx\n', { actor: 'root' })).status, 200)
  t.match((await load(app, 'task/_import', 'csv', 'title\nx\n', mia)).result, { loaded: 1 })
  t.match((await load(app, 'task/_import', 'csv', 'title\nx\n', mia)).result, { there: 1 }, 'ids need no administrator')
  const chosen = '@id,title\nurn:task:mine,Mine\n'
  const refused = await load(app, 'task/_import', 'csv', chosen, mia)
  t.match(refused, { result: { loaded: 0, refused: 1 }, problems: [{ reason: /only an administrator may choose/ }] })
  t.match((await load(app, 'task/_import', 'csv', chosen, { actor: 'root' })).result, { loaded: 1 })
  t.match((await load(app, 'task/_import', 'csv', chosen, mia)).result, { there: 1 }, 'what is there may be named')

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
  const { total } = (await root('GET', '/api/task?count=true')).json() as { total: number }
  t.equal(total, 1002, 'what was loaded stays')
})

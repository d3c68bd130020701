import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import { buildTestApp } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { testWithStore, testAllStores, ownDatabase, testApp } from '../../testing/internal/each-store.ts'
import { startPeopled } from '../../testing/internal/people.ts'
import type { People } from '../../testing/internal/people.ts'
import { until } from '../../testing/internal/until.ts'
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
  tasksOf,
  withTypes,
} from './testing-imports.ts'
import type { Answer, Format } from './testing-imports.ts'

testAllStores('files of any format become resources, once', async (t, app) => {
  await withTypes(app)
  const rows = [{ title: 'One', hours: 1.5, tags: ['a'] }, { title: 'Two' }]
  const csv = 'title;hours;tags\r\nOne;1.5;a\r\nTwo;;\r\n'
  const first = await load(app, 'task/_import', 'json', JSON.stringify(rows))
  t.equal(first.status, 200)
  t.strictSame(first.result, { ...nothing, loaded: 2 })
  t.match(await tasksOf(app), rows)
  const { data: runs } = (await app.request('GET', '/api/admin/jobs?name=transfer:import')).json<{ data: JobRun[] }>()
  t.match(runs, [{ state: 'done', progress: { done: 2, total: 2 } }], 'every import is a run')
  for (const [format, body] of [
    ['ndjson', ndjson(rows)],
    ['csv', csv],
  ] as const) {
    t.strictSame((await load(app, 'task/_import', format, body)).result, { ...nothing, there: 2 }, 'the same ids')
    const packed = await load(app, 'task/_import', format, gzipSync(body), { 'content-encoding': 'X-GZip' })
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
  t.match(typed.result, { loaded: 1 }, 'mapped values are converted if that loses nothing')
  t.match(
    (await load(app, 'task/_import', 'json', '[{"title":7}]')).result,
    { refused: 1 },
    'other values are not converted',
  )

  const listed = await load(app, 'task/_import?mapping=listed&mapping[a]=title', 'json', '[{"a":"Listed","hours":7}]')
  t.match(listed.result, { loaded: 1 })
  t.notOk((await tasksOf(app)).find(({ title }) => title === 'Listed')?.['hours'], 'other columns are left out')

  for (const [query, message] of [
    ['mapping[a]=nothing', /no property "nothing"/],
    ['mapping[a]=title&mapping[b]=title', /several columns/],
    ['mapping=x', /mapping.* must be one of/],
    ['mapping=titles&mapping=listed', /mapping/],
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
  t.match(await load(app, 'task/_import', 'csv', 'a\n', { 'content-type': 'text/csv; header=absent' }), {
    status: 400,
    message: /first record .* headings/,
  })
  for (const body of ['{"title":"x"}', '{"data":[{"title":"x"}]}', '{"type":"FeatureCollection","features":[]}'])
    t.match(await load(app, 'task/_import', 'json', body), {
      status: 400,
      message: /no JSON array.*data, features.*NDJSON/,
    })
  t.match(await load(app, 'task/_import', 'csv', 'x', { 'content-encoding': 'gzip' }), {
    status: 400,
    message: /damaged/,
  })
  t.strictSame((await load(app, 'task/_import', 'ndjson', '')).result, nothing)
})

testAllStores('problems are grouped by reason, and other rows are loaded', async (t, app) => {
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
    t.equal((await load(app, 'task/_import', format, body)).status, 400, format)
  }
  t.match(await load(app, 'task/_import', 'json', '[{"title":"Kept 1"},{"title":'), {
    status: 400,
    message: /line 1: the file ends before the array does/,
  })
  t.notOk(
    (await tasksOf(app)).some(({ title }) => String(title).startsWith('Kept')),
    'nothing of a file that is cut off',
  )
})

testAllStores('repeats, changes, names and rows that refer to each other', async (t, app) => {
  await withTypes(app)
  const own = [
    { '@id': 'urn:task:a', title: 'A', hours: 1 },
    { '@id': 'urn:task:b', title: 'B' },
  ]
  const send = (query: string, rows: readonly object[]): Promise<Answer> =>
    load(app, `task/_import${query}`, 'ndjson', ndjson(rows))
  t.strictSame((await send('', own)).result, { ...nothing, loaded: 2 })
  const edited = [{ '@id': 'urn:task:a', title: 'A', hours: 2 }, own[1] ?? {}]
  const differing = await send('?rejects=true', edited)
  t.match(differing.rejects, [{ problems: [{ field: '', code: 'differs', params: { properties: ['hours'] } }] }])
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

  const [{ id: archived }] = (await app.request('GET', '/api/task?filter_field=code&filter_value=1')).json().data
  await app.request('DELETE', `/api/task/${archived}`)
  const refused = await send('?key=code', [{ code: '1', title: 'Again' }])
  t.match([refused.result, refused.problems], [{ loaded: 0, refused: 1 }, [{ reason: /code: .*already/ }]])
  const partly = [
    { code: '1', hours: 7 },
    { code: '3', title: 'Three' },
  ]
  for (const [query, total] of [
    ['?key=code&restore=true&dry_run=true', 0],
    ['?key=code&restore=true', 1],
  ] as const) {
    t.strictSame((await send(query, partly)).result, { ...nothing, loaded: 1, updated: 1 }, query)
    t.equal((await app.request('GET', '/api/task?filter_field=code&filter_value=1&count=true')).json().total, total)
  }
  const restored = (await app.request('GET', `/api/task/${archived}`)).json()
  t.match(restored.data['@graph'][0], { title: 'One', hours: 7 }, 'merged, in one write')
  t.equal(restored.sequence_no, 4)
  t.strictSame((await send('?key=code&restore=true', partly)).result, { ...nothing, there: 2 })
  for (const [query, wrong] of [
    ['?restore=true', /restore needs key/],
    ['?key=title&restore=true', /"title" is no unique property/],
    ['?key=code&restore=1', /"restore" must be a boolean/],
  ] as const)
    t.match(await send(query, partly), { status: 400, message: wrong })

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
    t.strictSame(circle.result, { ...nothing, loaded: 5, refused: 1 })
    t.match(circle.problems, [
      { reason: /^parent: .*urn:task/, first: [{ row: 4 }] },
      { reason: 'parent: refers to urn:task:lost, which is refused', rows: 1, first: [{ row: 5, line: 5 }] },
    ])
  }
  t.strictSame((await send('', linked)).result, { ...nothing, there: 5, refused: 1 })
  const corrected = linked.map(row => (row.title === 'Lost' ? { ...row, parent: 'urn:task:a' } : row))
  const whole = await send('', corrected)
  t.strictSame([whole.result, whole.problems], [{ ...nothing, there: 5, loaded: 1 }, []])
  t.match((await app.request('GET', '/api/task/follower')).json(), {
    data: { '@graph': [{ parent: 'urn:task:lost' }] },
  })
  const parents = new Map((await tasksOf(app)).map(({ title, parent }) => [title, parent]))
  t.equal(parents.get('Root'), 'urn:task:leaf')
  t.equal(parents.get('Leaf'), 'urn:task:child')

  if (app.config.store.kind !== 'sqlite') return
  const late = Array.from({ length: 1100 }, (_, at) => ({
    '@id': `urn:task:n${at}`,
    title: `N${String(at).padStart(4, '0')}`,
    ...(at > 0 && { parent: `urn:task:n${at === 1050 ? 1099 : at - 1}` }),
  }))
  t.strictSame((await send('?dry_run=true', late)).result, { ...nothing, loaded: 1100 })
  t.strictSame((await send('', late)).result, { ...nothing, loaded: 1100 })
  t.strictSame((await send('', late)).result, { ...nothing, there: 1100 })
  t.match((await app.request('GET', '/api/task/n1050')).json(), { data: { '@graph': [{ parent: 'urn:task:n1099' }] } })

  // What is refused by itself is not accepted: rows that refer to it are refused, too.
  const onRefused = [
    { '@id': 'urn:task:taken', title: 'Taken', code: '1' },
    ...Array.from({ length: 1000 }, (_, at) => ({ '@id': `urn:task:o${at}`, title: `O${at}` })),
    { '@id': 'urn:task:on', title: 'On what is refused', parent: 'urn:task:taken' },
  ]
  for (const query of ['?dry_run=true', ''])
    t.strictSame((await send(query, onRefused)).result, { ...nothing, loaded: 1000, refused: 2 }, query)
})

testAllStores('resources are in the order of the file, and rows can name rows', async (t, app) => {
  await withTypes(app)
  const rows = Array.from({ length: 1200 }, (_, at) => ({ title: `Chapter ${at}`, ...(at > 0 && { hours: at }) }))
  const before = Date.now()
  t.match((await load(app, 'task/_import', 'json', JSON.stringify(rows))).result, { loaded: 1200 })
  const after = Date.now()
  const read = async (query: string) =>
    (await app.request('GET', `/api/task?${query}`)).json<{
      data: { created_at: string; updated_at: string; data: { '@graph': JsonObject[] } }[]
    }>().data
  const [first, second] = [await read('limit=1000'), await read('limit=1000&sort_by=created_at&sort_order=asc')]
  t.strictSame(
    second.map(one => one.data['@graph'][0]?.['title']),
    rows.slice(0, 1000).map(({ title }) => title),
  )
  const times = first.map(one => Date.parse(one.created_at))
  t.ok(
    times.every((time, at) => at === 0 || time === (times[at - 1] ?? 0) - 1),
    'a millisecond apart',
  )
  t.ok((times[0] ?? 0) >= before && (times[0] ?? 0) <= after, 'the last row counts as created when the import began')
  t.ok(
    first.every(one => Date.parse(one.updated_at) >= before),
    'updated at the moment of the write',
  )

  const named = [
    { title: 'Leaf', parent: 'Root' },
    { title: 'Root', code: '' },
    { title: 'Stray', parent: 'Nobody' },
    { title: 'Twig', parent: 'Stray' },
  ]
  const send = (list: readonly object[], query = '') =>
    load(app, `task/_import?match=title${query}`, 'ndjson', ndjson(list))
  for (const query of ['&dry_run=true', '']) {
    const loaded = await send(named, query)
    t.strictSame(loaded.result, { ...nothing, loaded: 3, refused: 1 })
    t.match(loaded.problems, [
      { reason: 'parent: there is no task whose title is "Nobody"', first: [{ row: 3 }] },
      { reason: /^parent: refers to urn:task:.* refused$/, first: [{ row: 4 }] },
    ])
  }
  const twig = await app.request('GET', '/api/task?_filter[title][eq]=Twig')
  const [stray] = twig
    .json<{ data: { data: { '@graph': { parent: string }[] } }[] }>()
    .data.map(one => one.data['@graph'][0]?.parent)
  const corrected = named.map(row => (row.title === 'Stray' ? { ...row, parent: 'Root' } : row))
  t.strictSame((await send(corrected)).result, { ...nothing, loaded: 1, there: 3 })
  t.equal(
    (await app.request('GET', `/api/task/${String(stray)}`)).statusCode,
    200,
    'corrected, it has the id that others refer to',
  )
})

testWithStore('tables as spreadsheet programs write them', async (t, app) => {
  const schema = {
    type: 'object',
    properties: {
      n: { type: 'string' },
      price: { type: 'number' },
      at: { type: 'string', format: 'date-time' },
      flag: { type: 'boolean' },
    },
  }
  await app.request('POST', '/api/resource-types', { name: 'Doc', slug: 'doc', schema })
  const docs = async (): Promise<unknown[]> => {
    const { data } = (await app.request('GET', '/api/doc?limit=1000')).json<{
      data: { id: string; data: { '@graph': Record<string, unknown>[] } }[]
    }>()
    return data.map(one => {
      const { '@id': _id, '@type': _type, ...rest } = one.data['@graph'][0] ?? {}
      return rest
    })
  }
  const loaded = async (query: string, text: string): Promise<Answer & { docs: unknown[] }> => {
    const before = await docs()
    const answer = await load(app, `doc/_import${query}`, 'csv', text)
    const seen = new Set(before.map(one => JSON.stringify(one)))
    return { ...answer, docs: (await docs()).filter(one => !seen.has(JSON.stringify(one))) }
  }

  const blank = await loaded('', 'sep=;\r\n;\r\n N ; n;body \r\nx;A;b\r\n;;\r\n ;\t;\r\n;;;;\r\n\r\n;B;\r\n;;')
  t.strictSame(blank.result, { ...nothing, loaded: 2 })
  t.strictSame(blank.notes, { undeclared: ['N', 'body'] })
  t.strictSame(new Set(blank.docs), new Set([{ N: 'x', n: 'A', body: 'b' }, { n: 'B' }]))
  t.match((await load(app, 'doc/_import', 'ndjson', '{}\n{}\n')).result, { loaded: 2 }, 'a row of JSON stays')
  const other = Array.from({ length: 1200 }, (_, at) => `{"@id":"urn:doc:${at}","n":"1","m${at}":1}`).join('\n')
  for (const query of ['dry_run=true', 'dry_run=true&mapping=titles']) {
    const { notes, result } = await load(app, `doc/_import?${query}`, 'ndjson', `${other}\n{"n":"1","m0":1,"m1100":2}`)
    t.strictSame(notes, { undeclared: Array.from({ length: 100 }, (_, at) => `m${at}`) }, 'names of JSON, once each')
    t.match(result, { loaded: 1201 })
  }
  t.match(
    (await load(app, 'doc/_import?key=n', 'csv', 'n,price\n,\nA,1\n,\n')).result,
    { refused: 0, updated: 1 },
    'a blank row is none without a key',
  )
  const preview = await load(app, 'doc/_import?preview=true&whole=true', 'csv', 'n , price\n,\nZ,1\n')
  t.equal(preview.status, 200)

  const numbers = 'n,price\n1,.097\n2,5.\n3,+5\n4,1E5\n5,12.50\n6,7\n7,007\n'
  const read = await loaded('', numbers)
  t.match(read.result, { loaded: 6, refused: 1 })
  t.strictSame(read.notes, { rewritten: { cells: 5, example: { column: 'price', from: '.097', to: 0.097 } } })
  const prices = Object.fromEntries((read.docs as { n: string; price: number }[]).map(({ n, price }) => [n, price]))
  t.strictSame(prices, { 1: 0.097, 2: 5, 3: 5, 4: 100_000, 5: 12.5, 6: 7 })
  const commas = await loaded('?decimal=,', 'n;price\na;13,75\nb;1.5\nc;1.000,5\nd;8\n')
  t.match(commas.result, { loaded: 2, refused: 2 })
  t.match(commas.docs, [{ price: 8 }, { price: 13.75 }].sort())
  for (const path of ['doc/_import', 'resource-types/_infer'])
    for (const sign of ['', ';', "'", '.,', 'x']) {
      const { status, message } = await load(app, `${path}?decimal=${encodeURIComponent(sign)}`, 'csv', numbers)
      t.equal(status, 400, sign)
      t.match(message, /decimal/)
    }
  const moment = await loaded('?mapping=titles', 'at\n2015-11-06T09:45+01:00\n2025-02-27 10:00:00+00\n')
  t.strictSame(moment.docs.map(one => (one as { at: string }).at).sort(), [
    '2015-11-06T09:45:00+01:00',
    '2025-02-27T10:00:00+00:00',
  ])

  const inferred = await app.app.inject({
    method: 'POST',
    url: '/api/resource-types/_infer?whole=true&decimal=,',
    headers: { 'content-type': 'text/csv' },
    payload: 'sep=;\r\nA ;b;c;d\r\n;;;\r\n12,50;1.5;1E5;+49\r\n,5;2;2;3\r\n',
  })
  t.match(inferred.json(), {
    rows: 2,
    schema: {
      properties: {
        a: { title: 'A', type: 'number' },
        b: { type: 'string' },
        c: { type: 'string' },
        d: { type: 'string' },
      },
      required: ['a', 'b', 'c', 'd'],
    },
    conversions: [{ column: 'A', rows: 2, rewritten: 2, example: { from: '12,50', to: 12.5 } }],
  })
  const sparse = await app.app.inject({
    method: 'POST',
    url: '/api/resource-types/_infer?whole=true',
    headers: { 'content-type': 'text/csv' },
    payload: 'a,b.x,c,b.y,d\n,,1,2,\n3,,,,\n,4,,,\n',
  })
  const { properties } = sparse.json<{ schema: { properties: Record<string, { properties?: object }> } }>().schema
  t.strictSame(
    [properties, properties['b']?.properties ?? {}].map(Object.keys),
    [
      ['a', 'b', 'c'],
      ['x', 'y'],
    ],
    'the order of the columns, wherever their first value is',
  )

  const zip = Buffer.from('PK\u0003\u0004 and more', 'latin1')
  for (const path of ['doc/_import', 'doc/_import?preview=true', 'resource-types/_infer'])
    for (const format of ['csv', 'json', 'ndjson'] as const)
      t.match(await load(app, path, format, zip), { status: 400, message: /spreadsheet \(\.xlsx.*save it as CSV/ })
  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  t.match(await load(app, 'doc/_import', 'csv', zip, { 'content-type': xlsx }), {
    status: 415,
    message: /save the spreadsheet as CSV/,
  })
})

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

const numbered = (from: number, to: number): string =>
  ndjson(Array.from({ length: to - from }, (_, at) => ({ title: `Task ${from + at}` })))

testAllStores('connections that end', async (t, app) => {
  await withTypes(app)
  const base = await app.listen()
  const cut = await open(base, 'task/_import')
  await cut.write(numbered(0, 2500) + ' '.repeat(3 * 1024 * 1024))
  await until(async () => (await keptRows(app)) > 2)
  cut.sending.destroy()
  await until(async () => (await keptRows(app)) === 0)
  t.strictSame(await tasksOf(app), [], 'a body that is cut off is not imported')

  const left = await open(base, 'task/_import')
  left.sending.end(numbered(0, 2500))
  const runs = async () =>
    (await app.request('GET', '/api/admin/jobs?name=transfer:import')).json<{ data: JobRun[] }>().data
  await until(async () => (await runs()).length === 1)
  left.sending.destroy()
  await until(async () => (await runs())[0]?.state === 'done')
  const { total } = (await app.request('GET', '/api/task?count=true')).json<{ total: number }>()
  t.equal(total, 2500, 'the run goes on without its client')
})

/** The number of documents that are kept of bodies. */
async function keptRows(app: TestApp): Promise<number> {
  const { collections } = (await app.request('GET', '/api/admin/store/stats')).json<{
    collections: { name: string; rows: number }[]
  }>()
  const kept = collections.filter(({ name }) => name.startsWith('_transfer_'))
  return kept.reduce((sum, { rows }) => sum + rows, 0)
}

testAllStores('each row is judged alone, however much checking the rows before it took', async (t, app) => {
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

testAllStores('cells are read by the schema that a reference names by pointer, anchor or id', async (t, app) => {
  const $defs = {
    amount: { $anchor: 'amount', type: 'number' },
    code: { $id: 'parts/code.json', type: 'integer' },
    place: { $id: 'place', type: 'object', properties: { open: { $ref: 'https://example.org/bool' } } },
    bool: { $id: 'https://example.org/bool', type: 'boolean' },
  }
  const properties = {
    amount: { $ref: '#amount' },
    code: { $ref: 'parts/code.json' },
    place: { $ref: '/place' },
    other: { $ref: '#/$defs/amount' },
  }
  for (const $schema of ['https://json-schema.org/draft/2020-12/schema', 'http://json-schema.org/draft-07/schema#']) {
    const slug = $schema.startsWith('https') ? 'stall' : 'booth'
    const schema = { $schema, $id: 'https://example.com/root.json', type: 'object', properties, $defs }
    const made = await app.request('POST', '/api/resource-types', { name: slug, slug, schema })
    t.equal(made.statusCode, 201, made.body)
    const rows = 'amount;code;place.open;other\n1,5;7;true;2,25\n'
    t.match(await load(app, `${slug}/_import?decimal=,`, 'csv', rows), { result: { loaded: 1 }, problems: [] })
    const { data } = (await app.request('GET', `/api/${slug}?_filter[place.open][eq]=true`)).json<{ data: Json[] }>()
    t.match(data, [{ data: { '@graph': [{ amount: 1.5, code: 7, place: { open: true }, other: 2.25 }] } }])
  }
})

testAllStores('what can also be null is read like what cannot', async (t, app) => {
  const place = { type: 'object', properties: { zip: { type: 'integer' } } }
  const properties = {
    due: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
    place: { oneOf: [{ type: 'null' }, { $ref: '#/$defs/place' }] },
    sizes: { anyOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'null' }] },
  }
  const schema = { type: 'object', properties, $defs: { place } }
  await app.request('POST', '/api/resource-types', { name: 'Trip', slug: 'trip', schema })
  const dotted = 'When,place.zip,sizes\n31.12.2026,7,1;2\n'
  t.match((await load(app, 'trip/_import?mapping[When]=due', 'csv', dotted)).result, { loaded: 1 })
  const whole = 'due,place,sizes\n2026-12-30,"{""zip"":8}","[3]"\n'
  t.match((await load(app, 'trip/_import', 'csv', whole)).result, { loaded: 1 }, 'an object in one cell')
  const { data } = (await app.request('GET', '/api/trip?sort_by=due')).json<{ data: Json[] }>()
  t.match(data, [
    { data: { '@graph': [{ due: '2026-12-30', place: { zip: 8 }, sizes: [3] }] } },
    { data: { '@graph': [{ due: '2026-12-31', place: { zip: 7 }, sizes: [1, 2] }] } },
  ])
})

testAllStores('a row is judged before it counts as there', async (t, app) => {
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

testAllStores('large bodies are kept, and imported by a run', async (t, app) => {
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
  t.match(large, { status: 200, result: { loaded: 9 } }, 'what does not take long is answered at once')
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
  t.match(cut, { status: 400, message: /the file ends/ })
  t.equal(await keptRows(app), 0, 'the kept body goes with the end of its run')

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
  const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, ' '))
  t.match(await load(app, 'task/_import', 'ndjson', bomb, { 'content-encoding': 'gzip' }), { status: 413 })
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
  t.equal(await keptRows(app), 0)
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
  t.match(cells, { result: { loaded: 1, refused: 1 }, problems: [{ reason: /has 20,001 cells/ }] })
})

testAllStores('two imports of a user at once', async (t, app) => {
  await withTypes(app)
  const base = await app.listen()
  const begin = async () => {
    const importing = await open(base, 'task/_import')
    await importing.write(ndjson([{ title: 'x' }]) + ' '.repeat(2 * 1024 * 1024))
    return importing
  }
  const third = async (): Promise<number> => (await load(app, 'task/_import', 'csv', 'title\nthird\n')).status
  const [first, second] = [await begin(), await begin()]
  await until(async () => (await keptRows(app)) >= 4)
  const refused = await load(app, 'task/_import', 'csv', 'title\nthird\n')
  t.match(
    [refused.status, refused.message],
    [429, /a user can have 2 imports and exports at once; wait until one of yours has ended/],
  )
  t.match((await load(app, 'task/_import?preview=true', 'csv', 'title\nx\n')).status, 200, 'a preview is no import')
  first.sending.end('\n')
  t.equal((await first.answered).statusCode, 200)
  t.equal(await third(), 200, 'one has ended')
  for (const [path, type, body] of [
    ['task/_import', 'csv', ''],
    ['task/_import', 'csv', 'a,a\n1,1\n'],
    ['task/_import?key=none', 'csv', 'title\nx\n'],
    ['task/_import', 'json', '{'],
  ] as const)
    for (let times = 0; times < 3; times++) t.not((await load(app, path, type, body)).status, 429, 'refused files end')
  second.sending.destroy()
  await until(async () => (await keptRows(app)) === 0)
  const many = await Promise.all(Array.from({ length: 8 }, () => load(app, 'task/_import', 'ndjson', numbered(0, 300))))
  t.ok(many.filter(({ status }) => status === 429).length >= 1)
  t.ok(many.every(({ status }) => status === 200 || status === 429))
})

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
    let checked = false
    const holdWrite = async (): Promise<void> => {
      held.isReached = checked
      if (checked) await end
      checked = true // rows are checked before any is written
    }
    Object.assign(globalThis, { 'hold import': holdWrite })
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

    const count = async (): Promise<number> =>
      (await root('GET', '/api/task?count=true')).json<{ total: number }>().total
    const before = await count()
    // A batch ends after 4 MiB: the first one has six rows.
    const large = Array.from({ length: 5 }, (_, n) => ({ title: `${n}${'x'.repeat(900_000)}` }))
    const run = await start(app, 'task/_import', 'ndjson', ndjson([{ title: 'held' }, ...large, { title: 'y' }]), mia)
    await until(() => held.isReached)
    t.equal((await app.request('GET', `/api/admin/jobs/${run.id}`, undefined, vic)).statusCode, 404)
    people['mia'] = { role: 'viewer' }
    held.letGo()
    const ended = await reached(app, run, hasEnded, mia)
    t.match(ended, { state: 'dead', error: { status: 403, code: 'forbidden' }, progress: { done: 6 } })
    t.equal(await count(), before + 6, 'the rows of the batch before stay')
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

async function preview(
  { app }: Pick<TestApp, 'app'>,
  query: string,
  format: Format,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<{ status: number; answer: JsonObject }> {
  const { statusCode, payload } = await app.inject({
    method: 'POST',
    url: `/api/${query}`,
    headers: { 'content-type': mediaTypes[format], accept: 'application/problem+json', ...headers },
    payload: body,
  })
  const answer: Json = JSON.parse(payload)
  if (!isObject(answer)) throw new Error(payload)
  return { status: statusCode, answer: isObject(answer['preview']) ? answer['preview'] : answer }
}

testWithStore('the beginning of a file is previewed, and nothing is written', async (t, app) => {
  await withTypes(app)
  const rows = 'Title;DUE;HOURS;Tags;Assignee;Nothing\nOne;25.05.1979;2;"a; b";Ada;\n'
  const whole = await preview(app, 'task/_import?preview=true&whole=true', 'csv', `${rows}Two;;x;;Grace;\nshort\n`)
  t.equal(whole.status, 200)
  t.match(whole.answer, {
    rows: 3,
    unreadable: 1,
    delimiter: ';',
    match: 'name',
    columns: [
      { column: 'Title', property: 'title', filled: 2, samples: ['One', 'Two'] },
      {
        column: 'DUE',
        property: 'due',
        filled: 1,
        conversion: { rows: 1, date_form: 'DD.MM.YYYY', example: { from: '25.05.1979', to: '1979-05-25' } },
      },
      { column: 'HOURS', property: 'hours', filled: 2, conversion: { rows: 1, example: { from: '2', to: 2 } } },
      { column: 'Tags', property: 'tags', conversion: { example: { from: 'a; b', to: ['a', 'b'] } } },
      { column: 'Assignee', property: 'assignee', names: 'agent' },
      { column: 'Nothing', property: '', filled: 0, samples: [] },
    ],
  })
  const mapped = await preview(app, 'task/_import?preview=true&mapping[HOURS]=hours&mapping[Title]=', 'csv', rows)
  t.match(mapped.answer['columns'], [
    { column: 'Title', property: '' },
    {},
    { column: 'HOURS', property: 'hours', conversion: { rows: 1, example: { from: '2', to: 2 } } },
  ])
  const listed = await preview(app, 'task/_import?preview=true&mapping=listed&mapping[HOURS]=hours', 'csv', rows)
  t.match(listed.answer['columns'], [{ column: 'Title', property: '' }, {}, { property: 'hours' }])
  const cut = '[{"title":"A","hours":1},{"title":"B","hou'
  t.match((await preview(app, 'task/_import?preview=true', 'json', cut)).answer, { rows: 1, unreadable: 0 })
  for (const [query, format, body, code] of [
    ['&whole=true', 'json', cut, 'unreadable-file'],
    ['&whole=true', 'csv', 'title\n"open\n', 'unreadable-file'],
    ['', 'csv', Buffer.from('title\nAm\xe9lie\n', 'latin1'), 'not-utf8'],
    ['', 'csv', Array.from({ length: 501 }, (_, at) => `c${at}`).join(), 'unreadable-file'],
    ['&dry_run=true', 'csv', 'title\n', 'bad-request'],
    ['&mapping[title]=nothing', 'csv', 'title\n', 'bad-request'],
  ] as const)
    t.match(await preview(app, `task/_import?preview=true${query}`, format, body), { status: 400, answer: { code } })
  t.match(await preview(app, 'task/_import?whole=true', 'csv', 'title\n'), { status: 400 })
  t.equal((await preview(app, 'task/_import?preview=true', 'csv', `title\n${'x'.repeat(1024 * 1024)}`)).status, 413)
  t.equal((await app.request('GET', '/api/task?count=true')).json<{ total: number }>().total, 0)
})

t.test('a user who can write to a type can preview files for it; only administrators set ids', async (t: Test) => {
  const people: People = { root: { role: 'admin' }, mia: { role: 'member' }, vic: { role: 'viewer' } }
  const { app, as } = await startPeopled(t, people, { url: await ownDatabase() })
  await withTypes({ request: as('root') })
  await as('root')('PUT', '/api/settings/roles', { roles: ['viewer'] })
  const file = '@id,title\nurn:task:a,A\n'
  const asMia = await preview(app, 'task/_import?preview=true', 'csv', file, { actor: 'mia' })
  t.match(asMia.answer, { columns: [{ column: '@id', property: '' }, { property: 'title' }] })
  const asRoot = await preview(app, 'task/_import?preview=true', 'csv', file, { actor: 'root' })
  t.match(asRoot.answer, { columns: [{ column: '@id', property: '@id' }, { property: 'title' }] })
  t.equal((await preview(app, 'task/_import?preview=true', 'csv', file, { actor: 'vic' })).status, 403)
})

testWithStore('problems of a row are reported by place', async (t, app) => {
  await withTypes(app)
  const body = '[{"title":"","hours":"x","tags":["a",1]},7]'
  for (const dryRun of ['', '&dry_run=true']) {
    const { rejects } = await load(app, `task/_import?rejects=true${dryRun}`, 'json', body)
    t.match(rejects[0]?.['problems'], [
      { field: 'title', message: String, code: 'minLength', params: { limit: 1 } },
      { field: 'hours', message: String, code: 'type', params: { types: ['number'] } },
      { field: 'tags[1]', message: String, code: 'type', params: { types: ['string'] } },
    ])
    t.match(rejects[1], { problems: [{ field: '', message: /must be an object/ }], reasons: [/^must be an object/] })
  }
})

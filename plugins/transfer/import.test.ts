import { gzipSync } from 'node:zlib'
import { isObject } from '../../lib/json/index.ts'
import { onAnyStore, onEachStore } from '../../testing/internal/each-store.ts'
import { load, ndjson, nothing, tasksOf, withTypes, type Answer } from './testing-imports.ts'

onEachStore('files of any format become resources, once', async (t, app) => {
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
  t.match(await load(app, 'task/_import', 'json', '{"title":"x"}'), { status: 400, message: /no JSON array/ })
  t.match(await load(app, 'task/_import', 'csv', 'x', { 'content-encoding': 'gzip' }), {
    status: 400,
    message: /damaged/,
  })
  t.strictSame((await load(app, 'task/_import', 'ndjson', '')).result, nothing)
})

onEachStore('problems are grouped by reason, and other rows are loaded', async (t, app) => {
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
  // Rows are loaded as they arrive until one refers to a later one; the following rows are loaded after the file ends.
  const late = Array.from({ length: 1100 }, (_, at) => ({
    '@id': `urn:task:n${at}`,
    title: `N${String(at).padStart(4, '0')}`,
    ...(at > 0 && { parent: `urn:task:n${at === 1050 ? 1099 : at - 1}` }),
  }))
  t.strictSame((await send('?dry_run=true', late)).result, { ...nothing, loaded: 1100 })
  t.strictSame((await send('', late)).result, { ...nothing, loaded: 1100 })
  t.strictSame((await send('', late)).result, { ...nothing, there: 1100 })
  t.match((await app.request('GET', '/api/task/n1050')).json(), { data: { '@graph': [{ parent: 'urn:task:n1099' }] } })

  // A dry run, like an import, refuses rows that refer to a row that the service refuses.
  const onRefused = [
    { '@id': 'urn:task:taken', title: 'Taken', code: '1' },
    ...Array.from({ length: 1000 }, (_, at) => ({ '@id': `urn:task:o${at}`, title: `O${at}` })),
    { '@id': 'urn:task:on', title: 'On what is refused', parent: 'urn:task:taken' },
  ]
  for (const query of ['?dry_run=true', ''])
    t.strictSame((await send(query, onRefused)).result, { ...nothing, loaded: 1000, refused: 2 }, query)
})

onAnyStore('tables as spreadsheet programs write them', async (t, app) => {
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

import t from 'tap'
import { OutcomeUnknown, StoreUnavailable } from '../../../kernel/index.ts'
import type { WriteOperation } from '../../../kernel/index.ts'
import { createStore } from '../../../kernel/store.ts'
import { buildTestApp } from '../../../testing/index.ts'
import type { TestApp } from '../../../testing/index.ts'
import { testWithStore, testAllStores } from '../../../testing/internal/each-store.ts'
import { withMovies } from '../../../testing/internal/movies.ts'
import type { Resource } from '../../../testing/internal/movies.ts'
import { create, withTasks } from '../testing.ts'

const problem = { accept: 'application/problem+json' }

testWithStore('what was read can be changed and sent back as JSON', async (t, app) => {
  await withMovies(app)
  const { request } = app
  const { id } = (await request('POST', '/api/movie', { title: 'Stalker', year: 1979, status: 'seen' })).json()
  const path = `/api/movie/${id}`
  const read = await request('GET', path)
  const node: Record<string, unknown> = read.json().data['@graph'][0]
  t.equal(node['@id'], id)
  const changed = await request('PUT', path, { ...node, year: 1980 }, { 'if-match': String(read.headers.etag) })
  t.strictSame(
    [changed.statusCode, changed.json().data['@graph'][0], changed.json().sequence_no],
    [200, { ...node, year: 1980 }, 2],
  )
  const linked = (await request('GET', path, undefined, { accept: 'application/ld+json' })).json()
  t.equal((await request('PUT', path, { ...linked, year: 1981 })).statusCode, 200, 'with its @context')
  t.equal((await request('PATCH', path, { '@id': id, '@type': ['Film'], year: 1982 })).statusCode, 200)
  const bulk = { operations: [{ op: 'update', id, data: { ...node, year: 1983 } }] }
  t.equal((await request('POST', '/api/movie/_bulk', bulk)).statusCode, 200)
  for (const wrong of [
    { '@id': 'urn:movie:other' },
    { '@type': 'Person' },
    { '@context': { '@vocab': 'https://other.example/' } },
    { '@graph': [] },
    { id: 'urn:movie:other' },
    { sequence_no: 99 },
  ]) {
    const refused = await request('PUT', path, { ...node, ...wrong }, problem)
    t.match([refused.statusCode, refused.json().problems], [400, [{ code: 'read-only' }]], JSON.stringify(wrong))
  }
  t.equal((await request('POST', '/api/movie', { title: 'x', '@id': id })).statusCode, 400, 'a new one has no id yet')
  const person = (await request('POST', '/api/person', { givenName: 'Ada', familyName: 'King' })).json()
  const known = person.data['@graph'][0]
  t.equal(known.name, 'Ada King')
  const renamed = await request('PUT', `/api/person/${person.id}`, { ...known, familyName: 'Byron' })
  t.equal(renamed.json().data['@graph'][0].name, 'Ada Byron', 'properties of the service can be repeated')
  t.equal((await request('PUT', `/api/person/${person.id}`, { ...known, name: 'x' })).statusCode, 400)
  const { '@id': _id, ...plain } = renamed.json().data['@graph'][0]
  t.equal((await request('PUT', `/api/person/${person.id}`, plain)).statusCode, 400, 'only by what was read')
})

testWithStore('a patch as JSON, and what If-Match must be', async (t, app) => {
  await withMovies(app)
  const { request } = app
  const created = await request('POST', '/api/movie', { title: 'Solaris', year: 1972 })
  const path = `/api/movie/${created.json().id}`
  const patched = await request('PATCH', path, { year: null })
  t.strictSame([patched.statusCode, patched.json().data['@graph'][0].year], [200, undefined])
  const etag = String(patched.headers.etag)
  for (const value of [etag.slice(1, -1), `"a" "b"`, ',', 'W/', '""x']) {
    const refused = await request('PATCH', path, { year: 1 }, { 'if-match': value })
    t.match([refused.statusCode, refused.json().message], [400, /If-Match must be/], value)
  }
  t.equal((await request('PATCH', path, { year: 1 }, { 'if-match': `,"a",, W/${etag} ,` })).statusCode, 200)
  t.equal((await request('DELETE', path, undefined, { 'if-match': etag })).statusCode, 412)
  const bulk = { operations: [{ op: 'patch', id: created.json().id, data: {}, if_match: 'x' }], atomic: false }
  t.equal((await request('POST', '/api/movie/_bulk', bulk)).json().results[0].status, 400)
})

testWithStore('fields selects properties', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const writer = await create(app, 'writer', { name: 'Ann' })
  const project = await create(app, 'project', { name: 'Plinth', code: 'P', lead: writer })
  const task = await create(app, 'task', { name: 'Sweep', project, author: writer, reviewers: [writer] })
  const graph = async (query: string, accept = 'application/json') => {
    const answer = await request('GET', `/api/task/${task}?${query}`, undefined, { accept })
    t.equal(answer.statusCode, 200, query)
    return accept === 'application/json' ? answer.json().data['@graph'] : answer.json()
  }
  t.strictSame(await graph('fields=name,status'), [{ '@id': task, '@type': 'task', name: 'Sweep' }])
  t.match(await graph('fields=name', 'application/ld+json'), { '@context': {}, '@id': task, name: 'Sweep' })
  t.strictSame(await graph('fields=project&include=project&fields[project]=name'), [
    { '@id': task, '@type': 'task', project },
    { '@id': project, '@type': 'project', name: 'Plinth' },
  ])
  t.strictSame((await graph('include=project&fields[project]=code'))[0].name, 'Sweep', 'the resource is whole')
  t.strictSame(
    (await graph('fields=name&include=author,reviewers&fields[author]=status'))[1],
    { '@id': writer, '@type': 'writer', name: 'Ann' },
    'another reference shows it whole',
  )
  const list = (await request('GET', '/api/task?fields=name&include=project&fields[project]=code&labels=true')).json()
  t.strictSame(list.data[0].data['@graph'], [
    { '@id': task, '@type': 'task', name: 'Sweep' },
    { '@id': project, '@type': 'project', code: 'P' },
  ])
  t.equal(list.labels[project].label, 'Plinth')
  const wrong: [string, string][] = [
    ['fields=lost', 'fields'],
    ['fields=', 'fields'],
    ['fields=name,', 'fields'],
    ['fields[project]=name', 'fields[project]'],
    ['include=project&fields[project]=lost', 'fields[project]'],
    ['include=project&fields[lost]=name', 'fields[lost]'],
  ]
  for (const [query, parameter] of wrong) {
    for (const path of [`/api/task/${task}`, '/api/task']) {
      const refused = await request('GET', `${path}?${query}`, undefined, problem)
      t.match(refused.json(), { status: 400, code: 'invalid-query-parameter', parameter }, query)
    }
  }
})

testAllStores('lists have weak tags', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const project = await create(app, 'project', { name: 'Plinth' })
  const task = await create(app, 'task', { name: 'Sweep', project })
  const other = await create(app, 'task', { name: 'Dust' })
  const linked = { accept: 'application/ld+json' }
  const lists: [string, Record<string, string>?][] = [
    ['/api/task'],
    ['/api/task?limit=1&include=project&labels=true'],
    ['/api/task?count=true', linked],
    [`/api/task/${task}/versions`],
    [`/api/project/${project}/referrers`],
    ['/api/persons'],
    ['/api/resource-types'],
    ['/api/resource-types/presets'],
    ['/api/views'],
    ['/api/search?q=sweep'],
  ]
  const tags = async () =>
    Promise.all(
      lists.map(async ([url, headers]) => String((await request('GET', url, undefined, headers)).headers.etag)),
    )
  const before = await tags()
  for (const [index, [url, headers]] of lists.entries()) {
    const tag = before[index] ?? ''
    t.match(tag, /^W\/"[\w-]+"$/, url)
    const same = await request('GET', url, undefined, { ...headers, 'if-none-match': `"x", ${tag}` })
    t.strictSame([same.statusCode, same.body, same.headers.etag], [304, '', tag], url)
  }
  t.not(before[0], before[2], 'another form, another tag')
  const shapes = ['', '?fields=name', '?fields=name,project', '?include=project', '?labels=true', '?count=true']
  const further = ['?include=project&fields[project]=name', '?include=project&fields[project]=code']
  const shaped = [...shapes, ...further].map(async query =>
    String((await request('GET', `/api/task${query}`)).headers.etag),
  )
  t.equal(new Set(await Promise.all(shaped)).size, shaped.length, 'another shape of the answer, another tag')
  await request('PATCH', `/api/project/${project}`, { name: 'Other' })
  t.strictSame(
    (await tags()).slice(0, 2).map((tag, index) => tag === before[index]),
    [true, true],
    'not on the page',
  )
  await request('PATCH', `/api/task/${task}`, { name: 'Sweep twice' })
  await request('DELETE', `/api/task/${other}`)
  const after = await tags()
  for (const index of [0, 1, 2, 3, 4]) t.not(after[index], before[index], `list ${index}`)
  const page = (await request('GET', '/api/task?limit=1&include=project&labels=true')).json()
  t.equal(page.labels[project].label, 'Other')
  await request('PATCH', `/api/project/${project}`, { name: 'Third' })
  t.not((await tags())[1], after[1], 'what is included counts')
  t.equal((await request('GET', '/api/users')).headers.etag, undefined, 'not where nothing may be stored')
})

testWithStore('errors name the parameter', async (t, app) => {
  await withMovies(app)
  const { request } = app
  for (const title of ['a', 'b']) await request('POST', '/api/movie', { title })
  const { cursor } = (await request('GET', '/api/movie?limit=1')).json()
  const wrong: [string, string, string][] = [
    ['_filter[year][gt]=x', 'invalid-query-parameter', '_filter[year][gt]'],
    ['_filter[lost][eq]=x', 'invalid-query-parameter', '_filter[lost][eq]'],
    ['_filter[year][is]=x', 'invalid-query-parameter', '_filter[year][is]'],
    ['sort_by=lost', 'invalid-query-parameter', 'sort_by'],
    ['q=', 'invalid-query-parameter', 'q'],
    ['include=lost', 'invalid-query-parameter', 'include'],
    ['limit=0', 'invalid-query-parameter', 'limit'],
    ['cursor=x', 'invalid-cursor', 'cursor'],
    [`cursor=${cursor}&sort_by=year`, 'invalid-cursor', 'cursor'],
    ['page=2', 'unknown-query-parameter', 'page'],
  ]
  for (const [query, code, parameter] of wrong) {
    const refused = await request('GET', `/api/movie?${query}`, undefined, problem)
    t.match(refused.json(), { status: 400, code, parameter }, query)
  }
  const all = (await request('GET', '/api/resource-types?include_all=true&limit=1000')).json().data
  t.strictSame(all, (await request('GET', '/api/resource-types?includeAll=true&limit=1000')).json().data)
  t.ok(all.length > (await request('GET', '/api/resource-types?limit=1000')).json().data.length - 1)
  const titles = (await request('GET', '/api/movie'))
    .json()
    .data.map((one: Resource) => one.data['@graph'][0]?.['title'])
  t.strictSame(titles, ['b', 'a'])
})

testAllStores('filters as JSON, and queries in a body', async (t, app) => {
  await withMovies(app)
  const { request } = app
  for (const [title, year] of [
    ['a', 2000],
    ['b', 2001],
    ['c, d', 2002],
    ['e', null],
  ]) {
    await request('POST', '/api/movie', { title, year })
  }
  const list = async (filter: unknown, more = '') => {
    const answer = await request('GET', `/api/movie?_filter=${encodeURIComponent(JSON.stringify(filter))}${more}`)
    const query = await request('POST', '/api/movie/_query', { _filter: filter, count: true })
    if (more === '') t.strictSame(query.json().data, answer.json().data, JSON.stringify(filter))
    return answer.json().data.map((one: Resource) => one.data['@graph'][0]?.['title'])
  }
  t.strictSame(await list({ year: { gt: 2000 } }), ['c, d', 'b'])
  t.strictSame(await list({ title: { in: ['a', 'c, d'] } }), ['c, d', 'a'], 'a comma separates nothing')
  t.strictSame(
    await list({ title: { ne: 'a' }, or: [{ year: { exists: false } }, { year: { lte: 2001, gte: 2001 } }] }),
    ['e', 'b'],
  )
  t.strictSame(await list({ year: { gte: 2001 } }, '&_filter[title][eq]=b'), ['b'], 'with the brackets')
  const wrong: [unknown, string, RegExp][] = [
    [{ year: { gt: 'x' } }, '_filter[year][gt]', /"x" is not an integer/],
    [{ lost: { eq: 1 } }, '_filter[lost][eq]', /unknown field "lost"/],
    [{ year: { is: 1 } }, '_filter[year][is]', /unknown operator "is"/],
    [{ or: [{ year: { eq: 'x' } }] }, '_filter[or][0][year][eq]', /"x" is not/],
    [{ year: 2000 }, '_filter', /write \{"year": \{"eq": value\}\}/],
    [{ year: { eq: null } }, '_filter[year][eq]', /a value must be/],
    [{ or: [1] }, '_filter', /each group in or/],
  ]
  for (const [filter, parameter, detail] of wrong) {
    const url = `/api/movie?_filter=${encodeURIComponent(JSON.stringify(filter))}`
    for (const refused of [
      await request('GET', url, undefined, problem),
      await request('POST', '/api/movie/_query', { _filter: filter }, problem),
    ]) {
      t.match(refused.json(), { status: 400, code: 'invalid-query-parameter', parameter, detail })
    }
  }
  for (const text of ['{', '[]', '"x"', '', '{"a":{"eq":1},"a":{"eq":2}}']) {
    const url = `/api/movie?_filter=${encodeURIComponent(text)}`
    t.match((await request('GET', url, undefined, problem)).json(), { status: 400, parameter: '_filter' }, text)
  }
  const many = Array.from({ length: 1000 }, (_, index) => `no ${index}`)
  const found = await request('POST', '/api/movie/_query', {
    _filter: { title: { in: [...many.slice(1), 'a'] } },
    fields: ['year'],
    sort_by: 'year',
    limit: 1,
  })
  t.match(found.json().data[0].data['@graph'][0], { year: 2000, title: undefined })
  const over = await request('POST', '/api/movie/_query', { _filter: { title: { in: [...many, 'a'] } } })
  t.match(over.json().message, /at most 1000/)
  const first = (await request('POST', '/api/movie/_query', { limit: 2 })).json()
  const second = (await request('POST', '/api/movie/_query', { limit: 2, cursor: first.cursor })).json()
  t.strictSame([first.has_more, second.has_more, second.data.length], [true, false, 2])
  const linked = await request('POST', '/api/movie/_query', { limit: 2 }, { accept: 'application/ld+json' })
  const [, next = ''] = /<(.+)>; rel="next"/.exec(String(linked.headers.link)) ?? []
  t.strictSame((await request('POST', next, { limit: 2 })).json().data, second.data)
  t.equal((await request('POST', '/api/movie/_query', { page: 2 })).statusCode, 400)
  t.equal((await request('POST', '/api/movie/_query', { limit: '2' })).statusCode, 400)
})

testAllStores('writes by a unique property', async (t, app) => {
  await withMovies(app)
  const { request } = app
  const put = (body: object, query = 'key=code', headers = {}) =>
    request('PUT', `/api/movie?${query}`, body, { ...problem, ...headers })
  const made = await put({ code: 'A', title: 'One' })
  const { id } = made.json()
  t.strictSame([made.statusCode, made.headers.location], [200, `/api/movie/${encodeURIComponent(id)}`])
  const again = await put({ code: 'A', title: 'Two' })
  t.strictSame([again.statusCode, again.headers.location, again.json().id], [200, undefined, id])
  t.equal(again.headers.etag, `"${id}.2"`)
  t.equal((await put({ '@id': id, code: 'A', title: 'Three' })).statusCode, 200, 'what was read can be sent')
  t.equal((await put({ code: 'A', title: 'x' }, 'key=code', { 'if-match': made.headers.etag })).statusCode, 412)
  for (const [value, status] of [
    ['"x"', 412],
    ['*', 412],
    ['x', 400],
  ] as const)
    t.equal((await put({ code: 'B', title: 'x' }, 'key=code', { 'if-match': value })).statusCode, status, value)
  for (const [body, query, parameter] of [
    [{ title: 'x' }, 'key=title', 'key'],
    [{ title: 'x' }, 'key=lost', 'key'],
    [{ title: 'x' }, 'key=', 'key'],
    [{ title: 'x', code: 'A' }, '', 'key'],
    [{ title: 'x' }, 'key=code', undefined],
    [{ title: 'x', code: null }, 'key=code', undefined],
  ] as const) {
    const refused = await put(body, query)
    t.match(
      refused.json(),
      { status: 400, ...(parameter === undefined ? { problems: [{ pointer: '/code' }] } : {}) },
      query,
    )
  }
  t.match((await request('POST', '/api/movie', { code: 'A', title: 'x' }, problem)).json(), {
    status: 409,
    code: 'not-unique',
    resource: { id, status: 'active' },
  })
  await request('DELETE', `/api/movie/${id}`)
  t.match((await put({ code: 'A', title: 'x' })).json(), { status: 409, resource: { id, status: 'archived' } })
  const restored = await put({ code: 'A', title: 'Back' }, 'key=code&restore=true')
  t.match([restored.statusCode, restored.json()], [200, { id, status: 'active', sequence_no: 5 }])
  const events = (await request('GET', `/api/events?subject=${id}&limit=1`)).json().data
  t.match(events, [{ type: 'Resource.Restored' }])
  const both = Array.from({ length: 12 }, (_, index) => put({ code: `C${index % 3}`, title: `${index}` }))
  const answers = await Promise.all(both)
  t.strictSame([...new Set(answers.map(({ statusCode }) => statusCode))], [200], answers.map(({ body }) => body).join())
  t.equal(answers.filter(({ headers }) => headers.location !== undefined).length, 3)
  t.equal((await request('GET', '/api/movie?count=true')).json().total, 4)
})

testAllStores('what a bulk write tells of each operation', async (t, app) => {
  await withMovies(app)
  const { request } = app
  const operations = [
    { op: 'create', data: { title: 'a' } },
    { op: 'create', data: { year: 'x' } },
  ]
  const { results } = (await request('POST', '/api/movie/_bulk', { operations, atomic: false })).json()
  t.match(results[0], { status: 201, etag: `"${results[0].id}.1"` })
  t.match(results[1], { status: 400, code: 'validation-failed', message: /year/ })
  t.match(results[1].problems.map(({ pointer }: { pointer: string }) => pointer).toSorted(), ['/title', '/year'])
  const [one, other] = [
    (await request('POST', '/api/movie', { title: 'One', code: '1' })).json().id,
    (await request('POST', '/api/movie', { title: 'Two', code: '2' })).json().id,
  ]
  await request('DELETE', `/api/movie/${other}`)
  const taken = [
    { op: 'create', data: { title: 'b', code: '1' } },
    { op: 'create', data: { title: 'c', code: '3' } },
    { op: 'create', data: { title: 'd', code: '2' } },
    { op: 'patch', id: results[0].id, data: { code: '2' } },
  ]
  for (const path of ['/api/movie/_bulk/_check', '/api/movie/_bulk']) {
    const told = (await request('POST', path, { operations: taken, atomic: false })).json().results
    const failure = { status: 409, code: 'not-unique', problems: [{ pointer: '/code', code: 'not-unique' }] }
    t.match(told, [
      { ...failure, resource: { id: one, status: 'active' } },
      { status: 201 },
      { ...failure, resource: { id: other, status: 'archived' } },
      { ...failure, id: results[0].id, resource: { id: other, status: 'archived' } },
    ])
    const whole = await request('POST', path, { operations: taken.slice(2) }, problem)
    t.match(whole.json(), {
      status: 400,
      code: 'not-unique',
      detail: /^operations\[0\]: code/,
      problems: [{ pointer: '/operations/0/data/code' }],
      resource: { id: other, status: 'archived' },
    })
  }
  const bad = await app.app.inject({
    method: 'POST',
    url: '/api/movie',
    headers: { 'content-type': 'application/json', ...problem },
    payload: '{"title":"x","cast":[{"name":"y","year":12345678901234567890}]}',
  })
  t.match(bad.json(), { code: 'invalid-json', problems: [{ pointer: '/cast/0/year', code: 'invalid-json' }] })
})

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, code: { type: 'string', 'x-unique': true } },
  required: ['name'],
}

interface Result {
  status: number
  id?: string
  message?: string
}

async function withItems({ request }: TestApp): Promise<void> {
  await request('POST', '/api/resource-types', { name: 'Item', slug: 'item', schema })
}

const bulkOn =
  ({ request }: TestApp) =>
  async (
    operations: unknown,
    more: object = {},
    query = '',
  ): Promise<{ status: number; results: Result[]; message: string }> => {
    const answer = await request('POST', `/api/item/_bulk${query}`, { operations, ...more })
    return { status: answer.statusCode, ...answer.json() }
  }

const statuses = (results: Result[]): number[] => results.map(({ status }) => status)

testAllStores('every kind of operation, all or nothing', async (t, app) => {
  await withItems(app)
  const { request } = app
  const bulk = bulkOn(app)
  const names = ['a', 'b', 'c', 'd', 'e']
  const made = await bulk(names.map(name => ({ op: 'create', data: { name } })))
  t.equal(made.status, 200, made.message)
  t.strictSame(statuses(made.results), [201, 201, 201, 201, 201])
  const [a = '', b = '', c = '', d = ''] = made.results.map(({ id }) => id ?? '')
  t.strictSame((await request('GET', `/api/item/${b}`)).json().data['@graph'][0].name, 'b')
  await request('DELETE', `/api/item/${d}`)
  const mixed = await bulk([
    { op: 'update', id: a, data: { name: 'A' }, if_match: `"${a}.1"` },
    { op: 'patch', id: b.split(':').at(-1), data: { code: 'x' } },
    { op: 'delete', id: c },
    { op: 'restore', id: d },
    { op: 'create', id: 'urn:item:chosen-1', data: { name: 'f' } },
  ])
  t.match(mixed.results, [
    { status: 200, id: a },
    { status: 200, id: b },
    { status: 204, id: c },
    { status: 200, id: d },
    { status: 201, id: 'urn:item:chosen-1' },
  ])
  t.strictSame((await request('GET', `/api/item/${b}`)).json().data['@graph'][0], {
    '@id': b,
    '@type': 'Item',
    name: 'b',
    code: 'x',
  })
  t.equal((await request('GET', `/api/item/${c}`)).statusCode, 404)
  t.equal((await request('GET', '/api/item/chosen-1')).statusCode, 200)
  const events = (await request('GET', `/api/events?subject=${a}`)).json().data
  t.strictSame(
    events.map(({ type }: { type: string }) => type),
    ['Resource.Updated', 'Resource.Created'],
  )
})

testAllStores('an operation that fails undoes all, and is named', async (t, app) => {
  await withItems(app)
  const { request } = app
  const bulk = bulkOn(app)
  const { results } = await bulk([{ op: 'create', data: { name: 'a', code: 'x' } }])
  const id = results[0]?.id ?? ''
  const create = (data: object): object => ({ op: 'create', data })
  const failing: [operations: object[], index: number, named: RegExp][] = [
    [[create({ name: 'b' }), create({ name: 1 })], 1, /name/],
    [[create({ name: 'b' }), create({ name: 'c', code: 'x' })], 1, /code/],
    [[create({ name: 'b', code: 'y' }), create({ name: 'b' }), create({ name: 'c', code: 'y' })], 2, /code/],
    [[create({ name: 'b' }), { op: 'update', id: 'urn:item:unknown', data: { name: 'x' } }], 1, /resource/],
    [[create({ name: 'b' }), { op: 'delete', id, if_match: `"${id}.9"` }], 1, /If-Match/],
    [[create({ name: 'b' }), { op: 'restore', id }], 1, /active/],
    [[create({ name: 'b' }), { op: 'create', id, data: { name: 'x' } }], 1, /id/],
    [[create({ name: 'b' }), { op: 'create', id: 'urn:movie:x', data: { name: 'x' } }], 1, /id/],
    [[create({ name: 'b' }), { op: 'patch', id, data: { created_by: 'x' } }], 1, /created_by/],
  ]
  for (const [operations, index, named] of failing) {
    const answer = await bulk(operations)
    t.equal(answer.status, 400, JSON.stringify(operations))
    t.ok(answer.message.startsWith(`operations[${index}]: `), answer.message)
    t.match(answer.message, named)
  }
  t.equal((await request('GET', '/api/item?count=true')).json().total, 1, 'nothing was written')
  t.equal((await request('GET', '/api/events?type=Resource.Created&count=true')).json().total, 1)
  const freed = await bulk([
    { op: 'patch', id, data: { code: null } },
    { op: 'create', data: { name: 'b', code: 'x' } },
  ])
  t.equal(freed.status, 200, 'operations run in order and see each other')
})

testAllStores('the first operation that fails is named, for any kind of failure', async (t, app) => {
  await withItems(app)
  const bulk = bulkOn(app)
  const { results } = await bulk([{ op: 'create', data: { name: 'a', code: 'x' } }])
  const id = results[0]?.id ?? ''
  const create = (data: object): object => ({ op: 'create', data })
  const fine = create({ name: 'b' })
  const taken = create({ name: 'b', code: 'x' })
  const cases: [operations: object[], index: number, named: RegExp][] = [
    [[fine, taken, create({ name: 1 })], 1, /code/],
    [[create({ name: 1 }), taken], 0, /name/],
    [[create({ name: 'b', code: 'y' }), fine, create({ name: 'c', code: 'y' }), { op: 'restore', id }], 2, /code/],
    [[taken, { op: 'delete', id: 'urn:item:unknown' }], 0, /code/],
    [[{ op: 'patch', id, data: { code: null } }, taken, create({})], 2, /name/],
    [[taken, { op: 'patch', id, data: { code: null } }], 0, /code/],
  ]
  for (const [operations, index, named] of cases) {
    for (const query of ['', '?dry_run=true']) {
      const answer = await bulk(operations, {}, query)
      t.equal(answer.status, 400)
      t.ok(answer.message.startsWith(`operations[${index}]: `), `${answer.message} ${JSON.stringify(operations)}`)
      t.match(answer.message, named)
    }
  }
})

testWithStore(
  'each operation has the steps of a request of its own, and all of them have limited time',
  async (t, { request }) => {
    const schema = {
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'string' } }, text: { type: 'string', pattern: '^[^<]*$' } },
    }
    t.equal((await request('POST', '/api/resource-types', { name: 'Long', slug: 'long', schema })).statusCode, 201)
    const bulk = (atomic: boolean, data: object, count: number) =>
      request('POST', '/api/long/_bulk/_check', {
        atomic,
        operations: Array.from({ length: count }, () => ({ op: 'create', data })),
      })
    const many = { list: Array.from({ length: 25_000 }, () => 'x') }
    t.equal((await bulk(true, many, 20)).statusCode, 200)
    t.equal((await bulk(true, { text: 'x'.repeat(7000) }, 1000)).statusCode, 200)

    const beyond = { list: Array.from({ length: 250_000 }, () => 'x') }
    const refused = await bulk(true, beyond, 2)
    t.equal(refused.statusCode, 400)
    t.match(refused.json().message, /^operations\[0\]: .*too large or too intricate/)

    const tree = { anyOf: [{ $ref: '#/$defs/branch' }, { $ref: '#/$defs/branch' }, { const: 1 }] }
    const intricate = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/tree' } },
      $defs: {
        tree,
        branch: { type: 'object', properties: { a: { type: 'array', items: { $ref: '#/$defs/tree' } } } },
      },
    }
    t.equal(
      (await request('POST', '/api/resource-types', { name: 'Tree', slug: 'tree', schema: intricate })).statusCode,
      201,
    )
    const deep: unknown = JSON.parse(`${'{"a":['.repeat(12)}{"a":5}${']}'.repeat(12)}`)
    const operations = Array.from({ length: 1000 }, () => ({ op: 'create', data: { a: deep } }))
    const start = process.cpuUsage()
    const found = (await request('POST', '/api/tree/_bulk', { atomic: false, operations })).json().results as Result[]
    t.ok(process.cpuUsage(start).user < 12_000_000)
    t.match(found[0]?.message, /^(?!.*send fewer)/)
    t.match(found.at(-1), { status: 400, message: /take too long to check; send fewer at once/ })
  },
)

testAllStores('ids chosen by the caller', async (t, app) => {
  await withItems(app)
  const bulk = bulkOn(app)
  const fine = ['a', 'A-z0.9~_', '~a', '9', 'x'.repeat(128)].map(last => `urn:item:${last}`)
  const wrong = ['', '_a', '-a', '.a', 'a b', 'a/b', 'é', 'a:b', 'x'.repeat(129)].map(last => `urn:item:${last}`)
  for (const atomic of [true, false]) {
    for (const id of [...wrong, 'urn:movie:a', 'urn:item', 'a', 'URN:item:a']) {
      const answer = await bulk([{ op: 'create', id, data: { name: 'x' } }], { atomic })
      if (atomic) t.match(answer, { status: 400, message: /^operations\[0\]: id/ }, id)
      else t.strictSame(statuses(answer.results), [400], id)
    }
  }
  const made = await bulk(fine.map(id => ({ op: 'create', id, data: { name: 'x' } })))
  t.equal(made.status, 200, made.message)
  for (const id of fine) {
    t.equal((await app.request('GET', `/api/item/${encodeURIComponent(id)}`)).statusCode, 200, id)
    t.equal((await app.request('GET', `/api/item/${id.slice('urn:item:'.length)}`)).statusCode, 200, id)
  }
})

testAllStores('a bulk write that is not atomic', async (t, app) => {
  await withItems(app)
  const { request } = app
  const bulk = bulkOn(app)
  const operations = Array.from({ length: 450 }, (_, i) => ({
    op: 'create',
    data: i % 7 === 3 ? { name: i } : { name: `n${i}`, code: `c${i % 100}` },
  }))
  const { status, results } = await bulk(operations, { atomic: false })
  t.equal(status, 200)
  const taken = new Set<string>()
  const expected = operations.map(({ data: { code } }) => {
    if (code === undefined) return 400
    if (taken.has(code)) return 409
    taken.add(code)
    return 201
  })
  t.strictSame(statuses(results), expected)
  t.ok(
    results.every(({ status, message, id }) => (status === 201 ? id?.startsWith('urn:item:') : message !== undefined)),
  )
  t.equal((await request('GET', '/api/item?count=true')).json().total, taken.size)
  const id = results[0]?.id ?? ''
  const after = await bulk(
    [
      { op: 'update', id: 'urn:item:unknown', data: { name: 'x' } },
      { op: 'patch', id, data: { name: 'y' }, if_match: `"${id}.4"` },
      { op: 'restore', id: results[1]?.id },
      { op: 'delete', id: results[2]?.id },
    ],
    { atomic: false },
  )
  t.strictSame(statuses(after.results), [404, 412, 409, 204])
})

testWithStore('malformed operations are refused as a whole', async (t, app) => {
  await withItems(app)
  const bulk = bulkOn(app)
  const { results } = await bulk([{ op: 'create', data: { name: 'a' } }])
  const id = results[0]?.id ?? ''
  const good = { op: 'create', data: { name: 'b' } }
  const malformed: unknown[] = [
    [],
    'x',
    Array.from({ length: 1001 }, () => good),
    [good, { op: 'destroy', id }],
    [good, { op: 'update', id }],
    [good, { op: 'update', data: { name: 'x' } }],
    [good, { op: 'delete', id, data: {} }],
    [good, { op: 'create' }],
    [good, { op: 'create', data: [] }],
    [good, { ...good, colour: 1 }],
    [
      { op: 'delete', id },
      { op: 'restore', id: id.split(':').at(-1) },
    ],
  ]
  for (const atomic of [true, false]) {
    for (const operations of malformed) {
      t.equal((await bulk(operations, { atomic })).status, 400, JSON.stringify(operations)?.slice(0, 80))
    }
  }
  t.equal((await bulk([good], { colour: 1 })).status, 400)
  t.equal((await bulk([good], { atomic: 'yes' })).status, 400)
  t.equal((await bulk([good], {}, '?colour=1')).status, 400)
  t.equal((await app.request('GET', '/api/item?count=true')).json().total, 1)
  t.equal((await app.request('POST', '/api/unknown/_bulk', { operations: [good] })).statusCode, 404)
  const large = Array.from({ length: 7 }, () => ({ op: 'create', data: { name: 'x'.repeat(1_000_000) } }))
  t.equal((await bulk(large)).status, 200, 'up to 8 MiB')
  t.equal((await bulk([...large, ...large])).status, 413)
})

testAllStores('a dry run does every check and writes nothing', async (t, app) => {
  await withItems(app)
  const { request } = app
  const bulk = bulkOn(app)
  const { results } = await bulk([{ op: 'create', data: { name: 'a', code: 'x' } }])
  const id = results[0]?.id ?? ''
  const operations = [
    { op: 'create', data: { name: 'b', code: 'x' } },
    { op: 'create', data: { name: 'b', code: 'y' } },
    { op: 'create', data: { name: 'c', code: 'y' } },
    { op: 'patch', id, data: { code: 'z' } },
    { op: 'create', data: { name: 'd', code: 'x' } },
    { op: 'create', data: {} },
    { op: 'delete', id: 'urn:item:unknown' },
  ]
  const tried = await bulk(operations, { atomic: false }, '?dry_run=true')
  t.strictSame(statuses(tried.results), [409, 201, 409, 200, 201, 400, 404])
  const together = await bulk(operations, {}, '?dry_run=true')
  t.equal(together.status, 400)
  t.equal((await request('GET', '/api/item?count=true')).json().total, 1)
  t.equal((await request('GET', '/api/events?type=Resource.Created&count=true')).json().total, 1)
  t.equal((await request('GET', `/api/item/${id}`)).json().sequence_no, 1)
})

testAllStores('each resource can be nested as deep as in a single request', async (t, app) => {
  await withItems(app)
  const deep = (depth: number): string => `{"name":"x","deep":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
  const headers = { 'content-type': 'application/json' }
  const post = async (url: string, payload: string): Promise<number> =>
    (await app.app.inject({ method: 'POST', url, headers, payload })).statusCode
  const bulk = (data: string): string => `{"operations":[{"op":"create","data":${data}}]}`
  t.equal(await post('/api/item', deep(64)), 201)
  t.equal(await post('/api/item', deep(65)), 400)
  t.equal(await post('/api/item/_bulk', bulk(deep(64))), 200)
  t.equal(await post('/api/item/_bulk', bulk(deep(65))), 400)
  t.equal(await post('/api/item/_bulk', bulk('{"name":"x","__proto__":{"a":1}}')), 400)
})

t.test('a store that fails during a bulk write', async t => {
  const store = await createStore({ kind: 'sqlite', path: ':memory:' })
  let writes = 0
  let fails: (write: number) => Error | undefined = () => undefined
  const failing = new Proxy(store, {
    get(target, name) {
      if (name === 'write')
        return async (operations: readonly WriteOperation[]) => {
          const isOfBooks = operations.some(({ collection, kind }) => collection === 'books' && kind === 'insert')
          const error = isOfBooks ? fails(++writes) : undefined
          if (error !== undefined) throw error
          await target.write(operations)
        }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const { request, close } = await buildTestApp({ store: failing })
  t.teardown(close)
  const schema = { type: 'object', properties: { n: { type: 'number' } } }
  await request('POST', '/api/resource-types', { name: 'Book', slug: 'book', schema })
  const operations = Array.from({ length: 450 }, (_, n) => ({ op: 'create', data: { n } }))
  const send = async () => {
    writes = 0
    return request('POST', '/api/book/_bulk', { atomic: false, operations }, { accept: 'application/problem+json' })
  }
  const count = async (): Promise<number> => (await request('GET', '/api/book?count=true&limit=1')).json().total

  fails = () => new StoreUnavailable()
  t.match((await send()).json(), { status: 503, code: 'store-unavailable' }, 'nothing was written')
  t.equal(await count(), 0)

  fails = write => (write === 2 ? new OutcomeUnknown() : undefined)
  const { results } = (await send()).json() as { results: { status: number; id: string; message?: string }[] }
  const statuses = results.map(({ status }) => status)
  t.strictSame(new Set(statuses.slice(0, 100)), new Set([201]), 'a hundred in a write')
  t.strictSame(new Set(statuses.slice(100)), new Set([503]))
  t.match(results[100]?.message, `its id would be ${results[100]?.id}`)
  t.match(results[400], { id: /^urn:book:/, message: /^not done: the store failed \(outcome-unknown\)$/ })
  t.ok(results.every(({ message }) => message === undefined || !message.includes('nothing was changed')))
  t.equal(await count(), 100)

  fails = write => (write === 2 ? new StoreUnavailable() : undefined)
  const second = (await send()).json().results as { status: number; message?: string }[]
  t.match(second[0], { status: 201 })
  t.match(second[449], { status: 503, message: /^not done: the store failed \(store-unavailable\)$/ })
  t.equal(await count(), 200)

  fails = () => new OutcomeUnknown()
  const single = await request('POST', '/api/book', { n: 1 }, { accept: 'application/problem+json' })
  t.match(single.json(), { status: 503, code: 'outcome-unknown', id: /^urn:book:/ })
  t.equal(single.headers['retry-after'], undefined)
  t.match((await request('POST', '/api/book', { n: 1 })).json(), { message: /its id would be urn:book:/ })
})

testAllStores('a copy runs no behaviours; an import can contain what the service sets', async (t, { request }) => {
  const create = (id: string, data: object): object => ({ op: 'create', id: `urn:person:${id}`, data })
  const write = async (query: string, operations: object[]) => {
    const answer = await request('POST', `/api/person/_bulk${query}`, { operations, atomic: false })
    const { results } = answer.json() as { results: Result[] }
    return { status: answer.statusCode, results }
  }
  const ada = { givenName: 'Ada', familyName: 'Lovelace' }
  const named = [create('a', { ...ada, name: 'Ada Lovelace' }), create('b', { ...ada, name: 'Countess' })]
  t.strictSame(statuses((await write('', named)).results), [400, 400], 'as in any body')
  for (const dryRun of ['&dry_run=true', '']) {
    const { results } = await write(`?check_read_only=true${dryRun}`, named)
    t.strictSame(statuses(results), [201, 400], 'what equals what the service sets is accepted')
    t.match(results[1]?.message, /name: .*"Ada Lovelace", not "Countess"/)
  }
  t.equal((await write('?copy=true&check_read_only=true', named)).status, 400)
  t.strictSame(statuses((await write('?copy=true', named)).results), [409, 201])
  t.match((await request('GET', '/api/person/b')).json().data['@graph'][0], { name: 'Countess' })
  t.match((await request('GET', '/api/events?subject=urn:person:b')).json().data, [{ data: { copy: true } }])
  t.notOk((await request('GET', '/api/events?subject=urn:person:a')).json().data[0].data.copy)

  await request('POST', '/api/resource-types', { name: 'Item', slug: 'item' })
  await request('POST', '/api/item', { name: 'a' })
  await request('DELETE', '/api/resource-types/item')
  t.equal((await request('GET', '/api/item')).statusCode, 404)
  t.equal((await request('GET', '/api/item?copy=true')).json().data.length, 1, 'archived types are listed too')
})

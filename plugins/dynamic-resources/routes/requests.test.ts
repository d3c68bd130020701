import { onEachStore } from '../../../test/each-store.ts'
import { withMovies } from '../../../test/movies.ts'
import type { Resource } from '../../../test/movies.ts'
import { create, withTasks } from '../testing.ts'

const problem = { accept: 'application/problem+json' }

onEachStore('what was read can be changed and sent back as JSON', async (t, app) => {
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

onEachStore('a patch as JSON, and what If-Match must be', async (t, app) => {
  await withMovies(app)
  const { request } = app
  const created = await request('POST', '/api/movie', { title: 'Solaris', year: 1972 })
  const path = `/api/movie/${created.json().id}`
  const patched = await request('PATCH', path, { year: null })
  t.strictSame([patched.statusCode, patched.json().data['@graph'][0].year], [200, undefined])
  const etag = String(patched.headers.etag)
  for (const value of [etag.slice(1, -1), `"a" "b"`, `${etag},`, 'W/', '""x']) {
    const refused = await request('PATCH', path, { year: 1 }, { 'if-match': value })
    t.match([refused.statusCode, refused.json().message], [400, /If-Match must be/], value)
  }
  t.equal((await request('PATCH', path, { year: 1 }, { 'if-match': `"a", W/${etag}` })).statusCode, 200)
  t.equal((await request('DELETE', path, undefined, { 'if-match': etag })).statusCode, 412)
  const bulk = { operations: [{ op: 'patch', id: created.json().id, data: {}, if_match: 'x' }], atomic: false }
  t.equal((await request('POST', '/api/movie/_bulk', bulk)).json().results[0].status, 400)
})

onEachStore('fields selects properties', async (t, app) => {
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

onEachStore('lists have weak tags', async (t, app) => {
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

onEachStore('errors name the parameter', async (t, app) => {
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

import jsonld from 'jsonld'
import { onEachStore } from '../../../testing/internal/each-store.ts'
import { create, graphOf, withTasks } from '../testing.ts'
import type { Item } from '../testing.ts'

/** The user who created everything. */
const admin = { 'urn:user:admin': { label: 'Admin', status: 'active' } }

onEachStore('answers include referenced resources', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const ada = await create(app, 'writer', { name: 'Ada' })
  const bo = await create(app, 'writer', { name: ' ' })
  const project = await create(app, 'project', { name: 'P', lead: bo })
  const task = await create(app, 'task', { name: 'T', author: ada, project, reviewers: [ada, bo], steps: [{ by: bo }] })
  const path = `/api/task/${task}`

  const one = await request('GET', `${path}?include=project,author`, undefined, { 'if-none-match': `"${task}.1"` })
  t.equal(one.statusCode, 200)
  t.equal(one.headers.etag, undefined)
  t.strictSame(graphOf(one.json()), [task, project, ada])
  t.match(one.json().data['@graph'][1], { '@type': 'project', name: 'P', lead: bo })
  t.strictSame(graphOf((await request('GET', `${path}?include=reviewers,author,steps.by`)).json()), [task, ada, bo])
  t.ok((await request('GET', `${path}?labels=false`)).headers.etag)
  const list = (await request('GET', '/api/task?include=project&labels=true')).json()
  t.strictSame(graphOf(list.data[0]), [task, project])
  t.strictSame(list.labels, {
    [ada]: { label: 'Ada', status: 'active' },
    [bo]: { label: bo.split(':').at(-1), status: 'active' },
    [project]: { label: 'P', status: 'active' },
    ...admin,
  })
  const labelled = await request('GET', `${path}?labels=true`)
  t.equal(labelled.headers.etag, undefined)
  t.strictSame(labelled.json().labels, list.labels)
  t.strictSame(graphOf(labelled.json()), [task])

  for (const query of [
    'include=',
    'include=name',
    'include=project,nothing',
    'include=steps',
    'labels=1',
    'include=project&include=author',
  ]) {
    for (const address of [path, '/api/task'])
      t.equal((await request('GET', `${address}?${query}`)).statusCode, 400, query)
  }
  t.match((await request('GET', `/api/writer?include=constructor`)).json().message, /"constructor"/)

  const linked = { accept: 'application/ld+json' }
  const document = await request('GET', `${path}?include=project`, undefined, linked)
  for (const address of [path, '/api/task']) {
    const refused = await request('GET', `${address}?labels=true`, undefined, linked)
    t.equal(refused.statusCode, 400, 'JSON-LD has no place for labels')
  }
  const expanded = await jsonld.expand(document.json())
  t.match(expanded, [
    { '@id': task, 'https://task.example/name': [{ '@value': 'T' }] },
    {
      '@id': project,
      'https://project.example/name': [{ '@value': 'P' }],
      'https://project.example/lead': [{ '@id': bo }],
    },
  ])
  t.equal(expanded.length, 2)
  const graph = await jsonld.expand(
    (await request('GET', '/api/task?include=project,parent', undefined, linked)).json(),
  )
  t.strictSame(
    graph.map(node => node['@id']),
    [task, project],
  )

  await request('DELETE', `/api/writer/${ada}`)
  t.strictSame(
    graphOf((await request('GET', `${path}?include=author`)).json()),
    [task],
    'what is archived is not included',
  )
  t.match((await request('GET', `${path}?labels=true`)).json().labels, { [ada]: { label: 'Ada', status: 'archived' } })
  await request('PUT', '/api/resource-types/writer', { status: 'archived' })
  t.strictSame(Object.keys((await request('GET', `${path}?labels=true`)).json().labels), [project, 'urn:user:admin'])
})

onEachStore('resources that refer to a resource', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const ada = await create(app, 'writer', { name: 'Ada' })
  const expected: string[] = []
  for (let n = 0; n < 5; n++) {
    expected.unshift(await create(app, 'task', { name: `${n}`, author: ada, reviewers: [ada], steps: [{ by: ada }] }))
    expected.unshift(await create(app, 'project', { name: `${n}`, lead: ada }))
    expected.unshift(await create(app, 'task', { name: `${n}`, steps: [{}, { by: ada }] }))
    await create(app, 'task', { name: 'other' })
  }
  await request('DELETE', `/api/task/${expected.pop()}`)
  const path = `/api/writer/${ada}/referrers`
  const seen: string[] = []
  for (let cursor = '', pages = 0; pages === 0 || cursor !== ''; pages++) {
    const page = (await request('GET', `${path}?limit=4&count=true&cursor=${cursor}`.replace(/&cursor=$/, ''))).json()
    t.equal(page.total, 14)
    t.equal(page.has_more, page.cursor !== '')
    seen.push(...page.data.map(({ id }: Item) => id))
    cursor = page.cursor
    if (pages > 5) break
  }
  t.strictSame([...seen].sort(), [...expected].sort())
  // Resources of two types that were created within a millisecond are in the order of their ids.
  const tasks = (ids: string[]): string[] => ids.filter(id => id.startsWith('urn:task:'))
  t.strictSame(tasks(seen), tasks(expected))
  const projects = (await request('GET', `${path}?type_slug=project`)).json()
  t.strictSame(
    projects.data.map(({ id }: Item) => id),
    expected.filter(id => id.startsWith('urn:project:')),
  )
  t.match(projects.data[0], { type_slug: 'project', data: { '@graph': [{ '@type': 'project', lead: ada }] } })
  t.strictSame((await request('GET', `${path}?type_slug=writer`)).json().data, [])
  t.equal((await request('GET', `${path}?type_slug=nothing`)).statusCode, 400)
  t.equal((await request('GET', `${path}?sort_by=name`)).statusCode, 400)
  const { cursor } = (await request('GET', `${path}?limit=1`)).json()
  t.equal((await request('GET', `${path}?cursor=${cursor}&type_slug=task`)).statusCode, 400)
  t.equal((await request('GET', '/api/writer/nobody/referrers')).statusCode, 404)
})

onEachStore('a label depends on the data of the resource', async (t, app) => {
  const { request } = app
  const text = { type: 'string' }
  const to = { ...text, 'x-resource-type': 'movie' }
  const schemas: Record<string, object> = {
    movie: {
      type: 'object',
      'x-display-property': 'year',
      properties: {
        year: { type: ['integer', 'null'] },
        kind: { ...text, enum: ['short', 'long'] },
        released: { ...text, format: 'date' },
        prequel: to,
        notes: { ...text, contentMediaType: 'text/markdown' },
        maker: text,
        code: text,
        title: { type: ['string', 'null'] },
        amount: { type: 'number' },
      },
      required: ['code'],
    },
    list: { type: 'object', properties: { of: { type: 'array', items: to } } },
  }
  for (const [slug, schema] of Object.entries(schemas)) {
    t.equal((await request('POST', '/api/resource-types', { name: slug, slug, schema })).statusCode, 201)
  }
  const cases: [data: object, label: string | undefined][] = [
    [{ year: 1927, title: 'Metropolis', code: 'm' }, '1927'],
    [{ year: null, title: 'Metropolis', code: 'm' }, 'Metropolis'],
    [{ headline: 'News', title: '  ', code: 'm' }, 'News'],
    [{ name: 'Undeclared', headline: 'News', code: 'm' }, 'Undeclared'],
    [{ maker: 'Lang', code: 'm' }, 'm'],
    [{ maker: 'Lang', code: '' }, 'Lang'],
    [{ kind: 'long', released: '1927-01-10', notes: 'x', amount: 4, code: '' }, undefined],
  ]
  for (const [data, label] of cases) {
    const movie = await create(app, 'movie', data)
    const list = await create(app, 'list', { of: [movie] })
    const { labels } = (await request('GET', `/api/list/${list}?labels=true`)).json()
    t.strictSame(
      labels,
      { [movie]: { label: label ?? movie.split(':').at(-1), status: 'active' }, ...admin },
      JSON.stringify(data),
    )
  }
})

onEachStore('resources that refer to a resource, with their references', async (t, app) => {
  await withTasks(app)
  const { request } = app
  const writer = await create(app, 'writer', { name: 'Ada' })
  const project = await create(app, 'project', { name: 'P', lead: writer })
  const task = await create(app, 'task', { author: writer, project })
  const referrers = (query: string) => request('GET', `/api/writer/${writer}/referrers?${query}`)
  const labelled = (await referrers('labels=true')).json()
  t.strictSame(labelled.labels, {
    [writer]: { label: 'Ada', status: 'active' },
    [project]: { label: 'P', status: 'active' },
    ...admin,
  })
  const included = (await referrers('include=lead,project')).json()
  t.strictSame(included.data.map(graphOf), [
    [task, project],
    [project, writer],
  ])
  t.notOk('labels' in included)
  t.strictSame((await referrers('include=lead&type_slug=project')).json().data.map(graphOf), [[project, writer]])
  t.equal((await referrers('include=lead&type_slug=task')).statusCode, 400)
  t.equal((await referrers('include=nope')).statusCode, 400)
  t.equal((await referrers('labels=maybe')).statusCode, 400)
  const one = `/api/task/${task}?labels=true`
  for (const path of [one, '/api/task?labels=true']) {
    t.equal((await request('GET', path, undefined, { accept: 'application/ld+json' })).statusCode, 400, path)
  }
})

import t from 'tap'
import { pluginSuite } from '../../testing/index.ts'
import { onViews } from './testing.ts'
import type { View } from './testing.ts'

const long = {
  type_slug: 'movie',
  name: 'Long ones',
  query: { '_filter[runningTimeMin][gte]': '180', '_filter[genre][in]': ['Drama', 'War'], sort_by: 'title' },
  columns: ['title', { name: 'runningTimeMin', width: 120 }],
  layout: { kind: 'table' },
  default: false,
}

onViews('a view is stored as it was saved', async (t, ask) => {
  const created = await ask('ann', 'POST', '/api/views', long)
  t.equal(created.status, 201)
  const { id } = created.body
  t.match(id, /^urn:view:[0-9A-Z]{26}$/)
  const view = { id, ...long, shared: false, owner: 'urn:user:ann' }
  t.strictSame(created.body, view)
  t.equal(created.headers['location'], `/api/views/${encodeURIComponent(id)}`)
  t.equal(created.headers['etag'], `"${id}.1"`)
  for (const part of [id, encodeURIComponent(id), id.slice('urn:view:'.length)]) {
    t.strictSame((await ask('ann', 'GET', `/api/views/${part}`)).body, view, part)
  }
  const again = await ask('ann', 'GET', `/api/views/${id}`, undefined, { 'if-none-match': `"${id}.1"` })
  t.equal(again.status, 304)

  const renamed = await ask('ann', 'PUT', `/api/views/${id}`, { name: 'Very long ones' })
  t.equal(renamed.status, 200)
  t.strictSame(renamed.body, { ...view, name: 'Very long ones' }, 'properties that were not sent are kept')
  t.equal(renamed.headers['etag'], `"${id}.2"`)
  const stale = await ask('ann', 'PUT', `/api/views/${id}`, { name: 'x' }, { 'if-match': `"${id}.1"` })
  t.equal(stale.status, 412)
  const text = await ask(
    'ann',
    'PUT',
    `/api/views/${id}`,
    { query: 'q=war', columns: [], type_slug: 'actor' },
    { 'if-match': `W/"${id}.2"` },
  )
  t.match(text.body, { query: 'q=war', columns: [], type_slug: 'actor', name: 'Very long ones' })

  t.equal((await ask('ann', 'DELETE', `/api/views/${id}`, undefined, { 'if-match': `"${id}.1"` })).status, 412)
  const gone = await ask('ann', 'DELETE', `/api/views/${id}`)
  t.equal(gone.status, 204)
  t.equal(gone.body, null)
  for (const method of ['GET', 'DELETE']) t.equal((await ask('ann', method, `/api/views/${id}`)).status, 404)
  t.equal((await ask('ann', 'PUT', `/api/views/${id}`, { name: 'x' })).status, 404)
})

onViews('own and shared views, changed by users who can', async (t, ask) => {
  const own = (await ask('ann', 'POST', '/api/views', long)).body.id
  const shared = (await ask('root', 'POST', '/api/views', { ...long, name: 'For all', shared: true })).body.id
  t.equal((await ask('ann', 'POST', '/api/views', { ...long, shared: true })).status, 403)
  t.equal((await ask('ann', 'PUT', `/api/views/${own}`, { shared: true })).status, 403)
  t.equal((await ask('ann', 'PUT', `/api/views/${shared}`, { name: 'Mine' })).status, 403)
  t.equal((await ask('ann', 'PUT', `/api/views/${shared}`, { shared: false })).status, 403)
  t.equal((await ask('ann', 'DELETE', `/api/views/${shared}`)).status, 403)
  t.equal((await ask('bob', 'GET', `/api/views/${shared}`)).status, 200)
  for (const user of ['bob', 'root']) {
    for (const [method, body] of [['GET'], ['PUT', { name: 'x' }], ['DELETE']] as [string, object?][]) {
      const answer = await ask(user, method, `/api/views/${own}`, body)
      const never = await ask(user, method, '/api/views/urn:view:01ARZ3NDEKTSV4RRFFQ69G5FAV', body)
      t.equal(answer.status, 404, `${user} ${method}`)
      t.strictSame(answer.body, never.body, 'as if it did not exist')
    }
  }
  t.equal((await ask('root', 'GET', `/api/views/${shared}`, undefined, { account: 'other' })).status, 404)
  t.equal((await ask('ann', 'GET', `/api/views/${own}`, undefined, { account: 'other' })).status, 404)
  for (const [method, url] of [
    ['GET', '/api/views'],
    ['POST', '/api/views'],
    ['GET', `/api/views/${own}`],
  ] as const) {
    t.equal((await ask(undefined, method, url, method === 'POST' ? {} : undefined)).status, 401)
  }

  const names = async (user: string, headers = {}): Promise<string[]> =>
    (await ask<{ data: View[] }>(user, 'GET', '/api/views', undefined, headers)).body.data.map(({ name }) => name)
  t.strictSame(await names('ann'), ['For all', 'Long ones'], 'newest first')
  t.strictSame(await names('bob'), ['For all'])
  t.strictSame(await names('root', { account: 'other' }), [])

  t.equal((await ask('root', 'PUT', `/api/views/${shared}`, { shared: false })).status, 200)
  t.strictSame(await names('bob'), [])
  t.equal((await ask('bob', 'GET', `/api/views/${shared}`)).status, 404)
  t.strictSame(await names('root'), ['For all'], 'it still belongs to its owner')
})

onViews('the list has pages, for one type', async (t, ask) => {
  for (let number = 0; number < 7; number++) {
    const type_slug = number % 2 === 0 ? 'movie' : 'actor'
    await ask('ann', 'POST', '/api/views', { type_slug, name: `view ${number}` })
    await ask('bob', 'POST', '/api/views', { type_slug, name: `other ${number}` })
  }
  const seen: string[] = []
  let cursor = ''
  do {
    const url = `/api/views?type_slug=movie&limit=3&count=true${cursor && `&cursor=${cursor}`}`
    const { body } = await ask<{ data: View[]; cursor: string; has_more: boolean; total: number }>('ann', 'GET', url)
    seen.push(...body.data.map(({ name }) => name))
    t.equal(body.total, 4)
    t.equal(body.has_more, body.cursor !== '')
    if (cursor === '') {
      t.equal((await ask('bob', 'GET', `/api/views?type_slug=movie&cursor=${body.cursor}`)).status, 400, 'not theirs')
      t.equal((await ask('ann', 'GET', `/api/views?cursor=${body.cursor}`)).status, 400, 'of another list')
    }
    cursor = body.cursor
  } while (cursor !== '')
  t.strictSame(seen, ['view 6', 'view 4', 'view 2', 'view 0'])
  t.strictSame((await ask<{ data: [] }>('ann', 'GET', '/api/views?type_slug=none')).body.data, [])
  for (const query of ['limit=0', 'limit=1001', 'name=x', 'type_slug=a&type_slug=b', 'cursor=AAAA']) {
    t.equal((await ask('ann', 'GET', `/api/views?${query}`)).status, 400, query)
  }
})

onViews('an invalid view is refused, naming the problem', async (t, ask) => {
  const cases: [unknown, RegExp][] = [
    [{}, /type_slug is required; name is required/],
    [{ ...long, type_slug: 'none' }, /^type_slug: there is no resource type "none"$/],
    [{ ...long, type_slug: '__proto__' }, /type_slug/],
    [{ ...long, name: '' }, /name/],
    [{ ...long, name: 'x'.repeat(201) }, /name/],
    [{ ...long, query: [] }, /query/],
    [{ ...long, query: 5 }, /query/],
    [{ ...long, columns: 'title' }, /columns/],
    [{ ...long, columns: [{ width: 5 }] }, /columns\[0\]/],
    [{ ...long, columns: [{ name: 'a', width: -5 }] }, /columns\[0\]/],
    [{ ...long, shared: 'yes' }, /shared/],
    [{ ...long, owner: 'urn:user:bob' }, /owner is not known/],
    [{ ...long, id: 'urn:view:1' }, /id is not known/],
  ]
  for (const [body, message] of cases) {
    const answer = await ask('root', 'POST', '/api/views', body)
    t.equal(answer.status, 400, answer.body.message)
    t.match(answer.body.message, message)
  }
  t.equal((await ask('ann', 'POST', '/api/views', { ...long, query: { q: 'x'.repeat(70_000) } })).status, 413)
  const { id } = (await ask('ann', 'POST', '/api/views', long)).body
  t.equal((await ask('ann', 'PUT', `/api/views/${id}`, {})).status, 400)
  t.equal((await ask('ann', 'PUT', `/api/views/${id}`, { type_slug: 'none' })).status, 400)
  t.equal((await ask('ann', 'PATCH', `/api/views/${id}`, {})).status, 405)
  t.strictSame((await ask('ann', 'GET', `/api/views/${id}`)).body, {
    id,
    ...long,
    shared: false,
    owner: 'urn:user:ann',
  })
})

onViews('views follow a change of the slug of their type', async (t, ask) => {
  const { id } = (await ask('ann', 'POST', '/api/views', long)).body
  const other = (await ask('ann', 'POST', '/api/views', { ...long, type_slug: 'actor' })).body.id
  t.equal((await ask('root', 'PUT', '/api/resource-types/movie', { slug: 'film' })).status, 200)
  const followed = await ask('ann', 'GET', `/api/views/${id}`)
  t.match(followed.body, { type_slug: 'film', query: long.query })
  t.equal(followed.headers['etag'], `"${id}.2"`)
  t.match((await ask('ann', 'GET', `/api/views/${other}`)).body, { type_slug: 'actor' })
  t.match((await ask<{ data: View[] }>('ann', 'GET', '/api/views?type_slug=film')).body.data, [{ id }])
  t.equal((await ask('ann', 'POST', '/api/views', long)).status, 400, 'and no view can be saved under the old one')
})

const plugins = { events: true, types: true, views: true } as const
for (const { name, run } of pluginSuite({ key: 'views', paths: ['/api/views', '/api/views/{id}'], app: { plugins } })) {
  t.test(name, run)
}

onViews('a view must be valid for its type when saved, and is marked when the type changes', async (t, ask) => {
  const text = { type: 'string' }
  const properties = { title: text, size: { type: 'number' }, author: { ...text, 'x-resource-type': 'writer' } }
  const schemas = { writer: { type: 'object', properties: { name: text } }, book: { type: 'object', properties } }
  for (const [slug, schema] of Object.entries(schemas)) {
    t.equal((await ask('root', 'POST', '/api/resource-types', { name: slug, slug, schema })).status, 201)
  }
  const fine = {
    type_slug: 'book',
    name: 'Fine',
    query: { '_filter[size][gt]': 3, '_filter[author.name][eq]': 'Ada', sort_by: 'size', sort_order: 'desc', q: 'x' },
    columns: ['title', 'created_at', 'meta.status', { name: 'size', width: 80 }],
  }
  const saved = await ask('ann', 'POST', '/api/views', fine)
  t.equal(saved.status, 201, JSON.stringify(saved.body))
  t.notOk('stale' in saved.body)
  const refused: [object, RegExp][] = [
    [{ columns: ['title', 'colour'] }, /columns\[1\]: unknown field "colour"/],
    [{ query: { '_filter[colour][eq]': 'red' } }, /query: .*"colour"/],
    [{ query: '_filter[colour][eq]=red&sort_by=shape' }, /"colour".*"shape"/],
    [{ query: { '_filter[size][near]': '3' } }, /"near"/],
    [{ query: { '_filter[size][gt]': 'big' } }, /size/],
    [{ query: { '_filter[author.age][eq]': 3 } }, /"age"/],
    [{ query: { filter_field: 'colour', filter_value: 'red' } }, /"colour"/],
    [{ query: { sort_by: { title: 1 } } }, /sort_by/],
    [{ type_slug: 'writer' }, /"title"/],
  ]
  for (const [change, message] of refused) {
    for (const [method, path] of [
      ['POST', '/api/views'],
      ['PUT', `/api/views/${saved.body.id}`],
    ] as const) {
      const answer = await ask('ann', method, path, { ...fine, ...change })
      t.equal(answer.status, 400, `${method} ${JSON.stringify(change)}`)
      t.match(answer.body.message, message)
    }
  }

  const { size: _size, ...left } = properties
  const changed = { schema: { type: 'object', properties: left } }
  t.equal((await ask('root', 'PUT', '/api/resource-types/book', changed)).status, 200)
  const stale = ['size', '_filter[size][gt]', 'sort_by']
  const path = `/api/views/${saved.body.id}`
  t.strictSame((await ask('ann', 'GET', path)).body, { ...saved.body, stale }, 'kept, and marked')
  t.match((await ask('ann', 'GET', '/api/views?type_slug=book')).body, { data: [{ stale }] })
  t.match(await ask('ann', 'PUT', path, { name: 'Renamed' }), { status: 200, body: { name: 'Renamed', stale } })
  t.equal((await ask('ann', 'PUT', path, { ...fine, shared: false })).status, 200, 'existing values are kept')
  const mended = await ask('ann', 'PUT', path, { query: {}, columns: ['title'] })
  t.notOk('stale' in mended.body)
})

const text = { type: 'string' }
const properties = {
  title: text,
  state: { enum: ['open', 'done'] },
  level: { oneOf: [{ const: 1, title: 'One' }, { const: 2 }] },
  due: { ...text, format: 'date' },
  until: { ...text, format: 'date-time' },
  dates: { type: 'array', items: { ...text, format: 'date' } },
  lead: { ...text, 'x-resource-type': 'actor' },
  parent: { ...text, 'x-resource-type': 'job' },
  of: { type: 'object', properties: { kind: { enum: ['a', 'b'] } } },
}

onViews('a view has a layout that fits its type', async (t, ask) => {
  const schema = { type: 'object', properties }
  t.equal((await ask('root', 'POST', '/api/resource-types', { name: 'Job', slug: 'job', schema })).status, 201)
  const save = (layout: unknown, type_slug = 'job') =>
    ask('ann', 'POST', '/api/views', { type_slug, name: 'v', layout })
  t.match((await ask('ann', 'POST', '/api/views', { type_slug: 'job', name: 'v' })).body, {
    layout: { kind: 'table' },
    default: false,
  })
  for (const layout of [
    { kind: 'table' },
    ...['state', 'level', 'lead', 'of.kind'].map(property => ({ kind: 'board', property })),
    { kind: 'calendar', property: 'due' },
    { kind: 'calendar', property: 'meta.created_at', end_property: 'until' },
    { kind: 'gallery' },
    { kind: 'gallery', property: 'title' },
    { kind: 'tree', property: 'parent' },
  ]) {
    const saved = await save(layout)
    t.equal(saved.status, 201, JSON.stringify([layout, saved.body]))
    t.match((await ask('ann', 'GET', `/api/views/${saved.body.id}`)).body, { layout })
  }
  const refused: unknown[] = [
    null,
    'board',
    {},
    { kind: 'list' },
    { kind: 'table', property: 'title' },
    { kind: 'board' },
    { kind: 'board', property: 'title' },
    { kind: 'board', property: 'nothing' },
    { kind: 'board', property: 'state', end_property: 'due' },
    { kind: 'calendar', property: 'title' },
    { kind: 'calendar', property: 'dates' },
    { kind: 'calendar', property: 'due', end_property: 'title' },
    { kind: 'gallery', property: 'nothing' },
    { kind: 'tree', property: 'lead' },
    { kind: 'tree' },
  ]
  for (const layout of refused) {
    const answer = await save(layout)
    t.equal(answer.status, 400, JSON.stringify(layout))
    t.match(answer.body.message, /layout/, answer.body.message)
  }
  t.equal((await save({ kind: 'board', property: 'anything' }, 'movie')).status, 201, 'a type without a schema')

  const { id } = (await save({ kind: 'board', property: 'state' })).body
  const { state: _, ...rest } = properties
  await ask('root', 'PUT', '/api/resource-types/job', { schema: { ...schema, properties: rest } })
  t.match((await ask('ann', 'GET', `/api/views/${id}`)).body, { stale: ['layout'] })
  t.equal((await ask('ann', 'PUT', `/api/views/${id}`, { name: 'w' })).status, 200, 'its existing values are kept')
})

onViews('the list of a type opens with one shared view', async (t, ask) => {
  const save = (user: string, further: object) =>
    ask(user, 'POST', '/api/views', { type_slug: 'movie', name: 'v', ...further })
  t.equal((await save('root', { default: true })).status, 400, 'not shared')
  t.equal((await save('ann', { default: true })).status, 403)
  t.equal((await save('ann', { default: true, shared: true })).status, 403)
  const first = await save('root', { name: 'first', default: true, shared: true })
  t.match(first, { status: 201, body: { default: true } })
  const second = await save('root', { name: 'second', shared: true })
  const other = await save('root', { name: 'other', type_slug: 'actor', default: true, shared: true })
  const defaults = async (): Promise<string[]> => {
    const { data } = (await ask<{ data: (View & { default: boolean })[] }>('ann', 'GET', '/api/views')).body
    return data.flatMap(view => (view.default ? [view.name] : [])).toSorted()
  }
  t.strictSame(await defaults(), ['first', 'other'])
  t.equal((await ask('root', 'PUT', `/api/views/${second.body.id}`, { default: true })).status, 200)
  t.strictSame(await defaults(), ['other', 'second'], 'it replaces the previous one')
  t.equal((await ask('root', 'PUT', `/api/views/${second.body.id}`, { name: 'second', default: true })).status, 200)
  const together = ['a', 'b', 'c'].map(name => save('root', { name, default: true, shared: true }))
  t.strictSame(
    (await Promise.all(together)).map(({ status }) => status),
    [201, 201, 201],
  )
  t.equal((await defaults()).length, 2, 'of several concurrent ones, one remains')

  const moved = { slug: 'film' }
  t.equal((await ask('root', 'PUT', '/api/resource-types/movie', moved)).status, 200)
  t.equal((await defaults()).length, 2)
  t.equal((await ask('root', 'PUT', `/api/views/${other.body.id}`, { shared: false })).status, 200)
  t.equal((await defaults()).length, 1, 'a view that is no longer shared is not the default')
  const film = (await ask<{ data: (View & { default: boolean })[] }>('ann', 'GET', '/api/views?type_slug=film')).body
  for (const { id } of film.data) await ask('root', 'DELETE', `/api/views/${id}`)
  t.match(await save('root', { type_slug: 'film', default: true, shared: true }), { status: 201 })
})

onViews('a view has names in other languages', async (t, ask) => {
  const schema = { type: 'object', properties }
  t.equal((await ask('root', 'POST', '/api/resource-types', { name: 'Job', slug: 'job', schema })).status, 201)
  const titles = { de: 'Fälligkeiten', 'pt-BR': 'Prazos' }
  const made = await ask('ann', 'POST', '/api/views', { type_slug: 'job', name: 'Due dates', titles })
  t.strictSame([made.status, made.body.titles], [201, titles])
  const path = `/api/views/${made.body.id}`
  t.strictSame((await ask('ann', 'PUT', path, { name: 'Dates' })).body.titles, titles)
  t.strictSame((await ask('ann', 'GET', path)).body.titles, titles)
  t.notOk('titles' in (await ask('ann', 'PUT', path, { titles: {} })).body)
  t.notOk('titles' in (await ask('ann', 'GET', path)).body, 'absent when there are none')
  for (const wrong of [{ 'no language': 'x' }, { de: '' }, { de: 5 }, 'Fällig', []]) {
    const refused = await ask('ann', 'PUT', path, { titles: wrong })
    t.equal(refused.status, 400, JSON.stringify(wrong))
  }
})

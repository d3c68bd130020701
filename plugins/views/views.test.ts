import t from 'tap'
import { pluginSuite } from '../../testing/index.ts'
import { onBoth } from './testing.ts'
import type { View } from './testing.ts'

const long = {
  type_slug: 'movie',
  name: 'Long ones',
  query: { '_filter[runningTimeMin][gte]': '180', '_filter[genre][in]': ['Drama', 'War'], sort_by: 'title' },
  columns: ['title', { name: 'runningTimeMin', width: 120 }],
  layout: { kind: 'table' },
  default: false,
}

onBoth('a view is stored as it was saved', async (t, ask) => {
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

onBoth('own and shared views, changed by users who can', async (t, ask) => {
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

onBoth('the list has pages, for one type', async (t, ask) => {
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

onBoth('an invalid view is refused, naming the problem', async (t, ask) => {
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

onBoth('views follow a change of the slug of their type', async (t, ask) => {
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

onBoth('a view must be valid for its type when saved, and is marked when the type changes', async (t, ask) => {
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

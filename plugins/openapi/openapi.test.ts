import t from 'tap'
import type { Test } from 'tap'
import type { JsonObject } from '../../lib/json/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { keptLog } from '../../testing/internal/bad-plugins.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { startPeopled } from '../../testing/internal/people.ts'
import { documentOf, echo, fixture, refusalOf, serveDocument, writeDocument } from './testing.ts'

let blogService: Promise<TestApp> | undefined

/** A test on the service that the blog's document describes, which they share. */
const onBlog = (name: string, run: (t: Test, app: TestApp) => Promise<void>): void =>
  void t.test(name, async subtest => run(subtest, await (blogService ??= serveDocument(t, fixture('blog.yaml')))))

const blog = { guid: 'first', title: 'First', author: { name: 'Ada', age: 36 } }

onBlog('bodies are validated against the document', async (t, app) => {
  const cases: [unknown, RegExp][] = [
    [{ title: 'x' }, /guid: is required/],
    [{ guid: 'A!', title: 'x' }, /guid: .*pattern|guid: must/],
    [{ guid: 'a', title: 1 }, /title: must be a string/],
    [{ guid: 'a', title: 'x', status: 'draft' }, /status: must be one of/],
    [{ guid: 'a', title: 'x', url: 'no uri' }, /url: /],
    [{ guid: 'a', title: 'x', author: { age: 1 } }, /author\.name: is required/],
    [{ guid: 'a', title: 'x', author: { name: 'x', age: 0 } }, /author\.age: must be greater than 0/],
    [[], /must be an object/],
  ]
  for (const [body, message] of cases) {
    const answer = await app.request('POST', '/api/blogs', body)
    t.equal(answer.statusCode, 400, answer.body)
    t.match(answer.json<{ message: string }>().message, message)
  }
  t.equal((await app.request('POST', '/api/blogs')).statusCode, 400, 'a body is required')
  const xml = await app.request('POST', '/api/blogs', {}, { 'content-type': 'application/xml' })
  t.equal(xml.statusCode, 415)
  t.equal((await app.request('GET', '/api/blogs')).json<{ total: number }>().total, 0, 'nothing was stored')
})

onBlog('numbers are assigned, forms are parsed, only true and false are booleans', async (t, app) => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = (payload: string) => app.app.inject({ method: 'POST', url: '/api/posts', payload, headers: form })
  t.strictSame((await app.request('POST', '/api/posts', { title: 'a' })).json(), { title: 'a', id: 1 })
  t.strictSame((await send('title=b&views=3&hot=true')).json(), { title: 'b', views: 3, hot: true, id: 2 })
  t.equal((await send('title=b&hot=1')).statusCode, 400)
  t.equal((await send('title=b&views=three')).statusCode, 400)
  const ten = await app.request('POST', '/api/posts', { title: 'c', id: 10 })
  t.equal(ten.statusCode, 201)
  const many = await Promise.all(Array.from({ length: 10 }, () => app.request('POST', '/api/posts', { title: 'd' })))
  const numbers = many.map(answer => answer.json<{ id: number }>().id).sort((a, b) => a - b)
  t.strictSame(
    numbers,
    Array.from({ length: 10 }, (_none, index) => 11 + index),
    'each number only once',
  )
  t.strictSame((await app.request('GET', '/api/posts/2')).json<{ title: string }>().title, 'b')
  t.equal((await app.request('GET', '/api/posts/two')).statusCode, 400)
  t.equal((await app.request('GET', '/api/posts/99')).statusCode, 404)
  t.equal((await app.request('GET', '/api/posts/2?unknown=1')).statusCode, 400)
})

onBlog('batches are atomic, lists have pages, a text search and filters', async (t, app) => {
  const batch = (blogs: unknown) => app.request('POST', '/api/blogs/_batch', blogs)
  const blogs = ['e', 'd', 'c', 'b', 'a'].map(guid => ({ guid, title: `Title ${guid}` }))
  const created = await batch(blogs)
  t.equal(created.statusCode, 201, created.body)
  t.strictSame(created.json(), blogs, 'in the order in which they were sent')
  t.equal(
    (
      await batch([
        { guid: 'f', title: 'x' },
        { guid: 'a', title: 'x' },
      ])
    ).statusCode,
    409,
  )
  t.equal(
    (
      await batch([
        { guid: 'g', title: 'x' },
        { guid: 'g', title: 'x' },
      ])
    ).statusCode,
    409,
  )
  t.equal((await batch([{ guid: 'h', title: 'x' }, { guid: 'i' }])).statusCode, 400)
  for (const guid of ['f', 'g', 'h']) t.equal((await app.request('GET', `/api/blogs/${guid}`)).statusCode, 404)

  interface Page {
    total: number
    page: number
    blogs: { guid: string }[]
  }
  const list = async (query: string): Promise<[number, number, string]> => {
    const answer = await app.request('GET', `/api/blogs?${query}`)
    t.equal(answer.statusCode, 200, answer.body)
    const { total, page, blogs: found } = answer.json<Page>()
    return [total, page, found.map(({ guid }) => guid).join('')]
  }
  t.strictSame(await list(''), [5, 1, 'abcde'], 'in the order of the identifier')
  t.strictSame(await list('limit=2&page=2'), [5, 2, 'cd'])
  t.strictSame(await list('limit=2&page=9'), [5, 9, ''])
  t.strictSame(await list('query=TITLE%20B'), [1, 1, 'b'])
  t.strictSame(await list('filters[0][field]=guid&filters[0][operator]=gt&filters[0][value]=c'), [2, 1, 'de'])
  t.strictSame(await list('filters[0][field]=guid&filters[0][operator]=in&filters[0][values]=a,c'), [2, 1, 'ac'])
  t.strictSame(await list('_filters[1][field]=title&_filters[1][operator]=like&_filters[1][value]=e%20e'), [1, 1, 'e'])
  const twice = (operator: string, ...values: string[]) =>
    list(
      values
        .map(
          (value, n) => `filters[${n}][field]=guid&filters[${n}][operator]=${operator}&filters[${n}][values]=${value}`,
        )
        .join('&'),
    )
  t.strictSame(await twice('in', 'a,b', 'b,c'), [1, 1, 'b'], 'filters of one property must all match')
  t.strictSame(await twice('nin', 'a,b', 'b,c'), [2, 1, 'de'])
  t.strictSame(await twice('ne', 'a', 'b'), [3, 1, 'cde'])
  for (const query of [
    'page=0',
    'limit=x',
    'limit=1001',
    'other=1',
    'filters[0][value]=x',
    'filters[0][field]=nope&filters[0][value]=1',
    Array.from(
      { length: 21 },
      (_, n) => `filters[${n}][field]=guid&filters[${n}][operator]=ne&filters[${n}][value]=z`,
    ).join('&'),
  ]) {
    t.equal((await app.request('GET', `/api/blogs?${query}`)).statusCode, 400, query)
  }
})

onBlog('items are created, read, replaced, merged and deleted by their identifier', async (t, app) => {
  const created = await app.request('POST', '/api/blogs', blog)
  t.equal(created.statusCode, 201, created.body)
  t.strictSame(created.json(), blog, 'flat, as the document says')
  t.match(created.headers.etag, /^"urn:blog:[^"]+\.1"$/)

  const again = await app.request('POST', '/api/blogs', blog)
  t.equal(again.statusCode, 409)
  t.match(again.json<{ message: string }>().message, /guid "first"/)

  const got = await app.request('GET', '/api/blogs/first')
  t.strictSame(got.json(), blog)
  const notModified = await app.request('GET', '/api/blogs/first', undefined, {
    'if-none-match': String(got.headers.etag),
  })
  t.equal(notModified.statusCode, 304)
  const id = /^"(urn:blog:[^.]+)\.1"$/.exec(String(got.headers.etag))?.[1] ?? ''
  t.strictSame((await app.request('GET', `/api/blogs/${id}?use_entity_id=true`)).json(), blog)

  const forms = [`W/${String(got.headers.etag)}`, String(got.headers.etag).replace(/"$/, '-gzip"')]
  for (const form of forms) {
    const same = await app.request('GET', '/api/blogs/first', undefined, { 'if-none-match': form })
    t.match([same.statusCode, same.headers.etag], [304, form])
  }
  const next = { guid: 'first', title: 'Second', status: null }
  const replaced = await app.request('PUT', '/api/blogs/first', next, { 'if-match': forms[0] ?? '' })
  t.equal(replaced.statusCode, 200, replaced.body)
  t.strictSame(replaced.json(), { guid: 'first', title: 'Second', status: null })
  const merged = await app.request('PATCH', '/api/blogs/first', { url: 'https://example.org/', status: 'published' })
  t.match(merged.json(), { guid: 'first', title: 'Second', status: 'published', url: 'https://example.org/' })
  const stale = await app.request('PUT', '/api/blogs/first', blog, { 'if-match': String(got.headers.etag) })
  t.equal(stale.statusCode, 412)
  for (const form of forms)
    t.equal((await app.request('PUT', '/api/blogs/first', blog, { 'if-match': form })).statusCode, 412, form)
  t.equal((await app.request('PUT', '/api/blogs/first', { guid: 'other', title: 'x' })).statusCode, 422)
  t.equal((await app.request('PUT', '/api/blogs/first', { guid: 'first' })).statusCode, 422)
  t.strictSame((await app.request('GET', '/api/blogs/first?sequence_no=1')).json(), blog)
  t.equal((await app.request('GET', '/api/blogs/first?sequence_no=9')).statusCode, 404)

  t.equal((await app.request('DELETE', '/api/blogs/first')).statusCode, 204)
  t.equal((await app.request('GET', '/api/blogs/first')).statusCode, 404)
  t.equal((await app.request('DELETE', '/api/blogs/first')).statusCode, 404)
  t.equal((await app.request('POST', '/api/blogs', blog)).statusCode, 201, 'its identifier can be used again')
  const restored = await app.request('POST', `/api/blog/${id}/restore`)
  t.equal(restored.statusCode, 409, 'the former one cannot be restored while it exists')
})

onBlog('its schemas are ordinary resource types', async (t, app) => {
  const typed = { ...blog, guid: 'typed' }
  await app.request('POST', '/api/blogs', typed)
  const resources = (await app.request('GET', '/api/blog')).json<{ data: { id: string; data: object }[] }>()
  t.match(resources.data[0]?.data, { '@graph': [{ '@type': 'Blog', guid: 'typed', title: 'First' }] })
  const id = resources.data[0]?.id ?? ''
  t.equal((await app.request('PUT', `/api/blog/${id}`, { ...typed, title: 'By the other door' })).statusCode, 200)
  t.match((await app.request('GET', '/api/blogs/typed')).json(), { title: 'By the other door' })
  t.equal((await app.request('POST', '/api/blog', typed)).statusCode, 409, 'identifiers are unique by every route')
  t.equal((await app.request('GET', `/api/blog/${id}/versions`)).json<{ data: unknown[] }>().data.length, 2)
  t.match((await app.request('GET', '/api/resource-types/blog')).json(), { schema: { 'x-openapi-schema': 'Blog' } })
})

onBlog('other operations', async (t, app) => {
  t.strictSame((await app.request('GET', '/api/health-check')).json(), {
    status: 'ok',
    title: 'Blog',
    description: 'A blog',
    version: '1.2.3',
  })
  t.equal((await app.request('GET', '/api/odd')).statusCode, 501)
  t.equal((await app.request('DELETE', '/api/blogs')).statusCode, 405)
})

const text = { type: 'string' }
const refTo = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } })
const answers = (status: number | string, schema?: JsonObject): JsonObject => ({
  [status]: { description: 'ok', ...(schema === undefined ? {} : json(schema)) },
})
const crud = (name: string, type: JsonObject): JsonObject => {
  const path = name.toLowerCase()
  return {
    [`/${path}s`]: {
      post: { requestBody: json(refTo(name)), responses: answers(201, refTo(name)) },
      get: { responses: answers(200, { type: 'array', items: refTo(name) }) },
    },
    [`/${path}s/_batch`]: {
      post: { requestBody: json({ type: 'array', items: refTo(name) }), responses: answers('default') },
    },
    [`/${path}s/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: type }],
      get: { responses: answers(200, refTo(name)) },
      put: { requestBody: json(refTo(name)), responses: answers(200, refTo(name)) },
      patch: {
        requestBody: { content: { 'application/merge-patch+json': { schema: refTo(name) } } },
        responses: answers(200, refTo(name)),
      },
      delete: { responses: answers(200, refTo(name)) },
    },
  }
}
const withId = (id: JsonObject): JsonObject => ({
  type: 'object',
  required: ['title'],
  properties: { id, title: text, made: { ...text, readOnly: true }, size: { type: 'integer', nullable: true } },
})

const generatedDocument = documentOf(
  {
    ...crud('Leaf', text),
    ...crud('Root', { type: 'string', format: 'uuid' }),
    ...crud('Stem', text), // and its property is a number
    ...crud('Seed', text),
    '/leaf-titles': {
      post: {
        'x-controller': 'Create',
        'x-schema': 'Leaf',
        'x-context': { id: 'always' },
        requestBody: json({ type: 'object', properties: { title: text } }),
        responses: answers(204),
      },
      get: {
        'x-controller': 'ListController',
        'x-schema': refTo('Leaf'),
        'x-context': { query: 'bee' },
        responses: answers('2XX'),
      },
    },
    '/the-leaf': {
      get: { 'x-context': { id: 'always' }, responses: answers(200, refTo('Leaf')) },
      delete: { 'x-schema': '#/components/schemas/Leaf', 'x-context': { id: 'always' }, responses: answers(204) },
    },
    '/stems/by-size/{size}': {
      parameters: [{ name: 'size', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        parameters: [{ name: 'title', in: 'query', schema: { type: 'array', items: text }, explode: false }],
        responses: answers(200, { type: 'array', items: refTo('Stem') }),
      },
      head: { responses: answers(200) },
    },
    '/odd': { get: { responses: answers(200) }, post: { responses: answers(200) } },
    ...crud('Film', { type: 'integer' }),
    ...crud('Cat', { type: 'number' }),
    ...crud('Tail', { type: 'integer' }),
    '/logs': {
      post: { requestBody: json(refTo('Log')), responses: answers(201, refTo('Log')) },
      get: {
        responses: answers(200, {
          type: 'object',
          properties: { total: { type: 'integer' }, items: { type: 'array', items: refTo('Log') } },
        }),
      },
    },
    '/notes': { post: { requestBody: json(refTo('Note')), responses: answers(201, refTo('Note')) } },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      put: { 'x-middleware': ['Other'], requestBody: json(refTo('Note')), responses: answers(200, refTo('Note')) },
      get: { responses: answers(200, refTo('Note')) },
    },
  },
  {
    Log: { type: 'object', properties: { lines: text } },
    Note: { type: 'object', properties: { id: { type: 'integer' }, text } },
    Film: {
      type: 'object',
      required: ['id', 'rating'],
      properties: {
        id: { type: 'integer' },
        rating: { type: 'number', nullable: true },
        note: { ...text, nullable: true },
      },
    },
    Leaf: withId(text),
    Root: withId({ type: 'string', format: 'uuid', readOnly: true }),
    Stem: withId({ type: 'integer' }),
    Cat: withId({ type: 'number' }), // as generators write an id that is a number in the language
    Tail: withId({ type: 'integer', minimum: 10 }),
    Seed: withId({ type: 'string', pattern: '^[a-z]+$' }),
  },
)

let generatedService: Promise<TestApp> | undefined

/** A test on the service of that document, which they share. */
const onGenerated = (name: string, run: (t: Test, app: TestApp) => Promise<void>): void =>
  void t.test(name, async subtest => {
    const config = { ...echo.config, http: { maxPageBytes: 150_000 } }
    generatedService ??= serveDocument(t, writeDocument(t, generatedDocument), { ...echo, config })
    await run(subtest, await generatedService)
  })

const make = (app: TestApp, path: string, body: unknown) => app.request('POST', `/api/${path}`, body)
const idOf = ({ body }: { body: string }): unknown => (JSON.parse(body) as { id: unknown }).id

async function generatesIds(t: Test, app: TestApp): Promise<void> {
  const leaves: unknown[] = []
  for (const title of ['a', 'b', 'c']) leaves.push(idOf(await make(app, 'leafs', { title })))
  for (const id of leaves) t.match(id, /^[0-9A-Z]{26,27}$/)
  t.strictSame(leaves.toSorted(), leaves, 'in the order of creation')
  t.match(idOf(await make(app, 'roots', { title: 'a' })), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/)
  t.match((await make(app, 'roots', { title: 'a', id: 'x' })).json(), { message: /id: is read-only/ })
  const several = await Promise.all(['a', 'b', 'c', 'd'].map(title => make(app, 'stems', { title })))
  t.strictSame(several.map(idOf).toSorted(), [1, 2, 3, 4], 'each number only once')
  const batch = await make(app, 'stems/_batch', [{ title: 'e' }, { title: 'f', id: 100 }, { title: 'g' }])
  t.equal(batch.statusCode, 201, batch.body)
  t.strictSame(
    batch.json<{ id: number }[]>().map(({ id }) => id),
    [5, 100, 6],
  )
  t.equal(idOf(await make(app, 'stems', { title: 'h' })), 101)
  t.equal(idOf(await make(app, 'cats', { title: 'a', id: 1.5 })), 1.5)
  t.equal(idOf(await make(app, 'cats', { title: 'b' })), 2)
  t.match((await make(app, 'cats/_batch', [{ title: 'c' }])).json(), [{ id: 3 }])
  t.equal((await app.request('GET', '/api/cats/3')).json<{ title: string }>().title, 'c')
  const withoutNumber = async () => {
    const answer = await make(app, 'tails', { title: 'a' })
    return [answer.statusCode, answer.json<{ message: string }>().message]
  }
  t.strictSame(await withoutNumber(), [409, 'id: must be sent, because the next number must be at least 10'])
  t.equal((await make(app, 'tails', { title: 'a', id: Number.MAX_SAFE_INTEGER })).statusCode, 201)
  t.strictSame(await withoutNumber(), [
    409,
    'id: must be sent, because the next number must be at most 9007199254740991',
  ])
  const seed = await make(app, 'seeds', { title: 'a' })
  t.match([seed.statusCode, seed.json()], [400, { message: /id: is required: it identifies/ }], 'not creatable')
  const other = await make(app, 'seeds/_batch', [
    { title: 'a', id: 'a' },
    { title: 'b', id: 'B' },
    { id: 'c', made: 'x' },
  ])
  t.match([other.statusCode, other.json()], [400, { message: /\[1\]\.id: must match/ }])
  t.match(other.json(), { message: /\[2\]\.title: is required/ })
  t.match(other.json(), { message: /\[2\]\.made: is read-only/ })
  const twice = await make(app, 'stems/_batch', [{ title: 'x' }, { title: 'y', id: 3 }])
  t.match([twice.statusCode, twice.json()], [409, { message: /^\[1\]: id 3: another item/ }])
  t.equal(
    (
      await make(
        app,
        'stems/_batch',
        Array.from({ length: 1001 }, () => ({ title: 'x' })),
      )
    ).statusCode,
    400,
  )
  t.equal((await app.request('GET', '/api/stems?query=x')).json<unknown[]>().length, 0, 'atomic')
}

async function changesItems(t: Test, app: TestApp): Promise<void> {
  const one = await app.request('GET', '/api/stems/3')
  t.match([one.statusCode, one.json()], [200, { id: 3 }], 'by the number as text')
  t.equal((await app.request('GET', '/api/stems/03')).statusCode, 404)
  t.equal((await app.request('HEAD', '/api/stems/3')).statusCode, 200)
  const patch = (body: unknown, headers = {}) =>
    app.request('PATCH', '/api/stems/3', body, { 'content-type': 'application/merge-patch+json', ...headers })
  t.match((await patch({ size: 4 })).json(), { id: 3, size: 4 })
  t.strictSame((await patch({ size: null, title: 'B' })).json(), { id: 3, title: 'B' })
  for (const [body, message] of [
    [{ id: 4 }, /id: the body names another/],
    [{ id: null }, /id: the body names another/],
    [{ title: null }, /title: is required/],
    [{ made: 'x' }, /made: is read-only/],
    [{ size: 'x' }, /size: must be/],
  ] as const) {
    const answer = await patch(body)
    t.match([answer.statusCode, answer.json()], [422, { message }], JSON.stringify(body))
  }
  const problem = await patch({ size: 'x' }, { accept: 'application/problem+json' })
  t.match(problem.json(), { status: 422, code: 'unprocessable-content', problems: [{ pointer: '/size' }] })
  t.equal((await patch({ title: 'C' }, { 'if-match': '"x.1"' })).statusCode, 412)
  t.equal((await app.request('DELETE', '/api/stems/3', undefined, { 'if-match': '"x.1"' })).statusCode, 412)
  const put = await app.request('PUT', '/api/stems/3', { title: 'B', size: 7 })
  t.strictSame([put.statusCode, put.json()], [200, { id: 3, title: 'B', size: 7 }], 'the address has the identifier')
  const urn = /^"(.+)\.\d+"$/.exec(String(put.headers.etag))?.[1] ?? ''
  t.equal((await app.request('PUT', `/api/stem/${urn}`, { title: 'B', size: 8 })).statusCode, 200)
  t.match((await app.request('GET', '/api/stems/3')).json(), { id: 3, size: 8 }, 'it keeps its identifier')
  t.match((await app.request('GET', '/api/stems/by-size/8?title=A,B')).json(), [{ id: 3 }])
  t.strictSame((await app.request('GET', '/api/stems/by-size/8?title=A')).json(), [])
  t.equal((await app.request('HEAD', '/api/stems/by-size/8')).statusCode, 200, 'like GET')
  const version = await app.request('GET', '/api/stems/3?sequence_no=1')
  t.match([version.statusCode, version.headers.etag], [200, /\.1"$/])
  t.equal((await app.request('GET', '/api/stems/3?sequence_no=x')).statusCode, 400)
  t.equal((await app.request('GET', '/api/stems/3?use_entity_id=1')).statusCode, 400)
  const gone = await app.request('DELETE', '/api/stems/3')
  t.match([gone.statusCode, gone.json()], [200, { id: 3, size: 8 }])
  t.equal((await app.request('GET', '/api/stems/3')).statusCode, 404)
}

onGenerated('identifiers are made by type and format; items are changed by them', async (t, app) => {
  await generatesIds(t, app)
  await changesItems(t, app)
  t.equal((await make(app, 'leaf-titles', { title: 'Bee' })).statusCode, 204, 'the status that is declared')
  t.equal((await make(app, 'leaf-titles', { title: 'Bee' })).statusCode, 409)
  t.match((await app.request('GET', '/api/the-leaf')).json(), { id: 'always', title: 'Bee' })
  const { total, page, items } = (await app.request('GET', '/api/leaf-titles')).json()
  t.match([total, page, items], [1, 1, [{ title: 'Bee' }]], 'x-context has the query')
  t.equal((await app.request('GET', '/api/leaf-titles?query=')).json().total, 4)
  t.equal((await app.request('DELETE', '/api/the-leaf')).statusCode, 204)
  t.equal((await app.request('GET', '/api/the-leaf')).statusCode, 404)
})

onGenerated('a page of large items is loaded in parts', async (t, app) => {
  const lines = 'x'.repeat(10_000)
  for (let i = 0; i < 18; i++) t.equal((await make(app, 'logs', { lines })).statusCode, 201)
  const whole = await app.request('GET', '/api/logs?limit=20')
  t.match([whole.statusCode, whole.json()], [400, { message: /more than \d+ bytes; ask for a smaller limit/ }])
  const first = (await app.request('GET', '/api/logs?limit=9')).json<{ total: number; items: unknown[] }>()
  t.match([first.total, first.items.length], [18, 9])
})

onGenerated('an update applies to the item that middleware selects', async (t, app) => {
  for (const text of ['one', 'two']) await make(app, 'notes', { text })
  const changed = await app.request('PUT', '/api/notes/1', { text: 'new' }, { 'x-other': '2' })
  t.match([changed.statusCode, changed.json()], [200, { id: 2, text: 'new' }])
  t.match((await app.request('GET', '/api/notes/1')).json(), { id: 1, text: 'one' })
})

onGenerated('identifiers stay unique when many items are written in groups, also at once', async (t, app) => {
  const numbers = Array.from({ length: 250 }, (_none, at) => 5000 + at)
  await make(app, 'notes', { id: 4000, text: 'there' })
  const operations = [...numbers, 4000, 5003, 5249, 6000].map(id => ({
    op: 'create',
    data: { id, text: `note ${id}` },
  }))
  const write = async (): Promise<number[]> => {
    const answer = await app.request('POST', '/api/note/_bulk', { operations, atomic: false })
    return answer.json<{ results: { status: number }[] }>().results.map(({ status }) => status)
  }
  const [one, other] = await Promise.all([write(), write()])
  const outcomes = numbers.map((_id, at) => [one[at], other[at]].sort())
  t.strictSame(
    outcomes,
    numbers.map(() => [201, 409]),
    'each is created once',
  )
  t.strictSame(
    [one, other].map(statuses => statuses.slice(250, 253)),
    [
      [409, 409, 409],
      [409, 409, 409],
    ],
  )
  t.strictSame([one[253], other[253]].sort(), [201, 409])
  const tried = await app.request('POST', '/api/note/_bulk?dry_run=true', {
    operations: operations.slice(0, 1),
    atomic: false,
  })
  t.match(tried.json(), { results: [{ status: 409, message: /id 5000: another item/ }] })
})

t.test('startup warns once about operations and keywords that are not supported', async t => {
  const { logger, lines } = keptLog()
  const { components = {} } = generatedDocument
  const securitySchemes = {
    cookie: { type: 'apiKey', in: 'cookie', name: 'key' },
    query: { type: 'apiKey', in: 'query', name: 'key' },
    basic: { type: 'http', scheme: 'basic' },
    bearer: { type: 'http', scheme: 'bearer' },
  }
  const further = {
    ...generatedDocument,
    security: Object.keys(securitySchemes).map(name => ({ [name]: [] })),
    components: { ...(components as JsonObject), securitySchemes },
    paths: {
      '/xml': { post: { requestBody: { content: { 'text/xml': {} } }, responses: answers(200) } },
      '/odd': { get: { responses: answers(200) } },
    },
  }
  const app = await serveDocument(t, writeDocument(t, further), { logger })
  t.equal((await app.request('GET', '/api/odd')).statusCode, 501)
  const warnings = lines.filter(({ level }) => level >= 40)
  t.match(warnings, [
    { operations: ['post /xml', 'get /odd'], msg: /501/ },
    { mediaTypes: ['text/xml'], msg: /415/ },
    { schemes: ['cookie', 'query', 'basic'], msg: /cannot use/ },
  ])
  t.equal(warnings.length, 3)
})

t.test('validation of responses', async t => {
  const strict = { type: 'object', required: ['values'], properties: { values: { type: 'object', required: ['n'] } } }
  const operation = { 'x-controller': 'Echo', parameters: [{ name: 'n', in: 'query', schema: text }] }
  const path = writeDocument(
    t,
    documentOf({
      '/checked': { get: { ...operation, responses: answers(200, strict) } },
      '/range': { get: { ...operation, responses: answers('2XX', strict) } },
      '/default': { get: { ...operation, responses: answers('default', strict) } },
      '/open': { get: { ...operation, responses: answers(200) } },
      '/hal': {
        get: {
          ...operation,
          responses: { 200: { description: 'ok', content: { 'application/hal+json': { schema: strict } } } },
        },
      },
    }),
  )
  for (const [mode, status, isLogged] of [
    ['refuse', 500, true],
    ['log', 200, true],
    ['off', 200, false],
  ] as const) {
    const { logger, lines } = keptLog()
    const app = await serveDocument(t, path, { ...echo, logger, options: { answers: mode } })
    for (const name of ['checked', 'range', 'default']) {
      t.equal((await app.request('GET', `/api/${name}?n=1`)).statusCode, 200, `${mode} ${name}`)
      t.equal(lines.filter(({ level }) => level >= 50).length, 0)
      t.equal((await app.request('GET', `/api/${name}`)).statusCode, status, `${mode} ${name}`)
      const line = lines.find(({ msg }) => msg.includes('does not fit the OpenAPI document'))
      t.equal(line !== undefined, isLogged, mode)
      if (isLogged) t.match(line, { level: 50, operation: `get /${name}`, failures: [{ field: 'values.n' }] })
      lines.length = 0
    }
    t.equal((await app.request('GET', '/api/open')).statusCode, 200, 'a response that the document does not describe')
    const hal = await app.request('GET', '/api/hal?n=1', undefined, { accept: 'application/hal+json' })
    t.match([hal.statusCode, hal.headers['content-type']], [200, /^application\/hal\+json/])
  }
})

onGenerated('a merge stores null where it is required and allowed; If-None-Match', async (t, app) => {
  await make(app, 'films', { id: 1, rating: 7, note: 'x' })
  const send = (method: string, body?: unknown, headers = {}) => app.request(method, '/api/films/1', body, headers)
  const merge = { 'content-type': 'application/merge-patch+json' }
  t.strictSame((await send('PATCH', { rating: null, note: null }, merge)).json(), { id: 1, rating: null })
  const star = { 'if-none-match': '*' }
  t.equal((await send('PUT', { rating: 1 }, star)).statusCode, 412)
  t.equal((await send('PATCH', { rating: 1 }, { ...merge, ...star })).statusCode, 412)
  t.equal((await send('DELETE', undefined, star)).statusCode, 412)
  const create = (path: string, body: unknown) => app.request('POST', path, body, star)
  t.equal((await create('/api/films', { id: 1, rating: 1 })).statusCode, 412, 'a create of what exists')
  t.equal((await create('/api/films', { id: 2, rating: 1 })).statusCode, 201)
  t.equal((await create('/api/cats', { title: 'new' })).statusCode, 201, 'with a generated identifier')
  const since = { 'if-unmodified-since': 'Wed, 21 Oct 2015 07:28:00 GMT' }
  t.equal((await send('PUT', { rating: 1 }, since)).statusCode, 400)
  t.strictSame((await send('GET')).json(), { id: 1, rating: null })
})

/** The service of the library document: the requests of its tests, and its initial data. */
interface Library {
  app: TestApp
  /** Send a request, and return the body of the answer. */
  ask(status: number, method: string, url: string, body?: unknown): Promise<JsonObject>
  /** Create an item. @returns its entity id */
  create(path: string, body: JsonObject): Promise<string>
  ada: string
  bob: string
  /** The shelves 1 and 2. */
  shelves: string[]
}

async function openLibrary(): Promise<Library> {
  const app = await serveDocument(t, fixture('library.yaml'))
  const ask: Library['ask'] = async (status, method, path, body) => {
    const answer = await app.request(method, path, body)
    t.equal(answer.statusCode, status, `${method} ${path} ${JSON.stringify(body)}: ${answer.body}`)
    return answer.body === '' ? {} : answer.json<JsonObject>()
  }
  const create: Library['create'] = async (path, body) => {
    const { headers, statusCode, body: text } = await app.request('POST', path, body)
    t.equal(statusCode, 201, text)
    return /^"(.*)\.1"$/.exec(String(headers.etag))?.[1] ?? ''
  }
  const ada = await create('/api/authors', { handle: 'ada', name: 'Ada' })
  const bob = await create('/api/authors', { handle: 'bob', name: 'Bob' })
  const shelves = [await create('/api/shelves', {}), await create('/api/shelves', { room: 'B' })]
  return { app, ask, create, ada, bob, shelves }
}

let library: Promise<Library> | undefined

/** A test on the service that the library's document describes, which they share. */
const onLibrary = (name: string, run: (t: Test, library: Library) => Promise<void>): void =>
  void t.test(name, async t => run(t, await (library ??= openLibrary())))

/** The data of a resource, as the API of its type shows it. */
const stored = async ({ ask }: Library, id: string): Promise<JsonObject> => {
  const answer = await ask(200, 'GET', `/api/${id.split(':')[1]}/${id}`)
  const { '@id': _id, '@type': _type, ...data } = (answer['data'] as { '@graph': JsonObject[] })['@graph'][0] ?? {}
  return data
}

onLibrary('references are stored as URNs and returned in the format in which they were sent', async (t, library) => {
  const { app, ask, create, ada, bob, shelves } = library
  const tag = await create('/api/tags', { name: 'new' })
  const tagId = String((await stored(library, tag))['id'])
  const place = await create('/api/places', { city: 'Oslo', street: 'Gata 1' })
  const { id: person } = await ask(201, 'POST', '/api/persons', { given_name: 'P', family_name: 'Q' })
  const book = {
    isbn: '1',
    title: 'One',
    author: 'ada',
    translator: ada,
    editors: ['bob', ada],
    shelf: 1,
    shelves: [2, 1],
    spare: '2',
    tag: tagId,
    place,
    owner: String(person),
    about: 'bob',
    mark: 1,
    quotes: [{ text: 'a', by: 'ada' }, { text: 'b', by: bob }, { text: 'c' }],
    first: { title: 'I', by: 'bob', chapters: [{ title: 'I.1', by: bob, chapters: [{ title: 'I.1.1', by: 'ada' }] }] },
  }
  const urns = {
    ...book,
    author: ada,
    editors: [bob, ada],
    shelf: shelves[0],
    shelves: [shelves[1], shelves[0]],
    spare: shelves[1],
    tag,
    about: bob,
    mark: shelves[0],
    quotes: [{ text: 'a', by: ada }, { text: 'b', by: bob }, { text: 'c' }],
    first: { title: 'I', by: bob, chapters: [{ title: 'I.1', by: bob, chapters: [{ title: 'I.1.1', by: ada }] }] },
  }
  const created = await app.request('POST', '/api/books', book)
  t.equal(created.statusCode, 201, created.body)
  t.strictSame(created.json(), book)
  const id = /^"(.*)\.1"$/.exec(String(created.headers.etag))?.[1] ?? ''
  t.strictSame(await stored(library, id), urns)
  t.strictSame(await ask(200, 'GET', '/api/books/1'), book)
  t.strictSame(await ask(200, 'GET', '/api/books'), [book])

  const patched = { ...book, title: 'Two', author: ada, quotes: [{ text: 'b', by: 'bob' }] }
  const patch = { title: 'Two', author: ada, quotes: [{ text: 'b', by: 'bob' }] }
  t.strictSame(await ask(200, 'PATCH', '/api/books/1', patch), patched, 'unchanged references keep their format')
  t.strictSame(await ask(200, 'PATCH', '/api/books/1', { title: 'Three' }), { ...patched, title: 'Three' })
  const whole = {
    isbn: '1',
    author: 'bob',
    translator: 'bob',
    editors: [ada, bob],
    about: { topic: 'x' },
    shelf: null,
    mark: 'left',
  }
  t.strictSame(await ask(200, 'PUT', '/api/books/1', whole), whole)
  for (const [version, form] of [book, patched, { ...patched, title: 'Three' }, whole].entries()) {
    t.strictSame(await ask(200, 'GET', `/api/books/1?sequence_no=${version + 1}`), form, `version ${version + 1}`)
  }

  // The API of the type only uses URNs. References that it leaves unchanged keep their form.
  await ask(200, 'PUT', `/api/book/${id}`, { isbn: '1', author: bob, translator: ada, shelf: shelves[0] })
  t.strictSame(await ask(200, 'GET', '/api/books/1'), { isbn: '1', author: 'bob', translator: ada, shelf: 1 })
  await ask(204, 'DELETE', `/api/book/${id}`)
  await ask(200, 'POST', `/api/book/${id}/restore`)
  t.strictSame(await ask(200, 'GET', '/api/books/1'), { isbn: '1', author: 'bob', translator: ada, shelf: 1 })
  t.strictSame(await ask(200, 'DELETE', '/api/books/1'), { isbn: '1', author: 'bob', translator: ada, shelf: 1 })
})

onLibrary('referrers, labels, restrict, batches and lists', async (t, library) => {
  const { app, ask, ada, bob, shelves } = library
  const books = [
    { isbn: '1', author: 'ada', shelf: 1 },
    { isbn: '2', author: ada, shelf: 2 },
    { isbn: '3', author: 'bob', editors: ['ada', ada, bob].slice(0, 1) },
  ]
  t.strictSame(await ask(201, 'POST', '/api/books/_batch', books), books)
  t.strictSame(await ask(200, 'GET', '/api/books'), books)

  const referrers = await ask(200, 'GET', `/api/author/${ada}/referrers?type_slug=book`)
  t.equal((referrers['data'] as unknown[]).length, 3)
  const { labels } = await ask(200, 'GET', '/api/book?labels=true')
  t.match(labels, { [ada]: { label: 'Ada', status: 'active' }, [bob]: { label: 'Bob' }, [shelves[0] ?? '']: {} })
  t.match(await ask(200, 'GET', '/api/resource-types/book'), {
    schema: {
      properties: { shelf: { type: ['string', 'null'], 'x-resource-type': 'shelf', 'x-on-archive': 'restrict' } },
    },
  })
  const { message } = await ask(409, 'DELETE', '/api/shelves/1')
  t.match(message, /book/)
  await ask(200, 'PATCH', '/api/books/1', { shelf: null })
  await ask(204, 'DELETE', '/api/shelves/1')

  const isbns = async (url: string): Promise<string> => {
    const answer = await app.request('GET', url)
    t.equal(answer.statusCode, 200, answer.body)
    return answer
      .json<{ isbn: string }[]>()
      .map(({ isbn }) => isbn)
      .join('')
  }
  const filtered = (field: string, operator: string, value: string): Promise<string> =>
    isbns(`/api/books?filters[0][field]=${field}&filters[0][operator]=${operator}&filters[0][value]=${value}`)
  t.equal(await filtered('author', 'eq', 'ada'), '12')
  t.equal(await filtered('author', 'eq', ada), '12')
  t.equal(await filtered('author', 'in', `bob,${ada}`), '123')
  t.equal(await filtered('author', 'ne', 'ada'), '3')
  t.equal(await filtered('author', 'eq', 'ghost'), '')
  t.equal(await filtered('editors', 'eq', 'ada'), '3')
  t.equal(await filtered('shelf', 'eq', '2'), '2')
  t.equal(await filtered('editors', 'ne', 'ada'), '12', 'what has none is in the complement')
  t.equal(await filtered('shelf', 'ne', '2'), '13')
  t.equal(await filtered('shelf', 'nin', '2,9'), '13')
  t.equal((await app.request('GET', '/api/books?filters[0][field]=author.name&filters[0][value]=x')).statusCode, 400)
  t.equal(await isbns('/api/authors/ada/books'), '12')
  t.equal(await isbns(`/api/authors/${bob}/books`), '3')
  t.equal(await isbns('/api/books?query=author'), '', 'URNs are not among the words of an item')
})

onLibrary('referenced items must exist', async (t, library) => {
  const { app, ask, create, ada } = library
  const gone = await create('/api/authors', { handle: 'gone' })
  await create('/api/books', { isbn: 'held', author: 'gone', translator: gone })
  await ask(204, 'DELETE', '/api/authors/gone')
  const messages = new Set<string>()
  for (const author of ['ghost', 'urn:author:ghost', 'gone', gone, 'ADA']) {
    const { message } = await ask(400, 'POST', '/api/books', { isbn: 'x', author })
    messages.add(String(message))
    t.same(await ask(422, 'PUT', '/api/books/held', { isbn: 'held', title: 'x', editors: [author] }), {
      message: String(message).replace('author:', 'editors:'),
    })
    const batch = [
      { isbn: 'y', author: 'ada' },
      { isbn: 'z', author },
    ]
    t.same(await ask(400, 'POST', '/api/books/_batch', batch), { message: `[1].${String(message)}` })
  }
  t.strictSame(
    [...messages],
    ['author: must be the entity id (URN) or the handle of an active author that you may read'],
  )
  t.same(await ask(400, 'POST', '/api/books', { isbn: 'x', shelf: 9, tag: '0b4a0c6e-2a6c-4c8e-9a7b-3d1f5f1f0a11' }), {
    message:
      'shelf: must be the id of an active shelf that you may read; tag: must be the id of an active tag that you may read',
  })
  await ask(400, 'POST', '/api/books', { isbn: 'x', shelf: ada })
  await ask(400, 'POST', '/api/books', { isbn: 'x', first: { title: 'I', chapters: [{ by: 'ada' }] } })
  await ask(400, 'POST', '/api/books', { isbn: 'x', first: { title: 'I', chapters: [{ title: 'a', by: 'ghost' }] } })
  await ask(400, 'POST', '/api/books', { isbn: 'x', place: 'Oslo' })

  // An item can keep the references that it has already, so that an answer can be sent back.
  const held = await ask(200, 'GET', '/api/books/held')
  t.strictSame(held, { isbn: 'held', author: 'gone', translator: gone })
  t.strictSame(await ask(200, 'PUT', '/api/books/held', { ...held, title: 'x' }), { ...held, title: 'x' })
  t.equal((await app.request('GET', '/api/books/x')).statusCode, 404)
})

onLibrary('references can be identifiers of an item', async (t, { ask, ada }) => {
  await ask(201, 'POST', '/api/books', { isbn: '10' })
  const review = { book: '10', author: ada, text: 'Fine' }
  t.strictSame(await ask(201, 'POST', '/api/reviews', review), review)
  await ask(409, 'POST', '/api/reviews', { book: '10', author: 'ada', text: 'Again' })
  t.strictSame(await ask(200, 'GET', '/api/books/10/reviews/ada'), review)
  t.strictSame(await ask(200, 'GET', `/api/books/10/reviews/${ada}`), review)
  const changed = { book: '10', author: 'ada', text: 'Not so fine' }
  t.strictSame(await ask(200, 'PUT', '/api/books/10/reviews/ada', changed), changed)
  await ask(404, 'GET', '/api/books/3/reviews/ada')
})

t.test('items that the caller cannot read are not disclosed', async t => {
  const url = await ownDatabase()
  const plugins = { openapi: { document: fixture('library.yaml') } }
  const { as } = await startPeopled(t, { root: { role: 'admin' }, mia: { role: 'member' } }, { url, plugins })
  const [root, mia] = [as('root'), as('mia')]
  await root('PUT', '/api/settings/role-access', { roles: { member: { book: ['odrl:read', 'odrl:modify'] } } })
  await root('POST', '/api/authors', { handle: 'ada' })
  await root('POST', '/api/shelves', {})
  const created = await root('POST', '/api/books', { isbn: '1', author: 'ada', shelf: 1 })
  t.strictSame(created.json(), { isbn: '1', author: 'ada', shelf: 1 })
  const seen = (await mia('GET', '/api/books/1')).json<JsonObject>()
  t.match(seen, { isbn: '1', author: /^urn:author:/ }, 'the URN, as everywhere, and not the identifier of the author')
  t.strictSame(Object.keys(seen), ['isbn', 'author'], 'and nothing if a URN is not allowed there')
  const unreadable = await mia('POST', '/api/books', { isbn: '2', author: 'ada' })
  const unknown = await mia('POST', '/api/books', { isbn: '2', author: 'ghost' })
  t.equal(unreadable.statusCode, 400)
  t.strictSame(unreadable.json(), unknown.json())
  const kept = await mia('PATCH', '/api/books/1', { title: 'One' })
  t.equal(kept.statusCode, 200, kept.body)
  t.strictSame((await root('GET', '/api/books/1')).json(), { isbn: '1', author: 'ada', shelf: 1, title: 'One' })
})

/** A document with notes, whose properties and list are to be tested. */
const notes = (properties: JsonObject, list: JsonObject = {}, note: JsonObject = {}): JsonObject => {
  const content = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } })
  const one = { $ref: '#/components/schemas/Note' }
  const written = { requestBody: content(one), responses: { 200: { description: 'ok', ...content(one) } } }
  const listed = { description: 'ok', ...content({ type: 'array', items: one }) }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  return documentOf(
    {
      '/notes': { post: written, get: { responses: { 200: listed }, ...list } },
      '/notes/{id}': { parameters: [id], put: written, patch: written },
    },
    {
      Note: { type: 'object', properties: { id: { type: 'string' }, ...properties }, ...note },
      Tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' }, minItems: 2 },
      Tag: { type: 'string', maxLength: 9 },
    },
  )
}

t.test('a property with one value or many is stored and answered as an array', async t => {
  const text = { type: 'string' }
  const tag = { oneOf: [{ $ref: '#/components/schemas/Tag' }, { $ref: '#/components/schemas/Tags' }] }
  const line = { type: 'object', properties: { sku: text, tag }, required: ['sku'] }
  const document = notes(
    {
      tag,
      size: { anyOf: [{ type: 'integer' }, { type: 'array', items: { type: 'number' } }] },
      line: { anyOf: [line, { type: 'array', items: line }] },
      by: {
        oneOf: [
          { ...text, 'x-resource-type': 'Note' },
          { type: 'array', items: { ...text, 'x-resource-type': 'Note' } },
        ],
      },
      any: { anyOf: [text, { type: 'array', items: { type: 'integer' } }] },
    },
    { parameters: [{ name: 'tag', in: 'query', schema: text }] },
  )
  const { request } = await serveDocument(t, writeDocument(t, document))
  const sent = { id: 'a', tag: 'red', size: 1, line: { sku: 'x', tag: 'blue' }, any: 'text' }
  const stored = { id: 'a', tag: ['red'], size: [1], line: [{ sku: 'x', tag: ['blue'] }], any: 'text' }
  const made = await request('POST', '/api/notes', sent)
  t.strictSame([made.statusCode, made.json()], [200, stored])
  const patched = await request('PATCH', '/api/notes/a', { tag: 'green', by: 'a' })
  t.strictSame([patched.statusCode, patched.json()], [200, { ...stored, tag: ['green'], by: ['a'] }])
  const many = { id: 'a', tag: ['red', 'green'], size: [1, 2.5], line: [{ sku: 'y' }] }
  t.strictSame((await request('PUT', '/api/notes/a', many)).json(), many)
  t.strictSame((await request('GET', '/api/notes?tag=green')).json(), [many])
  t.strictSame((await request('GET', '/api/notes?tag=blue')).json(), [])
  t.equal((await request('POST', '/api/notes', { tag: ['one'] })).statusCode, 400, 'as the document says')
  const { schema } = (await request('GET', '/api/resource-types/note')).json()
  t.match(schema.properties, { tag: { type: 'array', minItems: 1 }, any: { anyOf: [] } })
})

t.test('an item with arrays of other items is an item, wherever the document answers one', async t => {
  const arrayOf = (name: string): JsonObject => ({ type: 'array', items: refTo(name) })
  const schemas = {
    Category: { type: 'object', properties: { title: text }, required: ['title'], 'x-identifier': ['title'] },
    Blog: { type: 'object', properties: { title: text, categories: arrayOf('Category') } },
    Report: { type: 'object', properties: { title: text, lines: arrayOf('Category') } },
    BlogPage: {
      type: 'object',
      properties: { total: { type: 'integer' }, page: { type: 'integer' }, items: arrayOf('Blog') },
    },
  }
  const document = documentOf(
    {
      '/blogs': {
        post: { requestBody: json(refTo('Blog')), responses: answers(201, refTo('Blog')) },
        get: { responses: answers(200, refTo('BlogPage')) },
      },
      '/blogs/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { responses: answers(200, refTo('Blog')) },
        delete: { responses: answers(204) },
      },
      '/reports/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { responses: answers(200, refTo('Report')) },
      },
      '/latest': { get: { responses: answers(200, arrayOf('Blog')) } },
    },
    schemas,
  )
  const { request } = await serveDocument(t, writeDocument(t, document))
  const sent = { title: 'One', categories: [{ title: 'News' }] }
  const made = await request('POST', '/api/blogs', sent)
  const { id } = made.json<{ id: string }>()
  t.strictSame([made.statusCode, made.json()], [201, { ...sent, id }])
  t.strictSame((await request('GET', `/api/blogs/${id}`)).json(), { ...sent, id })
  t.strictSame((await request('GET', '/api/blogs')).json(), { total: 1, page: 1, items: [{ ...sent, id }] })
  t.strictSame((await request('GET', '/api/latest')).json(), [{ ...sent, id }])
  const report = await request('POST', '/api/report', { title: 'Q1', lines: [{ title: 'News' }] })
  const own = report.json<{ data: { '@graph': [{ id: string }] } }>().data['@graph'][0].id
  t.match((await request('GET', `/api/reports/${own}`)).json(), { title: 'Q1', lines: [{ title: 'News' }] })
  t.equal((await request('DELETE', `/api/blogs/${id}`)).statusCode, 204)
  t.equal((await request('GET', `/api/blogs/${id}`)).statusCode, 404)
})

t.test('an identifier or a filter that is no column stops startup, naming the position', async t => {
  const any = { anyOf: [{ type: 'string' }, { type: 'boolean' }] }
  const filter = (field: string, operator = 'eq'): JsonObject => ({ field, operator, value: 'true' })
  const cases: [JsonObject, RegExp][] = [
    [
      notes({ any }, {}, { 'x-identifier': ['any'] }),
      /Note\.properties\.any: "any" identifies the items, and is no column/,
    ],
    [
      notes({ tags: { type: 'array', items: { type: 'string' } } }, {}, { 'x-identifier': ['tags'] }),
      /properties\.tags: "tags" identifies the items, and is an array/,
    ],
    [
      notes({ any }, { 'x-context': { filters: [filter('id'), filter('any')] } }),
      /get\.x-context\.filters\.1\.field: "any" is no column: it allows .*string/,
    ],
  ]
  for (const [document, message] of cases)
    await t.rejects(serveDocument(t, writeDocument(t, document)), { message }, String(message))
  const allowed = notes({ any }, { 'x-context': { filters: [filter('any', 'exists')] } })
  await t.resolves(serveDocument(t, writeDocument(t, allowed)))
})

t.test('a reference without a target stops startup, naming the position', async t => {
  const document = (reference: string): string => `openapi: 3.0.3
info: { title: T, version: '1' }
paths:
  /things:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { '201': { description: ok } }
components:
  schemas:
    Unused: { type: object }
    Thing:
      type: object
      properties:
        other: ${reference}
`
  const cases: [string, RegExp][] = [
    [
      '{ type: string, x-resource-type: Nothing }',
      /line 14, .*properties\.other\.x-resource-type: "Nothing" is neither/,
    ],
    [
      '{ type: string, x-resource-type: Unused }',
      /"Unused" is neither a schema of this document that its operations store/,
    ],
    ['{ type: array, items: { type: string, x-resource-type: nothing } }', /other\.items\.x-resource-type/],
    ['{ type: string, x-resource-type: [Thing] }', /other\.x-resource-type: must be the name/],
    ['{ type: boolean, x-resource-type: Thing }', /properties\.other: refers to an item and must be a text/],
    ['{ type: integer, x-resource-type: Thing }', /is an integer, but no integer identifies those/],
  ]
  for (const [reference, message] of cases)
    t.match(await refusalOf(t, writeDocument(t, document(reference))), message, reference)
})

import t from 'tap'
import type { Test } from 'tap'
import type { TestApp } from '../../testing/index.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { fixture, serveDocument } from './testing.ts'

/** Run a test on both stores, on a service that the blog's document describes. */
function onBlog(name: string, run: (t: Test, app: TestApp) => Promise<void>): void {
  void t.test(`${name} (SQLite)`, async t => run(t, await serveDocument(t, fixture('blog.yaml'))))
  void t.test(`${name} (MongoDB)`, async t => {
    const url = await ownDatabase()
    if (url === undefined)
      return void t.pass('left out', { skip: 'there is no MongoDB here (MONGOD_BINARY, PATH, MONGODB_URL)' })
    await run(t, await serveDocument(t, fixture('blog.yaml'), { url }))
  })
}

const blog = { guid: 'first', title: 'First', author: { name: 'Ada', age: 36 } }

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
  for (const query of [
    'page=0',
    'limit=x',
    'limit=1001',
    'other=1',
    'filters[0][value]=x',
    'filters[0][field]=nope&filters[0][value]=1',
  ]) {
    t.equal((await app.request('GET', `/api/blogs?${query}`)).statusCode, 400, query)
  }
})

onBlog('its schemas are ordinary resource types', async (t, app) => {
  await app.request('POST', '/api/blogs', blog)
  const resources = (await app.request('GET', '/api/blog')).json<{ data: { id: string; data: object }[] }>()
  t.match(resources.data[0]?.data, { '@graph': [{ '@type': 'Blog', guid: 'first', title: 'First' }] })
  const id = resources.data[0]?.id ?? ''
  t.equal((await app.request('PUT', `/api/blog/${id}`, { ...blog, title: 'By the other door' })).statusCode, 200)
  t.match((await app.request('GET', '/api/blogs/first')).json(), { title: 'By the other door' })
  t.equal((await app.request('POST', '/api/blog', blog)).statusCode, 409, 'identifiers are unique by every route')
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

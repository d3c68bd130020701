import t from 'tap'
import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { buildTestApp, pluginSuite } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { ownDatabase } from '../../testing/internal/each-store.ts'
import { fixture, serveDocument } from './testing.ts'

interface Operation {
  method: string
  path: string
  controller: string | null
}
interface List {
  data: Operation[]
  cursor: string
  has_more: boolean
  total?: number
}

async function withoutDocument(t: Test): Promise<TestApp> {
  const app = await buildTestApp()
  t.teardown(() => app.close())
  return app
}

t.test('the operations of the document, by path and method', async t => {
  const app = await serveDocument(t, fixture('pet-store.yaml'), { options: { prefix: '/api/v1' } })
  const list = async (query: string): Promise<List> =>
    (await app.request('GET', `/api/openapi/operations?${query}`)).json<List>()
  const all = await list('count=true&limit=1000')
  t.strictSame([all.total, all.cursor, all.has_more], [6, '', false])
  t.match(all.data, [
    { method: 'GET', path: '/api/v1', controller: null, public: true, operation_id: 'get-health' },
    { method: 'POST', path: '/api/v1/animals', controller: null },
    {
      method: 'GET',
      path: '/api/v1/pets',
      summary: 'List pets',
      controller: 'ListController',
      middleware: ['Recover'],
      type_slug: 'pet',
      public: false,
    },
    { method: 'POST', path: '/api/v1/pets', middleware: ['Recover', 'RequestID', 'Logger'] },
    { method: 'DELETE', path: '/api/v1/pets/{id}', controller: 'DeleteController' },
    { method: 'GET', path: '/api/v1/pets/{id}' },
  ])
  const walked: Operation[] = []
  for (let cursor = ''; ;) {
    const page = await list(`limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`)
    walked.push(...page.data)
    cursor = page.cursor
    if (!page.has_more) break
  }
  t.strictSame(walked, all.data, 'page by page too')
  t.equal((await app.request('GET', '/api/openapi/operations?cursor=x')).statusCode, 400)
  t.match((await app.request('GET', '/api/openapi/document')).json(), {
    document: { file: 'pet-store.yaml', title: 'Pet store', version: '1.0.0', prefix: '/api/v1', type_slugs: ['pet'] },
  })
})

t.test('without a document there are no operations', async t => {
  const app = await withoutDocument(t)
  t.strictSame((await app.request('GET', '/api/openapi/document')).json(), { document: null })
  t.match((await app.request('GET', '/api/openapi/operations')).json(), { data: [], has_more: false })
})

t.test('types of the document are changed in the document (SQLite)', async t => {
  await checkTypes(t, await serveDocument(t, fixture('blog.yaml')))
})

t.test('types of the document are changed in the document (MongoDB)', async t => {
  const url = await ownDatabase()
  if (url === undefined) return void t.pass('left out', { skip: 'there is no MongoDB here' })
  await checkTypes(t, await serveDocument(t, fixture('blog.yaml'), { url }))
})

async function checkTypes(t: Test, app: TestApp): Promise<void> {
  const refused = async (method: string, path: string, body: object | undefined, field: string): Promise<void> => {
    const answer = await app.request(method, `/api/resource-types/${path}`, body)
    t.equal(answer.statusCode, 409, `${method} ${path} ${JSON.stringify(body)}: ${answer.body}`)
    const message = `${field}: the resource type blog comes from the OpenAPI document blog.yaml; change it there, and start the service again`
    t.strictSame(answer.json(), { message })
  }
  const before = (await app.request('GET', '/api/resource-types/blog')).json<{ schema: object }>()
  await refused('PUT', 'blog', { schema: { type: 'object' } }, 'schema')
  await refused('PUT', 'blog?dry_run=true', { schema: {} }, 'schema')
  await refused('PUT', 'blog?force=true', { slug: 'log', schema: {} }, 'slug, schema')
  await refused('PUT', 'blog', { slug: 'log' }, 'slug')
  await refused('PUT', 'blog', { status: 'archived' }, 'status')
  await refused('DELETE', 'blog', undefined, 'status')
  await refused('DELETE', 'blog?dry_run=true', undefined, 'status')
  t.strictSame((await app.request('GET', '/api/resource-types/blog')).json(), before)

  const rest = { description: 'A log', context: { '@vocab': 'https://schema.org/' }, schema: before.schema }
  const changed = await app.request('PUT', '/api/resource-types/blog', rest)
  t.match(changed.json(), { ...before, ...rest }, 'other properties, with an unchanged schema')
  const own = { name: 'Own', slug: 'own', schema: { type: 'object' } }
  t.equal((await app.request('POST', '/api/resource-types', own)).statusCode, 201)
  t.equal((await app.request('PUT', '/api/resource-types/own', { slug: 'mine', schema: {} })).statusCode, 200)
  t.equal(
    (await app.request('DELETE', '/api/resource-types/mine')).statusCode,
    204,
    'other types can be changed as before',
  )
}

const paths = ['/api/openapi/document', '/api/openapi/operations']
for (const { name, run } of pluginSuite({ key: 'openapi', paths })) t.test(name, run)

t.test('types of the document remain when the plugins are switched off', async t => {
  const app = await buildTestApp({ plugins: { ...loadConfig({}).plugins, 'api-description': false, openapi: false } })
  t.teardown(() => app.close())
  for (const path of ['/api/docs', '/api/docs/start.js', '/api/docs/swagger-ui.css', '/api/openapi/operations/x']) {
    t.equal((await app.request('GET', path)).statusCode, 404, path)
  }
  t.equal((await app.request('GET', '/api/persons')).statusCode, 200)
  for (const slug of ['docs', 'openapi']) {
    t.equal(
      (await app.request('POST', '/api/resource-types', { name: 'X', slug })).statusCode,
      400,
      `${slug} is reserved`,
    )
  }
  const screens = (await app.request('GET', '/api/admin/screens?limit=100')).json<{ data: { name: string }[] }>()
  t.notOk(screens.data.some(({ name }) => name === 'operations'))
})

t.test('the document is served without the description, and the description without the document', async t => {
  const served = await serveDocument(t, fixture('blog.yaml'), { plugins: { 'api-description': false } })
  t.equal((await served.request('POST', '/api/blogs', { guid: 'a', title: 'A' })).statusCode, 201)
  t.equal((await served.request('GET', '/api/openapi.json')).statusCode, 404)
  t.match((await served.request('GET', '/api/openapi/document')).json(), { document: { file: 'blog.yaml' } })

  const described = await serveDocument(t, fixture('blog.yaml'), { plugins: { openapi: false } })
  t.equal((await described.request('GET', '/api/blogs')).statusCode, 404)
  t.equal((await described.request('GET', '/api/docs')).statusCode, 200)
  t.match((await described.request('GET', '/api/openapi.json')).json(), { openapi: '3.1.0' })
})

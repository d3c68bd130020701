import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import type { Test } from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { buildTestApp, pluginSuite } from '../../testing/index.ts'
import { readApiDescription, isValid, resolve } from '../../testing/internal/api-description.ts'
import type { Description } from '../../testing/internal/api-description.ts'
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

const describing = { 'api-description': true }
const petStore = await serveDocument(t, fixture('pet-store.yaml'), {
  options: { prefix: '/api/v1' },
  plugins: describing,
})
const blog = await serveDocument(t, fixture('blog.yaml'), { plugins: describing })

t.test('the operations of the document, by path and method', async t => {
  const app = petStore
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

/** Whether a value matches a component of the description, by JSON Schema 2020-12. */
function checker(description: Description): (name: string, value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema({ ...description, $id: 'https://example.org/description' })
  return (name, value) => ajv.validate(`https://example.org/description#/components/schemas/${name}`, value)
}

/** Every schema under `components` is a valid JSON Schema 2020-12. */
function schemasAreValid(t: Test, description: Description): void {
  const ajv = new Ajv2020({ strict: false })
  for (const [name, schema] of Object.entries(description.components.schemas)) {
    t.ok(ajv.validateSchema(schema), `${name}: ${JSON.stringify(ajv.errors)}`)
  }
}

t.test('the description contains the document that the service is built from', async t => {
  const app = blog
  const merged = await readApiDescription(app)
  await isValid(t, merged)
  schemasAreValid(t, merged)
  t.match(merged, {
    openapi: '3.1.0',
    info: {
      title: 'Plinth',
      description: /Under `\/api` it serves Blog 1\.2\.3\.\n\nA blog/,
      'x-openapi-document': { title: 'Blog', version: '1.2.3', description: 'A blog', prefix: '/api' },
    },
  })
  t.match(merged.paths['/api/blogs'], {
    get: { 'x-controller': 'ListController', responses: { 200: { description: 'ok' } } },
    post: { operationId: 'createBlog', 'x-controller': 'CreateController' },
  })
  t.match(merged.paths['/api/blogs/{guid}'], {
    parameters: [{ name: 'guid', in: 'path' }],
    get: { 'x-controller': 'ViewController' },
    delete: { 'x-controller': 'DeleteController' },
  })
  t.match(merged.paths['/api/health-check'], { get: { 'x-controller': 'HealthCheckController' } })
  t.notOk(merged.paths['/api/odd']?.['get']?.['x-controller'], 'an operation without a controller names none')
  t.notOk(
    Object.keys(merged.paths).some(path => path.includes('{p0}')),
    'its routes appear once',
  )
  t.ok(merged.paths['/api/blog/{id}'], 'and its types have their own routes')
  t.match(merged.paths['/api/resource-types'], { get: {}, post: {} })
  const fits = checker(merged)
  t.ok(fits('Blog', { guid: 'a', title: 'A', status: null, author: { name: 'Ada', age: 1 } }))
  t.notOk(fits('Blog', { guid: 'a', title: 'A', author: { name: 'Ada', age: 0 } }), 'an exclusive limit')
})

t.test('keywords that 3.0 writes differently, and names that the service uses', async t => {
  const app = petStore
  const merged = await readApiDescription(app)
  await isValid(t, merged)
  schemasAreValid(t, merged)
  const { paths, components } = merged
  t.match(merged, {
    externalDocs: { url: 'https://pets.example.org' },
    'x-shared': { Size: { type: 'string' } },
  })
  t.match(
    JSON.stringify(merged['tags']),
    '{"name":"pets","description":"Everything about pets"',
    'beside those of types',
  )
  t.strictSame(
    [merged['servers'], 'security' in merged],
    [[{ url: '/' }], false],
    'those of the document would apply to the whole service',
  )

  t.strictSame(paths['/api/v1']?.['get']?.['operationId'], 'get-health')
  t.strictSame(paths['/api/health']?.['get']?.['operationId'], 'getHealth')
  t.match(paths['/api/v1/pets'], {
    summary: 'All pets',
    get: { summary: 'List pets', tags: ['pets'], security: [{ key: [] }], 'x-controller': 'ListController' },
    post: {
      'x-controller': 'CreateController',
      'x-middleware': ['Recover', 'RequestID', 'Logger'],
      security: [{ login: ['write:pets'] }],
      requestBody: { content: { 'application/json': { schema: {} } } },
    },
  })
  t.strictSame(paths['/api/v1']?.['get']?.['security'], [])
  t.notOk('servers' in Object(paths['/api/v1/pets']))
  t.notOk('x-middleware' in Object(paths['/api/v1/pets']), 'it is set on the operations')
  t.match(resolve(merged, '#/paths/~1api~1v1~1pets/get/parameters'), [
    { name: 'tag', allowEmptyValue: true, schema: { type: ['string', 'null'] } },
    {
      content: {
        'application/json': { schema: { properties: { lat: { exclusiveMinimum: -90, minimum: undefined } } } },
      },
    },
    { style: 'spaceDelimited', explode: false },
  ])
  t.match(components['securitySchemes'], { key: { type: 'apiKey' }, login: { type: 'oauth2' } })
  t.strictSame(Object.keys(components).sort(), ['schemas', 'securitySchemes'], 'references lead to schemas alone')
  const created = resolve(merged, '#/paths/~1api~1v1~1pets/post/responses/201')
  t.match(created, {
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
  })
  const link = (created as { links: { other: { operationRef: string } } }).links.other.operationRef
  t.match(resolve(merged, link), { operationId: 'getPet' })

  t.match(components.schemas, { PetInput: { title: 'pet' } }, 'the type of that name')
  const fits = checker(merged)
  const isPet = (value: object): boolean => fits('Pet', { name: 'Rex', ...value })
  t.ok(isPet({ nullable: true, born: null, status: null, weight: 0, size: 'small', tags: { a: null } }))
  for (const value of [{ status: 'x' }, { weight: 100 }, { size: 'x' }, { parent: null }, { tags: { a: 1 } }]) {
    t.notOk(isPet(value), JSON.stringify(value))
  }
  t.match(components.schemas['Animal'], {
    discriminator: {
      propertyName: 'kind',
      mapping: { puppy: 'Dog', cat: '#/components/schemas/Cat' },
    },
  })
  t.match(resolve(merged, '#/paths/~1api~1v1~1animals/post/requestBody/content/application~1json/schema'), {
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
  })
})

t.test('types created later do not use names of the document', async t => {
  const app = petStore
  const before = await app.request('GET', '/api/openapi.json')
  t.equal((await app.request('POST', '/api/resource-types', { name: 'Cat', slug: 'cat' })).statusCode, 201)
  const merged = await readApiDescription(app)
  await isValid(t, merged)
  t.match(merged.components.schemas, { CatInput: { title: 'Cat' }, Cat: { allOf: [{}, {}] } })
  const tag = { 'if-none-match': String(before.headers.etag) }
  t.equal((await app.request('GET', '/api/openapi.json', undefined, tag)).statusCode, 200)
})

t.test('types of the document are changed in the document', async t => {
  const app = blog
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
  const drafts = { schema: { ...before.schema, 'x-drafts': true } }
  for (const query of ['', '?dry_run=true'])
    t.equal((await app.request('PUT', `/api/resource-types/blog${query}`, drafts)).statusCode, 400)
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
})

t.test('without a document there are no operations', async t => {
  const app = await buildTestApp()
  t.teardown(() => app.close())
  t.strictSame((await app.request('GET', '/api/openapi/document')).json(), { document: null })
  t.match((await app.request('GET', '/api/openapi/operations')).json(), { data: [], has_more: false })
})

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

  const described = await serveDocument(t, fixture('blog.yaml'), { plugins: { ...describing, openapi: false } })
  t.equal((await described.request('GET', '/api/blogs')).statusCode, 404)
  t.equal((await described.request('GET', '/api/docs')).statusCode, 200)
  t.match((await described.request('GET', '/api/openapi.json')).json(), { openapi: '3.1.0' })
})

const paths = ['/api/openapi/document', '/api/openapi/operations']
for (const { name, run } of pluginSuite({ key: 'openapi', paths })) t.test(name, run)

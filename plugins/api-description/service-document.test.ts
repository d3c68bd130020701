import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import type { Test } from 'tap'
import type { JsonObject } from '../../lib/json/index.ts'
import { createStore } from '../../kernel/store.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import { buildTestApp, pluginSuite } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { readApiDescription, isValid, references, resolve } from '../../testing/internal/api-description.ts'
import type { Description } from '../../testing/internal/api-description.ts'

const recipe = {
  name: 'Recipe',
  slug: 'recipe',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1 },
      servings: { type: ['integer', 'null'], minimum: 1 },
      cooked: { type: 'string', format: 'date-time' },
      steps: { type: 'array', items: { $ref: '#/$defs/step' } },
      'a/b ~%': { type: 'string' },
    },
    $defs: {
      step: {
        type: 'object',
        properties: { text: { type: 'string' }, steps: { type: 'array', items: { $ref: '#/$defs/step' } } },
      },
    },
  },
}

const oldStyle = {
  name: 'Old',
  slug: 'old-style',
  schema: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      pair: { type: 'array', items: [{ type: 'string' }, { $ref: '#/definitions/size' }], additionalItems: false },
      card: { type: 'string' },
      address: { type: 'string' },
    },
    dependencies: { card: ['address'] },
    definitions: { size: { type: 'integer' } },
  },
}

async function start(t: Test): Promise<TestApp> {
  const app = await buildTestApp()
  t.teardown(() => app.close())
  return app
}

async function create(t: Test, app: TestApp, type: object): Promise<void> {
  const answer = await app.request('POST', '/api/resource-types', type)
  t.equal(answer.statusCode, 201, answer.body)
}

/** Validates values against a schema of the description. */
function validator(description: Description, schema: JsonObject): (value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const validate = ajv.compile({
    $id: 'https://example.org/description',
    components: description.components,
    ...schema,
  } as JsonObject)
  return value =>
    validate(value) ? [] : (validate.errors ?? []).map(error => `${error.instancePath} ${error.message ?? ''}`)
}

const answerSchema = (description: Description, path: string, method: string, status: string): JsonObject =>
  resolve(
    description,
    `#/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method}/responses/${status}/content/application~1json/schema`,
  ) as JsonObject

t.test('the description is valid, and names every type with its schemas', async t => {
  const app = await start(t)
  const before = await readApiDescription(app)
  await isValid(t, before)
  t.equal(before['openapi'], '3.1.0')
  t.match(before.paths, {
    '/api/health': { get: {} },
    '/api/{typeSlug}/{id}': { get: {}, put: {}, patch: {}, delete: {} },
  })
  t.notOk(before.paths['/api/recipe'])

  for (const type of [recipe, oldStyle, { name: 'Open', slug: 'open' }]) await create(t, app, type)
  const after = await readApiDescription(app)
  await isValid(t, after)
  for (const slug of ['recipe', 'old-style', 'open']) {
    t.match(after.paths[`/api/${slug}`], {
      get: { responses: { 200: {} } },
      post: { requestBody: {}, responses: { 201: {} } },
    })
    t.ok(after.paths[`/api/${slug}/{id}`])
  }
  for (const reference of references(after)) t.ok(resolve(after, reference) !== undefined, reference)
  const parameters = after.paths['/api/recipe']?.['get']?.['parameters']
  t.match(JSON.stringify(parameters), /"created_at"/)
  t.match(Object.keys(Object(after.paths['/api/{typeSlug}/{id}']?.['patch']?.['requestBody'] as unknown) as object), [
    'required',
    'content',
  ])
})

t.test('bodies match the schemas of the description, in both dialects', async t => {
  const app = await start(t)
  await create(t, app, recipe)
  await create(t, app, oldStyle)
  const description = await readApiDescription(app)
  const recipes = validator(description, { $ref: '#/components/schemas/RecipeInput' })
  t.strictSame(recipes({ name: 'Soup', steps: [{ text: 'a', steps: [{ text: 'b' }] }] }), [])
  t.not(recipes({ name: 'Soup', steps: [{ text: 'a', steps: [{ text: 1 }] }] }).length, 0)
  t.not(recipes({ name: 'Soup', more: 1 }).length, 0)
  const old = validator(description, { $ref: '#/components/schemas/OldStyleInput' })
  t.strictSame(old({ pair: ['a', 1] }), [])
  t.not(old({ pair: ['a', 'b'] }).length, 0)
  t.not(old({ pair: ['a', 1, 2] }).length, 0)
  t.not(old({ card: '1' }).length, 0)
})

t.test('responses match the schemas of the description', async t => {
  const app = await start(t)
  await create(t, app, recipe)
  const description = await readApiDescription(app)
  const created = await app.request('POST', '/api/recipe', {
    name: 'Soup',
    servings: 4,
    cooked: '2026-01-01T00:00:00Z',
    'a/b ~%': 'x',
  })
  t.equal(created.statusCode, 201, created.body)
  const { id } = created.json<{ id: string }>()
  t.strictSame(validator(description, answerSchema(description, '/api/recipe', 'post', '201'))(created.json()), [])
  const cases: [string, string, string, string][] = [
    ['GET', `/api/recipe/${id}`, '/api/recipe/{id}', '200'],
    ['GET', '/api/recipe?count=true', '/api/recipe', '200'],
    ['GET', `/api/recipe/${id}/versions`, '/api/recipe/{id}/versions', '200'],
    ['GET', '/api/resource-types', '/api/resource-types', '200'],
    ['GET', '/api/health', '/api/health', '200'],
  ]
  for (const [method, url, path, status] of cases) {
    const schema = answerSchema(description, path, method.toLowerCase(), status)
    const check = validator(description, schema)
    t.strictSame(check((await app.request(method, url)).json()), [], `${method} ${url}`)
    t.not(check({}).length, 0, `the schema of ${path} has constraints`)
  }
  const errors = validator(description, answerSchema(description, '/api/recipe/{id}', 'get', '404'))
  t.strictSame(errors((await app.request('GET', '/api/recipe/none')).json()), [])
})

t.test('a client of files alone can send, read and replace bytes', async t => {
  const app = await start(t)
  await create(t, app, recipe)
  const whole = await readApiDescription(app)
  const own = await readApiDescription(app, 'type_slug=file')
  await isValid(t, whole)
  await isValid(t, own)
  const ofFiles = ({ paths }: Description): string[] => Object.keys(paths).filter(path => path.startsWith('/api/file'))
  t.strictSame(ofFiles(own), ofFiles(whole), 'it has all that is under the address of the type')
  t.notOk(own.paths['/api/recipe'])
  for (const description of [whole, own]) {
    const upload = '#/paths/~1api~1file/post/requestBody/content'
    t.match(resolve(description, String(resolve(description, `${upload}/multipart~1form-data/schema/$ref`))), {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', format: 'binary' },
        name: { type: 'string' },
        keywords: { type: 'array' },
        focalPoint: { type: 'object' },
        contentSize: undefined,
      },
    })
    for (const [path, method, status] of [
      ['/api/file', 'post', '201'],
      ['/api/file/{id}/content', 'put', '200'],
    ] as const)
      t.strictSame(answerSchema(description, path, method, status), { $ref: '#/components/schemas/FileItem' })
  }
  t.strictSame(
    (await readApiDescription(app, 'openapi=3.0')).paths['/api/file/{id}/content']?.['put']?.['requestBody'],
    { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary', description: 'The bytes' } } } },
  )
})

t.test('examples of what to sort and filter by are possible', async t => {
  const app = await start(t)
  const secret = { type: 'string', writeOnly: true }
  await create(t, app, {
    name: 'Key',
    slug: 'key',
    schema: {
      type: 'object',
      properties: { code: secret, pin: { type: 'string', format: 'password' }, name: { type: 'string' } },
    },
  })
  const { paths } = await readApiDescription(app)
  const parameters = paths['/api/key']?.['get']?.['parameters'] as {
    name: string
    example?: string
    examples?: Record<string, { value: string }>
  }[]
  const examples = parameters.flatMap(({ name, example, examples = {} }) =>
    [example, ...Object.values(examples).map(({ value }) => value)].flatMap(value =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
    ),
  )
  t.ok(examples.includes('sort_by=name'))
  for (const query of examples) {
    const answer = await app.request('GET', `/api/key?${query}`)
    t.equal(answer.statusCode, 200, `${query} ${answer.body}`)
  }
})

t.test('it follows changes of types, and is sent once', async t => {
  const app = await start(t)
  await create(t, app, recipe)
  const first = await app.request('GET', '/api/openapi.json')
  const etag = String(first.headers.etag)
  t.match(etag, /^".+"$/)
  for (const named of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await app.request('GET', '/api/openapi.json', undefined, { 'if-none-match': named })
    t.strictSame(
      [again.statusCode, again.body, again.headers.etag],
      [304, '', named.startsWith('W/') ? named : etag],
      named,
    )
  }
  const stale = { 'if-none-match': '"other"' }
  t.equal((await app.request('GET', '/api/openapi.json', undefined, stale)).statusCode, 200)
  t.equal((await app.request('DELETE', '/api/resource-types/recipe')).statusCode, 204)
  const after = await app.request('GET', '/api/openapi.json', undefined, { 'if-none-match': etag })
  t.equal(after.statusCode, 200, 'another description has another tag')
  t.notOk(after.json<Description>().paths['/api/recipe'], 'an archived type is no longer served')
  const { tags } = after.json<{ tags: { name: string; description: string }[] }>()
  t.strictSame(
    tags.find(({ name }) => name === 'person'),
    { name: 'person', description: 'Person' },
    'the types are tags, with their names',
  )
})

t.test('the documentation page works offline and within its content security policy', async t => {
  const app = await start(t)
  const page = await app.request('GET', '/api/docs', undefined, { accept: 'text/html' })
  t.equal(page.statusCode, 200)
  t.match(page.headers['content-type'], 'text/html')
  const policy = String(page.headers['content-security-policy'])
  t.match(policy, /script-src 'self'(;|$)/)
  t.notMatch(policy, /unsafe-eval/)
  t.notMatch(
    page.body,
    /<script>|<script [^>]*>[^<]|\son\w+=|https?:\/\//,
    'nothing inline, nothing from other origins',
  )
  const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(match => String(match[1]))
  t.ok(links.length >= 6)
  for (const link of links) {
    const answer = await app.request('GET', link)
    t.equal(answer.statusCode, 200, link)
    if (!link.includes('/docs/') || link.endsWith('start.js')) continue
    const tag = { 'if-none-match': String(answer.headers.etag) }
    t.equal((await app.request('GET', link, undefined, tag)).statusCode, 304, `${link} is sent once`)
  }
  t.equal((await app.request('GET', '/api/docs/package.json')).statusCode, 404)
  t.equal((await app.request('GET', '/api/docs/..%2fpackage.json')).statusCode, 404)
})

for (const { name, run } of pluginSuite({ key: 'api-description', paths: ['/api/openapi.json'] })) t.test(name, run)

/** Every operation of a description, with its address. */
const operationsOf = (document: Description): [string, JsonObject][] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, JsonObject>).map(([method, one]): [string, JsonObject] => [
      `${method} ${path}`,
      one,
    ]),
  )

for (const version of ['3.1', '3.0']) {
  t.test(`every operation has a description, and every parameter of a path an example (${version})`, async t => {
    const app = await start(t)
    await create(t, app, {
      name: 'Task',
      slug: 'task',
      schema: {
        type: 'object',
        properties: {
          effort: { type: 'number' },
          tags: { type: 'array', not: { contains: { const: 'x' } } },
          kind: { not: { enum: ['x'] } },
        },
      },
    })
    const document = await readApiDescription(app, `openapi=${version}`)
    for (const [name, { description, summary, parameters }] of operationsOf(document)) {
      t.ok(description, `${name}: description`)
      t.ok(summary, `${name}: summary`)
      for (const one of parameters as JsonObject[])
        if (one['in'] === 'path') t.type(one['example'], 'string', `${name}: ${String(one['name'])}`)
    }
    const { get: task } = document.paths['/api/task/{id}'] as Record<string, { parameters: JsonObject[] }>
    t.match(task?.parameters, [{ name: 'id', example: /^urn:task:/ }])
    const { effort, tags, kind } = (document.components.schemas['TaskInput'] as { properties: JsonObject }).properties
    t.match(effort, version === '3.1' ? { examples: [0] } : { example: 0 })
    t.equal(Object.hasOwn(Object(tags), 'not'), version === '3.1', 'without contains, it would refuse every array')
    t.match(kind, { not: { enum: ['x'] } })
    const { get: types } = document.paths['/api/resource-types'] as Record<string, { parameters: JsonObject[] }>
    const names = types?.parameters.map(({ name }) => name) ?? []
    t.ok(names.includes('includeAll'))
    t.notOk(names.includes('include_all'))
    t.notOk(types?.parameters.some(({ deprecated, schema }) => deprecated ?? (schema as JsonObject)['deprecated']))
    for (const schema of ['TaskBulk', 'ResourceBulk', 'QueryResourcesInput'])
      t.notMatch(JSON.stringify(document.components.schemas[schema]), /"default":/, `${schema} has no defaults`)
    t.match(JSON.stringify(document.components.schemas['QueryResourcesInput']), /"_filter"/)
  })
}

t.test('a stored type that cannot be compiled takes only itself out of the description', async t => {
  const path = `${t.testdir()}/plinth.db`
  const first = await buildTestApp({ config: { store: { kind: 'sqlite', path } } })
  await create(t, first, recipe)
  await create(t, first, { name: 'Broken', slug: 'broken', schema: { type: 'object' } })
  await first.close()
  const store = await createStore(first.config.store)
  await store.open()
  const type = await store.get('_types', 'urn:type:broken')
  if (type === undefined) throw new Error('there is no type')
  const data = { ...readData(type), schema: { type: 'object', properties: { a: { $ref: '#/nowhere' } } } }
  const document = { id: type.id, meta: { ...readMeta(type), sequence_no: 2 }, data }
  await store.write([{ kind: 'replace', collection: '_types', document, expected: 1 }])
  await store.close()
  const app = await buildTestApp({ config: first.config })
  t.teardown(() => app.close())
  for (const query of ['', 'type_slug=recipe&type_slug=broken']) {
    const { paths } = await readApiDescription(app, query)
    t.ok('/api/recipe' in paths)
    t.notOk('/api/broken' in paths)
  }
})

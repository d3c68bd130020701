import { execFile, spawnSync } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import SwaggerParser from '@apidevtools/swagger-parser'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import t from 'tap'
import type { Test } from 'tap'
import { packageRoot } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import { buildTestApp } from '../../testing/index.ts'
import type { TestApp, TestAppOptions } from '../../testing/index.ts'
import type { Description } from '../../testing/internal/api-description.ts'

const poly = {
  name: 'Poly',
  slug: 'poly',
  schema: {
    type: 'object',
    required: ['anything'],
    properties: {
      anything: true,
      never: false,
      tree: { $ref: '#/$defs/branch' },
      own: { $ref: '#/properties/union' },
      choice: { oneOf: [{ const: 'a', title: 'First' }, { const: 'b' }] },
      fixed: { const: 1 },
      big: { type: 'integer' },
      small: { type: 'integer', minimum: 0, maximum: 5 },
      price: { type: 'number', default: 1 },
      maybe: { type: ['string', 'null'], enum: ['x', null] },
      union: { anyOf: [{ type: 'string' }, { type: 'object', properties: { x: { enum: ['a', 1] } } }] },
      tuple: { type: 'array', prefixItems: [{ type: 'string' }], items: false },
    },
    $defs: {
      branch: { type: 'object', properties: { next: { $ref: '#/$defs/branch' } } },
      node: { type: 'string' },
    },
  },
}

async function start(t: Test, config: TestAppOptions['config'] = {}): Promise<TestApp> {
  const app = await buildTestApp({ config })
  t.teardown(() => app.close())
  return app
}

async function create(t: Test, app: TestApp, type: object): Promise<void> {
  const answer = await app.request('POST', '/api/resource-types', type)
  t.equal(answer.statusCode, 201, answer.body)
}

const read = async (app: TestApp, query = ''): Promise<Description> =>
  (await app.request('GET', `/api/openapi.json${query}`)).json<Description>()

const operationsOf = ({ paths }: Description): [string, JsonObject][] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, JsonObject] => [`${method} ${path}`, operation]),
  )

const dataKeywords = new Set(['enum', 'const', 'default', 'example', 'examples', 'required', 'mapping'])

/** What generators of clients cannot read, by place. */
function faults(value: Json, place = '', isSchema = false): string[] {
  if (typeof value === 'boolean' && isSchema) return [`${place}: a boolean schema`]
  if (Array.isArray(value)) return value.flatMap((one, index) => faults(one, `${place}/${index}`, isSchema))
  if (!isObject(value)) return []
  const { $ref, type } = value
  const own: string[] = []
  if (typeof $ref === 'string' && !/^#\/components\/schemas\/[A-Z]\w*$/.test($ref)) own.push(`${place}: ${$ref}`)
  if (isSchema && ('enum' in value || 'const' in value) && type === undefined) own.push(`${place}: no type`)
  if (isSchema && type === 'integer' && value['format'] === undefined) own.push(`${place}: no format`)
  const inner = Object.entries(value).flatMap(([name, one]) => {
    if (dataKeywords.has(name) && !place.endsWith('/properties')) return []
    const isMap = ['properties', 'patternProperties', 'schemas'].includes(name) && isObject(one)
    if (isMap) return Object.entries(one).flatMap(([key, schema]) => faults(schema, `${place}/${name}/${key}`, true))
    if (name === 'additionalProperties' && one === false) return []
    const below = ['schema', 'items', 'allOf', 'anyOf', 'oneOf', 'not', 'prefixItems', 'additionalProperties']
    return faults(one, `${place}/${name}`, below.includes(name))
  })
  return [...own, ...inner]
}

const run = promisify(execFile)

/**
 * Copy a project of `examples/clients`, with the description that it generates a client from.
 * @returns runs a command there, as its README has it, and returns what it prints; of one that fails also its errors
 */
async function copyClient(
  t: Test,
  name: string,
  app: TestApp,
  query = '',
): Promise<(command: string) => Promise<string>> {
  const cwd = t.testdir()
  const made = new Set(['node_modules', 'dist', 'generated', 'bin', 'obj', 'Generated'])
  const filter = (path: string): boolean => !made.has(basename(path))
  await cp(join(packageRoot, 'examples/clients', name), cwd, { recursive: true, filter })
  await writeFile(join(cwd, 'openapi.json'), JSON.stringify(await read(app, query)))
  const env = { ...process.env, PLINTH_URL: app.app.listeningOrigin }
  return async command => {
    const [program = '', ...values] = command.split(' ')
    return run(program, values, { cwd, env }).then(
      ({ stdout }) => stdout,
      (error: Error & { stdout?: string; stderr?: string }) => `${error.stdout}${error.stderr}${error.message}`,
    )
  }
}

/** What each client prints. */
const job = (rows: string): string =>
  [
    `500 rows: ${rows}`,
    '125 blue products on 3 pages',
    'Lamp 3 is related to Lamp 7, labelled Lamp 7',
    'If-Match: 200 changed',
    'If-Match: 412 precondition-failed',
    'validation-failed: /countryOfOrigin',
    'created once, replayed: true',
    'event: Resource.Created\n',
  ].join('\n')

t.test('linters and generators can read the whole document, in every form', async t => {
  const app = await start(t, { http: { errors: 'problem' } })
  const install = async (preset: string): Promise<void> => {
    const answer = await app.request('POST', `/api/resource-types/presets/${preset}`)
    t.equal(answer.statusCode, 200, answer.body)
  }
  for (const type of [
    poly,
    { name: 'Class', slug: 'class', schema: { type: 'object' } },
    { name: 'Open', slug: 'open' },
  ])
    await create(t, app, type)
  await install('ecommerce')
  await app.listen()
  await t.test('clients that are generated from it compile, and do their job (TypeScript)', async t => {
    const command = await copyClient(t, 'typescript', app)
    t.match(await command('npm run generate'), /Done!/)
    t.equal(await command('npm run --silent build'), '', 'no error of the compiler')
    t.equal(await command('npm run --silent start:openapi-fetch'), job('500 products created, 0 replaced'))
    t.equal(await command('npm run --silent start:hey-api'), job('0 products created, 500 replaced'))
  })

  await t.test('the same with NSwag (C#)', async t => {
    if (spawnSync('dotnet', ['--version']).status !== 0) return t.pass('left out', { skip: 'there is no .NET here' })
    const command = await copyClient(t, 'csharp', app, '?openapi=3.0')
    await command('dotnet tool restore')
    await command('dotnet nswag run nswag.json')
    return t.equal(await command('dotnet run'), job('0 products created, 500 replaced'))
  })

  // Compiling the clients takes time for each type, and their kinds are among these; the linters read those of the other presets too.
  const presets = await app.request('GET', '/api/resource-types/presets?limit=1000')
  for (const { name } of presets.json<{ data: { name: string }[] }>().data)
    if (name !== 'ecommerce') await install(name)
  const config = await createConfig({ extends: ['recommended'] })
  for (const query of ['', '?openapi=3.0', '?media=all&type_slug=poly&type_slug=class']) {
    const description = await read(app, query)
    const problems = await lintFromString({ source: JSON.stringify(description), config })
    const errors = problems.filter(({ severity }) => severity === 'error')
    t.strictSame(
      errors.slice(0, 5).map(({ ruleId, location }) => [ruleId, location[0]?.pointer]),
      [],
      query,
    )
    t.strictSame(faults(description).slice(0, 5), [], query)
    const operations = operationsOf(description)
    const ids = operations.map(([, { operationId }]) => operationId)
    t.equal(new Set(ids).size, ids.length, 'operation ids are unique')
    for (const [name, { operationId, responses, security, summary }] of operations) {
      const successes = Object.keys(Object(responses) as object).filter(status => status.startsWith('2'))
      if (successes.length !== 1 || !/^[a-z]\w*$/.test(String(operationId)) || security === undefined || !summary)
        t.fail(`${query} ${name}: ${successes.join()} ${String(operationId)}`)
    }
    await SwaggerParser.validate(structuredClone(description) as never)
  }
})

t.test('the schemas of a type', async t => {
  const app = await start(t)
  await create(t, app, poly)
  const description = await read(app, '?type_slug=poly')
  t.strictSame(
    Object.keys(description.paths).filter(path => !path.startsWith('/api/poly')),
    [],
  )
  const { PolyInput, PolyPatch, PolyNode, PolyItem } = description.components.schemas
  t.match(PolyInput?.['properties'], {
    anything: {},
    never: undefined,
    tree: { $ref: '#/components/schemas/PolyBranch' },
    choice: { type: 'string', enum: ['a', 'b'], 'x-enum-names': ['First', 'b'] },
    fixed: { type: 'integer', const: 1 },
    big: { type: 'integer', format: 'int64' },
    small: { format: 'int32' },
    price: { format: 'double', default: undefined },
  })
  t.strictSame(PolyPatch?.['required'], undefined)
  t.match(PolyPatch?.['properties'], { big: { type: ['integer', 'null'] }, choice: { enum: ['a', 'b', null] } })
  t.strictSame(PolyNode?.['required'], ['@id', '@type', 'anything'])
  t.match(
    JSON.stringify(PolyItem),
    '{"anyOf":[{"$ref":"#/components/schemas/PolyNode"},{"$ref":"#/components/schemas/Node"}]}',
  )
  const protocol = (path: string, method: string, status: string): string[] => {
    const { parameters, responses } = description.paths[path]?.[method] ?? {}
    const answer = Object(Object(responses)[status]) as { headers?: object }
    const given = (Array.isArray(parameters) ? parameters : []) as { in: string; name: string }[]
    return [
      ...given.flatMap(({ in: place, name }) => (place === 'header' ? [name] : [])),
      ...Object.keys(answer.headers ?? {}),
    ]
  }
  const limits = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
  for (const [path, method, status, names] of [
    ['/api/poly', 'get', '200', ['If-None-Match', 'ETag', 'Link', ...limits]],
    ['/api/poly', 'post', '201', ['Idempotency-Key', 'ETag', 'Location', 'Idempotency-Replayed', ...limits]],
    ['/api/poly', 'post', '429', ['Idempotency-Key', 'Retry-After', ...limits]],
    ['/api/poly', 'put', '200', ['If-Match', 'If-None-Match', 'ETag', 'Location', ...limits]],
    ['/api/poly/{id}', 'get', '200', ['If-None-Match', 'ETag', ...limits]],
    ['/api/poly/{id}', 'patch', '412', ['If-Match', 'If-None-Match']],
    ['/api/poly/{id}/_check', 'post', '200', ['If-Match', 'If-None-Match', ...limits]],
    ['/api/poly/{id}/versions', 'get', '200', ['If-None-Match', 'ETag', ...limits]],
  ] as const)
    t.strictSame(protocol(path, method, status), names, `${method} ${path} ${status}`)
  t.match(description.paths['/api/poly/{id}/referrers']?.['get']?.['responses'], {
    200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/ResourceList' } } } },
  })
  const mapping = { name: 'mapping', style: 'deepObject', schema: { anyOf: [{ enum: ['titles', 'listed'] }, {}] } }
  const parameters = description.paths['/api/poly/_import']?.['post']?.['parameters'] as { name: string }[]
  t.match(
    parameters.find(({ name }) => name === 'mapping'),
    mapping,
  )
  for (const query of ['?media=xml', '?openapi=2.0', '?type_slug=none', '?other=1'])
    t.equal((await app.request('GET', `/api/openapi.json${query}`)).statusCode, 400, query)
})

t.test('adding or changing a type changes no other name', async t => {
  const app = await start(t)
  const names = async (slug: string): Promise<unknown> => {
    const { paths, components } = await read(app)
    const own = Object.entries(paths).filter(([path]) => path === `/api/${slug}` || path.startsWith(`/api/${slug}/`))
    const text = JSON.stringify(own)
    t.ok([...text.matchAll(/schemas\/(\w+)"/g)].every(([, name = '']) => name in components.schemas))
    return [...text.matchAll(/"operationId":"(\w+)"|schemas\/(\w+)"/g)].map(([match]) => match)
  }
  const slugs = ['a-1', 'cast', 'event', 'cast-version']
  for (const slug of slugs) await create(t, app, { name: slug, slug })
  const before = await Promise.all(slugs.map(names))
  const $defs = { 'version-node': { type: 'string' }, List: { type: 'string' } }
  for (const slug of ['a1', 'cast-list', 'castings'])
    await create(t, app, { name: slug, slug, schema: { type: 'object', $defs } })
  const change = { schema: { type: 'object', $defs } }
  t.equal((await app.request('PUT', '/api/resource-types/cast', change)).statusCode, 200)
  t.strictSame(await Promise.all(slugs.map(names)), before)
  const { paths, components } = await read(app)
  t.match(paths['/api/events'], { get: { operationId: 'listEvents' } }, 'the service keeps its names')
  const ofTypes = new RegExp(`^/api/(?:person|organization|${slugs.join('|')}|a1|cast-list|castings)(?:/|$)`)
  const suffixed = Object.entries(paths)
    .filter(([path]) => !ofTypes.test(path))
    .filter(([, item]) => /"operationId":"\w+X[a-z]{6}"/.test(JSON.stringify(item)))
  t.strictSame(suffixed, [], 'and they are distinct by themselves')
  t.match(paths['/api/events/stream']?.['get']?.['responses'], {
    200: { content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/Event' } } } },
  })
  t.match(components.schemas, { Event: {}, EventList: {}, EventItem: {}, CastNode: {} })
})

t.test('checks answer what is wrong, and change nothing', async t => {
  const app = await start(t)
  await create(t, app, {
    name: 'Note',
    slug: 'note',
    schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  })
  const created = await app.request('POST', '/api/note', { name: 'a' })
  const { id } = created.json<{ id: string }>()
  const cases: [string, unknown, number][] = [
    ['/api/note/_check', { name: 'b' }, 200],
    ['/api/note/_check', { name: 1 }, 400],
    [`/api/note/${id}/_check?action=replace`, { name: 'b' }, 200],
    [`/api/note/${id}/_check?action=replace`, {}, 400],
    [`/api/note/${id}/_check?action=update`, { name: 1 }, 400],
    [`/api/note/${id}/_check?action=archive`, undefined, 200],
    [`/api/note/${id}/_check?action=other`, {}, 400],
    [`/api/note/${id}/_check`, {}, 400],
    ['/api/note/_bulk/_check', { operations: [{ op: 'create', data: { name: 'c' } }] }, 200],
    ['/api/resource-types/_check', { name: 'Other', slug: 'other' }, 200],
    ['/api/resource-types/_check', { name: 'Other', slug: 'note' }, 409],
    ['/api/resource-types/note/_check?action=update', { name: 'Other' }, 200],
    ['/api/resource-types/note/_check?action=update', undefined, 400],
    ['/api/resource-types/note/_check?action=archive', undefined, 200],
  ]
  for (const [path, body, status] of cases) {
    const answer = await app.request('POST', path, body as object)
    t.equal(answer.statusCode, status, `${path} ${answer.body}`)
  }
  const stale = await app.request(
    'POST',
    `/api/note/${id}/_check?action=update`,
    { name: 'b' },
    { 'if-match': '"other"' },
  )
  t.equal(stale.statusCode, 412, stale.body)
  t.equal((await app.request('GET', `/api/note/${id}`)).headers.etag, created.headers.etag)
  t.equal((await app.request('GET', '/api/note?count=true')).json<{ total: number }>().total, 1)
})

import { join, resolve } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { CommandFailed, loadConfig } from '../../kernel/index.ts'
import { buildTestApp, callCli } from '../../testing/index.ts'
import type { TestApp } from '../../testing/index.ts'
import { documentOf, film, number, onStore, text } from './testing-starts.ts'
import { readWantedSchemas } from './commands/wanted.ts'
import { fixture, refusalOf, serveDocument, writeDocument } from './testing.ts'

const head = `openapi: 3.0.3
info: { title: T, version: '1' }
`

/** A document with one operation. */
const operation = (text: string, rest = ''): string => `${head}paths:
  /things:
    get:
${text
  .split('\n')
  .map(line => `      ${line}`)
  .join('\n')}
      responses: { '200': { description: ok } }
${rest}`

const answers = "responses: { '200': { description: ok } }"

const ok = { description: 'ok' }

/** A document with two paths, whose parameters are declared. */
const twoPaths = (...paths: string[]): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: Object.fromEntries(
      paths.map(path => [path, { parameters: parametersOf(path), get: { responses: { 200: ok } } }]),
    ),
  })

const parametersOf = (path: string): object[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

/** A document that stores items of a schema. */
function storing(name: string, schema: object, others: object = {}): string {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } }
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: { '/things': { post: { requestBody: { content }, responses: { 201: { ...ok, content } } } } },
    components: { schemas: { [name]: schema, ...others } },
  })
}

const long = 'x'.repeat(1001)

function manyOperations(count: number): string {
  const paths = Array.from({ length: count }, (_none, index): [string, object] => [
    `/p${index}/{id}`,
    { parameters: parametersOf('{id}'), get: { responses: { 200: ok } } },
  ])
  return JSON.stringify({ openapi: '3.0.0', info: { title: 'T', version: '1' }, paths: Object.fromEntries(paths) })
}

/** Each line represents ten times as many values as the one before. */
const bomb = Array.from({ length: 8 }, (_none, index) =>
  index === 0
    ? 'l0: &l0 [x]'
    : `l${index}: &l${index} [${Array.from({ length: 10 }, () => `*l${index - 1}`).join(', ')}]`,
).join('\n')

const nestedAliases = Array.from(
  { length: 8 },
  (_none, index) => `l${index}: &l${index} ${'['.repeat(60)}${index === 0 ? 'x' : `*l${index - 1}`}${']'.repeat(60)}`,
).join('\n')

const typeWith = (property: object): object => ({ type: 'object', properties: { x: property } })

const manyProperties = (count: number): object => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: count }, (_none, index) => [`p${index}`, { type: 'string' }])),
})

/** Why a document is refused, by the command line as at startup; empty if it is not. */
async function problemOf(path: string): Promise<string> {
  try {
    await readWantedSchemas(path, '/api', () => true)
    return ''
  } catch (error) {
    if (error instanceof CommandFailed) return error.message
    throw error
  }
}

t.test('an invalid document is refused, naming the position', async t => {
  const cases: [string, string | Buffer, RegExp][] = [
    ['empty', '', /is empty/],
    ['white space', ' \n\n', /is empty/],
    ['binary', Buffer.from([0, 1, 2, 255, 254]), /not a text in UTF-8/],
    ['prose', `# Title\n\nPlain text\n${'Prose. '.repeat(500)}\n- a: b: c\n`, /^.{0,500}$/],
    ['no object', '- 1\n- 2\n', /line 1: must be a YAML or JSON object/],
    ['broken YAML', 'a: [1, 2\nb: 3\n', /api\.yaml, line \d/],
    ['a duplicate key', `${head}paths: {}\npaths: {}\n`, /line 4: Map keys must be unique/],
    ['a key in two notations', `${head}paths: {}\nx-a: { 1: a, "1": b }\n`, /line 4: Map keys must be unique/],
    ['a tag', `${head}paths: !!js/function 'x'\n`, /line 3: .*tag/i],
    ['a tag of values that JSON does not have', `${head}paths: !!omap [/a: {}]\n`, /line 3: has the tag !!omap/],
    ['a tag of other values', `${head}paths: {}\nx-at: !!timestamp 2026-01-01\n`, /line 4: has the tag !!timestamp/],
    [
      'lines that end with a carriage return',
      `${head}paths: {}\npaths: {}\n`.replaceAll('\n', '\r'),
      /line 4: Map keys/,
    ],
    ['an alias of what it stands in', 'a: &a [*a]\n', /line 1: the alias \*a/],
    [
      'a bomb',
      `a: &a [x, x]\nb: &b [${'*a, '.repeat(60)}*a]\nc: [${'*b, '.repeat(60)}*b]\n`,
      /api\.yaml, line 3: has more than 100 aliases/,
    ],
    ['a bomb of few aliases', bomb, /api\.yaml, line 6: has aliases that represent more than 100,000 values/],
    ['aliases of deep values', nestedAliases, /api\.yaml, line 4: is nested deeper than 200 levels/],
    [
      'no version',
      'info: { title: T, version: "1" }\npaths: {}\n',
      /openapi: must be a version 3\.0\.x of OpenAPI; it is missing/,
    ],
    [
      'version 3.1',
      'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n',
      /line 1, openapi: must be a version 3\.0\.x/,
    ],
    ['no paths', head, /paths/],
    ['an unknown key', `${head}paths: {}\ncolour: red\n`, /colour/],
    [
      'a remote reference',
      operation("parameters: [{ $ref: 'https://example.org/p.yaml' }]"),
      /line 6, paths\.\/things\.get\.parameters\.0\.\$ref: .*another document/,
    ],
    ['a dangling reference', operation("parameters: [{ $ref: '#/components/parameters/x' }]"), /points to nothing/],
    [
      'a dangling reference of the default answer',
      `${head}paths: { /things: { get: { responses: { default: { $ref: '#/components/responses/x' } } } } }\n`,
      /things\.get\.responses\.default\.\$ref: "#\/components\/responses\/x" points to nothing/,
    ],
    [
      'a reference to itself',
      operation(
        "parameters: [{ $ref: '#/components/parameters/x' }]",
        "components: { parameters: { x: { $ref: '#/components/parameters/x' } } }\n",
      ),
      /refers to itself/,
    ],
    [
      'a style that is not supported',
      operation('parameters: [{ name: a, in: query, style: pipeDelimited, schema: { type: array, items: {} } }]'),
      /line 6, .*the style "pipeDelimited" is not supported in the query; use form or spaceDelimited or deepObject/,
    ],
    [
      'a cookie parameter',
      operation('parameters: [{ name: a, in: cookie, schema: { type: string } }]'),
      /line 6, .*"a" is a cookie parameter/,
    ],
    [
      'a path parameter that is not declared',
      `${head}paths: { '/x/{id}': { get: { responses: { '200': { description: ok } } } } }\n`,
      /"id" is not declared/,
    ],
    [
      'a parameter that is declared twice',
      operation(
        'parameters: [{ name: a, in: query, schema: { type: string } }, { name: a, in: query, schema: { type: integer } }]',
      ),
      /line 6, .*parameters\.1: the query parameter "a" is declared twice/,
    ],
    [
      'two operations with one operationId',
      `${head}paths: { /a: { get: { operationId: x, ${answers} } }, /b: { put: { operationId: x, ${answers} } } }\n`,
      /line 3, paths\.\/b\.put\.operationId: "x" is the operationId of another operation, too/,
    ],
    [
      'a path parameter that is not required',
      `${head}paths: { '/x/{id}': { get: { parameters: [{ name: id, in: path, schema: {} }], responses: { default: { description: ok } } } } }\n`,
      /line 3, paths\.\/x\/\{id\}\.get\.parameters\.0: must have required property 'required'$/m,
    ],
    [
      'a pattern that cannot be run',
      operation("parameters: [{ name: a, in: query, schema: { type: string, pattern: '(?=a)' } }]"),
      /pattern/,
    ],
    [
      'a pattern of a query that cannot be run',
      operation("parameters: [{ name: a, in: query, schema: { type: string, pattern: '(a)\\1' } }]"),
      /paths\.\/things\.get\.parameters\.0\.schema\.pattern: the pattern has the back-reference/,
    ],
    [
      'the key __proto__',
      `${head}paths: {}\ncomponents:\n  schemas:\n    __proto__: {}\n`,
      /line 6: has the key __proto__/,
    ],
    ['a number without end', `${head}paths: {}\nx-most: .inf\n`, /line 4: has a number that is not finite/],
    ['nesting', `${head}paths: {}\nx-deep: ${'['.repeat(5000)}${']'.repeat(5000)}\n`, /nested deeper than 200/],
    ['many open brackets', `${head}paths: {}\nx-deep: ${'['.repeat(50_000)}`, /api\.yaml: is nested deeper than 200/],
    [
      'many open and closed brackets',
      `${head}paths: {}\nx-deep: ${'['.repeat(50_000)}${']'.repeat(50_000)}\n`,
      /api\.yaml: is nested deeper than 200/,
    ],
    ['JSON with many open braces', '{"a":'.repeat(50_000), /api\.yaml: is nested deeper than 200/],
    ['a long path', twoPaths(`/${long}`, '/b'), /paths: a name can have at most 1,000 characters; this one has 1,002/],
    [
      'a long title',
      JSON.stringify({ ...JSON.parse(twoPaths('/a')), info: { title: long, version: '1' } }),
      /info\.title: a name can have/,
    ],
    ['a long operationId', operation(`operationId: ${long}`), /line 6, paths\.\/things\.get\.operationId: a name can/],
    ['a long tag', operation(`tags: [a, ${long}]`), /get\.tags: a name can/],
    ['a long schema', storing(long, { type: 'object' }), /components\.schemas: a name can/],
    [
      'a long property',
      storing('A', { type: 'object', properties: { [long]: {} } }),
      /components\.schemas\.A\.properties: a name/,
    ],
    [
      'a long name',
      operation(`parameters: [{ name: ${long}, in: query, schema: {} }]`),
      /parameters\.0\.name: a name can/,
    ],
    [
      '5,001 operations',
      manyOperations(5001),
      /paths: a document can have at most 5,000 operations; this one has 5,001/,
    ],
    ['two documents', `${head}paths: {}\n---\na: 1\n`, /line 4: .*multiple documents/],
    ['another file', operation("parameters: [{ $ref: '../secret.yaml#/x' }]"), /another document/],
    ['a reference to what every object has', operation("parameters: [{ $ref: '#/__proto__' }]"), /points to nothing/],
    [
      'control characters',
      operation("parameters: [{ $ref: '#/x\u001b[2J' }]"),
      /"#\/x·\[2J" points to nothing|api\.yaml, line 6/,
    ],
    ['more than 16 MiB', `${head}# ${'x'.repeat(17 * 1024 * 1024)}`, /is larger than 16 MiB/],
    [
      'two paths of one address',
      twoPaths('/a/{x}', '/a/{y}'),
      /paths\.\/a\/\{y\}\.get: is at the same address as that of \/a\/\{x\}/,
    ],
    ['a path with a star', twoPaths('/a/*', '/b'), /"\*" cannot be used in a path/],
    ['a path with an escaped star', twoPaths('/a/%2A', '/b'), /"\*" cannot be used in a path/],
    ['a path with half an escape', twoPaths('/a/%C3', '/b'), /paths\.\/a\/%C3.*: has a malformed percent-escape/],
    ['a path with an escaped slash', twoPaths('/a%2Fb', '/b'), /"%2F" cannot be used in a path/],
    ['one address with and without escapes', twoPaths('/fu%C3%9F%20x', '/fuß x'), /is at the same address/],
    ['a path with a query', twoPaths('/a?b', '/b'), /"\?" cannot be used in a path/],
    ['a path with a brace', twoPaths('/a/{', '/b'), /has a brace/],
    [
      'a pattern that a type cannot run',
      storing('A', typeWith({ type: 'string', pattern: '(?=a)' })),
      /components\.schemas\.A\.properties\.\w+\.pattern: the pattern has a look-ahead/,
    ],
    [
      'a text whose choices are all numbers',
      `${head}paths: {}\ncomponents: { schemas: {} }\n`.replace(
        '{}\ncomponents: { schemas: {} }',
        '{ /things: { get: { responses: { "200": { description: ok } }, parameters: [{ name: size, in: query, schema: { type: string, enum: [1, 2, null] } }] } } }',
      ),
      /line 3, .*parameters\.0\.schema\.enum: no value is of the type string; in quotes they are texts$/,
    ],
    [
      'a stored number whose choices are texts',
      storing('A', typeWith({ type: 'integer', enum: ['1'] })),
      /components\.schemas\.A\.properties\.x\.enum: no value is of the type integer$/,
    ],
    ['a property with a dot', storing('A', { type: 'object', properties: { 'a.b': {} } }), /must not have a dot/],
    ['a schema that is too large', storing('A', manyProperties(6000)), /has \d+ nodes, at most 5000/],
    [
      'a schema that extends itself',
      storing('A', { allOf: [{ $ref: '#/components/schemas/A' }] }),
      /components\.schemas\.A: .*itself/,
    ],
  ]
  for (const [name, content, message] of cases) {
    t.match(await problemOf(writeDocument(t, content)), message, name)
  }
  const folder = t.testdir({ 'api.yaml': {} })
  t.match(await problemOf(join(folder, 'api.yaml')), /is a directory/)
  t.match(await problemOf(join(folder, 'none.yaml')), /there is no such file/)
  await t.rejects(buildTestApp({ plugins: { ...loadConfig({}).plugins, openapi: { document: 'none.yaml' } } }), {
    message: `plugin "openapi" failed to start: the OpenAPI document ${resolve('none.yaml')}: there is no such file`,
  })
  t.match(await problemOf('/dev/zero'), /is a device/)
})

t.test('what examples and defaults contain is no reference', async t => {
  const data = { $id: 'urn:x', schema: { $ref: '#/definitions/name' } }
  const examples = { one: { value: data }, two: { value: data } }
  const document = JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: {
      '/things': {
        post: { requestBody: { content: { 'application/json': { schema: {}, examples } } }, responses: { 200: ok } },
      },
    },
    components: {
      schemas: { Thing: { type: 'object', properties: { default: { type: 'object', default: data } }, example: data } },
    },
  })
  t.equal(await problemOf(writeDocument(t, document)), '')
})

t.test('startup stops at an invalid document, and at what only the service knows, naming the position', async t => {
  const cases: [string, string, RegExp][] = [
    ['a duplicate key', `${head}paths: {}\npaths: {}\n`, /line 4: Map keys must be unique/],
    [
      'an unknown controller',
      operation('x-controller: Nothing'),
      /paths\.\/things\.get\.x-controller: there is no controller "Nothing"; there are CreateController/,
    ],
    [
      'an unknown schema',
      operation('x-schema: Nothing'),
      /paths\.\/things\.get\.x-schema: must be the name of a schema/,
    ],
    [
      'an unknown middleware',
      operation('x-middleware: [Nothing]'),
      /there is no middleware "Nothing"; there are RequestID/,
    ],
    [
      'an address of the service',
      `${head}paths: { /users: { get: { responses: { '200': { description: ok } } } } }\n`,
      /"users" is an address of the service already; .*prefix/,
    ],
    [
      'an address that is kept for the service',
      `${head}paths: { /mcp: { get: { responses: { '200': { description: ok } } } } }\n`,
      /"mcp" is an address of the service already; .*prefix/,
    ],
    [
      'a slug that nothing can have',
      storing('2Fast', { type: 'object' }),
      /components\.schemas\.2Fast: 2-fast: slug: must be/,
    ],
    [
      'a reserved slug',
      storing('Users', { type: 'object' }),
      /components\.schemas\.Users: users: slug: users is reserved/,
    ],
    ['a type that there is not', storing('A', typeWith({ type: 'string', 'x-resource-type': 'nothing' })), /nothing/],
  ]
  for (const [name, content, message] of cases) t.match(await refusalOf(t, writeDocument(t, content)), message, name)
})

t.test('schemas with circular or exponential references are supported', async t => {
  const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
  const circle = storing(
    'A',
    { type: 'object', properties: { b: reference('B') } },
    { B: { type: 'object', properties: { a: reference('A') } } },
  )
  const app = await serveDocument(t, writeDocument(t, circle, 'api.json'))
  t.equal((await app.request('POST', '/api/things', { b: { a: { b: {} } } })).statusCode, 201)
  const levels = Array.from({ length: 30 }, (_none, index): [string, object] => [
    `L${index}`,
    index === 29
      ? { type: 'object', properties: { z: { type: 'string' } } }
      : { allOf: [reference(`L${index + 1}`), reference(`L${index + 1}`)] },
  ])
  const doubling = storing('A', { allOf: [reference('L0')] }, Object.fromEntries(levels))
  const other = await serveDocument(t, writeDocument(t, doubling, 'api.json'))
  const checked = await other.request('POST', '/api/things', { z: 'x' })
  t.equal(checked.statusCode, 400, 'validating a body takes more steps than a request is allowed')
})

t.test('data in an example can be long', async t => {
  const described = storing('A', { type: 'object', properties: { example: { example: { title: long, [long]: 1 } } } })
  t.equal(await problemOf(writeDocument(t, described, 'api.json')), '')
})

t.test('a body that refers to a text is not an item', async t => {
  const colour = { $ref: '#/components/schemas/Colour' }
  const content = { 'application/json': { schema: colour } }
  const post = { requestBody: { content }, responses: { 201: { description: 'ok', content } } }
  const document = JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: { '/colours': { post } },
    components: { schemas: { Colour: { type: 'string', enum: ['red', 'blue'] } } },
  })
  const app = await serveDocument(t, writeDocument(t, document, 'api.json'))
  t.equal((await app.request('POST', '/api/colours', 'red')).statusCode, 501)
  t.equal((await app.request('GET', '/api/resource-types/colour')).statusCode, 404)
})

t.test('check reports which controller answers each operation, and why', async t => {
  const blog = fixture('blog.yaml')
  const table = await callCli(['openapi', 'check', blog])
  t.match(table, { code: 0, stderr: '' })
  t.match(table.stdout, /^METHOD +PATH +TYPE +CONTROLLER +MIDDLEWARE +WHY\n/)
  t.match(table.stdout, /POST +\/blogs +blog +CreateController .*POST, its body is Blog/)
  t.match(table.stdout, /GET +\/blogs\/\{guid\} +blog +ViewController .*identified by guid/)
  t.match(table.stdout, /none: 501/)
  const json = await callCli(['openapi', 'check', blog, '--json'])
  const { operations } = JSON.parse(json.stdout) as { operations: { path: string; controller: string | null }[] }
  t.ok(operations.some(({ controller }) => controller === null))
  t.match(
    operations.find(({ path }) => path === '/health-check'),
    { controller: 'HealthCheckController', reason: 'named by x-controller' },
  )
  const broken = await callCli(['openapi', 'check', writeDocument(t, 'openapi: 3.1.0\n')])
  t.match(broken, { code: 2, stdout: '', stderr: /api\.yaml, line 1, openapi: must be a version 3\.0\.x/ })
  const collides = await callCli([
    'openapi',
    'check',
    writeDocument(t, documentOf({ Film: film({}) }).replace('/all-film', '/film')),
  ])
  t.match(collides, { code: 2, stderr: /"film" is an address of the service already/ })
  for (const segment of ['users', 'mcp']) {
    const taken = writeDocument(t, documentOf({ Film: film({}) }).replace('/all-film', `/${segment}`))
    const { code, stderr } = await callCli(['openapi', 'check', taken])
    t.match([code, stderr], [2, new RegExp(`"${segment}" is an address of the service already; .*prefix`)])
  }
  const elsewhere = ['--prefix', '/api/v1']
  t.match(
    await callCli([
      'openapi',
      'check',
      writeDocument(t, documentOf({ Film: film({}) }).replace('/all-film', '/film')),
      ...elsewhere,
    ]),
    { code: 0 },
  )
})

t.test('check mentions nullable where it does nothing, patterns with flags, and merge keys in one line', async t => {
  const optional = { nullable: true, allOf: [{ $ref: '#/components/schemas/Film' }] }
  const nullable = documentOf({ Film: film({}), Note: film({ film: optional }) })
  const file = writeDocument(t, nullable)
  t.match(await callCli(['openapi', 'check', file]), {
    code: 0,
    stdout: /components\.schemas\.Note\.properties\.film\.nullable: nullable beside allOf without type does nothing/,
  })
  const patterns = { a: { type: 'string', pattern: '^[a-z]+$/i' }, b: { type: 'string', pattern: String.raw`^\$/i` } }
  const { notes } = JSON.parse(
    (await callCli(['openapi', 'check', writeDocument(t, documentOf({ Film: film(patterns) })), '--json'])).stdout,
  )
  t.match(notes, [{ pointer: '/components/schemas/Film/properties/a/pattern', message: /"\^\[a-z\]\+\$" is probably/ }])
  t.equal(notes.length, 1)
  const { stdout } = await callCli(['openapi', 'check', file, '--json'])
  t.match(JSON.parse(stdout), { notes: [{ pointer: '/components/schemas/Note/properties/film/nullable' }] })
  t.notMatch((await callCli(['openapi', 'check', fixture('blog.yaml')])).stdout, /nullable/)

  const merged = `${documentOf({ Film: film({}) })}\nx-common: &common { id: { type: string } }\nx-more: { <<: *common }\n`
  const { code, stderr } = await callCli(['openapi', 'check', writeDocument(t, merged)])
  t.equal(code, 2)
  t.match(stderr, /line \d+: has the merge key <</)
  t.equal(stderr.trim().split('\n').length, 1, stderr)
})

t.test('check mentions what answers require and nothing fills in', async t => {
  const body = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
  const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  // As drf-spectacular writes it.
  const generated = (alias: object) => ({
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets/': {
        get: { ...alias, responses: { 200: body(refTo('PaginatedPetList')) } },
        post: { requestBody: body(refTo('Pet')), responses: { 201: body(refTo('Pet')) } },
      },
    },
    components: {
      schemas: {
        KindEnum: { type: 'string', enum: ['cat', 'dog'] },
        NullEnum: { enum: [null] },
        Pet: {
          type: 'object',
          required: ['id', 'name', 'created'],
          properties: {
            id: { type: 'integer', readOnly: true },
            name: { type: 'string' },
            created: { type: 'string', format: 'date-time', readOnly: true },
            kind: { nullable: true, oneOf: [refTo('KindEnum'), refTo('NullEnum')] },
          },
        },
        PaginatedPetList: {
          type: 'object',
          required: ['count', 'results'],
          properties: { count: { type: 'integer' }, results: { type: 'array', items: refTo('Pet') } },
        },
      },
    },
  })
  const notes = async (alias: object) => {
    const file = writeDocument(t, JSON.stringify(generated(alias)))
    const { stdout } = await callCli(['openapi', 'check', file, '--json'])
    return JSON.parse(stdout).notes
  }
  const unset = { pointer: '/components/schemas/Pet', message: /no request can set created, and answers lack it/ }
  const unfilled = {
    pointer: '/paths/~1pets~1/get',
    message: /requires count, but has total, page and results; x-alias/,
  }
  const all = await notes({})
  t.match(all, [unfilled, unset])
  t.equal(all.length, 2, 'null is one of the alternatives of kind')
  t.match(await notes({ 'x-alias': { total: 'count' } }), [unset])
})

t.test('check mentions what is stored and never read', async t => {
  const answer = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
  const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const body = (name: string) => ({ content: { 'application/json': { schema: refTo(name) } } })
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
  const pet = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
  // As Nest and FastAPI write it: a schema for each kind of request.
  const generated = (chosen: object) => ({
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets': {
        get: { responses: { 200: answer({ type: 'array', items: refTo('Pet') }) } },
        post: { ...chosen, requestBody: body('CreatePet'), responses: { 201: answer(refTo('Pet')) } },
      },
      '/pets/{id}': {
        parameters: [id],
        get: { responses: { 200: answer(refTo('Pet')) } },
        put: { ...chosen, requestBody: body('UpdatePet'), responses: { 200: answer(refTo('Pet')) } },
      },
    },
    components: { schemas: { Pet: pet, CreatePet: pet, UpdatePet: pet } },
  })
  const check = (chosen: object) => callCli(['openapi', 'check', writeDocument(t, JSON.stringify(generated(chosen)))])
  const { code, stdout } = await check({})
  t.equal(code, 0)
  t.match(stdout, /paths\.\/pets\.post: CreatePet, which it stores, is read by no operation: GET \/pets is about Pet\./)
  t.match(stdout, /paths\.\/pets\/\{id\}\.put: UpdatePet, .* With x-schema: Pet it stores that/)
  t.notMatch((await check({ 'x-schema': 'Pet' })).stdout, /read by no operation/)
})

onStore('names are texts as they are written', async (t, starts) => {
  const written = documentOf({ Film: film({ first: text, second: number }) })
  const app = await starts.start(written.replace('first:', 'null:').replace('second:', '010:'))
  const sent = { null: 'none', '010': 2 }
  t.match((await app.request('POST', '/api/all-film', sent)).json(), sent)
  const { schema } = (await app.request('GET', '/api/resource-types/film')).json<{ schema: { properties: object } }>()
  t.strictSame(Object.keys(schema.properties).sort(), ['010', 'id', 'null'])
})

const typeEvents = async (app: TestApp): Promise<string[]> => {
  const answer = await app.request('GET', '/api/events?limit=1000')
  return answer
    .json<{ data: { type: string; subject: string }[] }>()
    .data.flatMap(({ type, subject }) => (subject === 'urn:type:film' ? [type] : []))
    .toReversed()
}

const message = (answer: Awaited<ReturnType<TestApp['request']>>): string => answer.json<{ message: string }>().message

onStore('compatible changes are applied at startup and recorded; removed types stay', async (t, starts) => {
  const first = await starts.start(
    documentOf({ Film: film({ title: text, rating: number }), Book: film({ name: text }) }),
  )
  const { id } = (await first.request('POST', '/api/all-film', { title: 'Alien', rating: 5 })).json<{ id: string }>()
  await first.request('POST', '/api/all-book', { name: 'Dune' })
  t.strictSame(await typeEvents(first), ['ResourceType.Created'])
  await first.app.close()

  const again = await starts.start(
    documentOf({ Film: film({ title: text, rating: number }), Book: film({ name: text }) }),
  )
  t.strictSame(await typeEvents(again), ['ResourceType.Created'], 'the same document changes nothing')
  await again.app.close()

  const second = await starts.start(
    documentOf({ Film: film({ title: text, year: { type: 'integer' } }), Song: film({}) }),
  )
  t.strictSame(await typeEvents(second), ['ResourceType.Created', 'ResourceType.Updated'])
  t.match((await second.request('GET', '/api/all-film')).json(), [{ id, title: 'Alien', rating: 5 }], 'nothing is lost')
  t.equal((await second.request('POST', '/api/all-film', { title: 'x', year: 'y' })).statusCode, 400)
  t.equal((await second.request('GET', '/api/all-song')).statusCode, 200)
  t.equal((await second.request('GET', '/api/all-book')).statusCode, 404, 'its paths are removed')
  const books = (await second.request('GET', '/api/book')).json<{ data: { data: object }[] }>()
  t.match(books.data[0]?.data, { '@graph': [{ name: 'Dune' }] }, 'its items are kept')
  t.equal((await second.request('POST', '/api/book', { name: 'Emma', id: 'emma' })).statusCode, 201)
  const twice = await second.request('POST', '/api/book', { name: 'Emma', id: 'emma' })
  t.equal(twice.statusCode, 409, 'identifiers stay unique, so that the type can be added again')
  await second.request('DELETE', '/api/resource-types/book')
  await second.app.close()

  const third = await starts.start(documentOf({ Book: film({ name: text }) }))
  const back = (await third.request('GET', '/api/all-book')).json<{ name: string }[]>()
  t.strictSame(back.map(({ name }) => name).sort(), ['Dune', 'Emma'], 'it is adopted and restored')
  await third.app.close()

  const without = await starts.start(undefined)
  t.equal((await without.request('POST', '/api/book', { name: 'Ulysses' })).statusCode, 201)
  t.equal((await without.request('POST', '/api/film', { title: 'Aliens', year: 1986 })).statusCode, 201)
  t.equal((await without.request('GET', '/api/all-book')).statusCode, 404)
})

onStore('stored data prevents a document as a whole, until it is applied by force', async (t, starts) => {
  const before = documentOf({
    Film: film({ title: text, rating: text }),
    Book: film({ isbn: text, pages: text }, { 'x-identifier': ['isbn'] }),
  })
  const first = await starts.start(before)
  for (const rating of ['good', 'bad']) await first.request('POST', '/api/all-film', { title: 'x', rating })
  for (const isbn of ['1', '2', '3']) await first.request('POST', '/api/all-book', { isbn, pages: 'many' })
  await first.app.close()

  const changed = documentOf({
    Extra: film({}),
    Film: film({ title: text, rating: number }),
    Book: film({ isbn: text, pages: number }, { 'x-identifier': ['pages'] }),
  })
  const refusal = await starts.refusal(changed)
  t.match(refusal, /nothing was changed/)
  t.match(
    refusal,
    /api\.yaml, line \d+, components\.schemas\.Film: Film: rating: type-changed: 2 items .*\(urn:film:.*, urn:film:/,
  )
  t.match(refusal, /Book: pages: type-changed: 3 items .*\(urn:book:[^,]+, urn:book:[^,]+, urn:book:[^,]+\)/)
  t.match(refusal, /Book: pages: not-unique: 3 items share values/)
  t.match(refusal, /plinth openapi apply .*api\.yaml --force/)
  t.match(refusal, /Shared values cannot be forced/)

  const file = writeDocument(t, changed)
  const run = (...args: string[]) => callCli(['openapi', ...args], { env: { ...starts.env, OPENAPI_DOCUMENT: file } })
  const dry = await run('check', file, '--store', '--json')
  t.equal(dry.code, 1, dry.stderr)
  t.match(JSON.parse(dry.stdout), {
    compatible: false,
    schemas: [
      { schema: 'Extra', change: 'created', problems: [] },
      { schema: 'Film', change: 'updated', problems: [{ kind: 'type-changed', property: 'rating', count: 2 }] },
      { schema: 'Book', slug: 'book', change: 'updated' },
    ],
  })
  t.match(await run('check', file, '--store'), {
    code: 1,
    stdout: /Film +film +updated +rating: type-changed, 2 \(urn:film/,
  })
  t.match(await run('apply', file), { code: 1, stderr: /Film: rating: type-changed: 2 items/ })
  t.match(
    await run('apply', file, '--force'),
    { code: 1, stderr: /pages: not-unique: 3 items/ },
    'duplicate values still prevent it',
  )

  const still = await starts.start(before)
  t.equal((await still.request('GET', '/api/resource-types/extra')).statusCode, 404, 'nothing of it was applied')
  t.match((await still.request('GET', '/api/resource-types/film')).json(), {
    schema: { properties: { rating: { type: 'string' } } },
  })
  await still.app.close()

  const forced = documentOf({ Film: film({ title: text, rating: number }) })
  const other = writeDocument(t, forced)
  t.match(await run('apply', other, '--force'), { code: 0, stdout: /Film +film +updated +rating: type-changed, 2/ })
  const last = await starts.startFile(other)
  const films = (await last.request('GET', '/api/film?sort_by=rating')).json<{ data: unknown[] }>()
  t.equal(films.data.length, 2, 'the values that are no numbers were removed')
  t.equal((await last.request('POST', '/api/all-film', { title: 'y', rating: 3 })).statusCode, 201)
  t.strictSame(await typeEvents(last), ['ResourceType.Created', 'ResourceType.Updated'])
})

onStore('the identifier can change if the new one is unique', async (t, starts) => {
  const byId = documentOf({ Film: film({ title: text, year: { type: 'integer' } }) })
  const first = await starts.start(byId)
  for (const [title, year] of [
    ['Dune', 1984],
    ['Dune', 2021],
    ['Alien', 1979],
  ] as const) {
    t.equal((await first.request('POST', '/api/all-film', { title, year })).statusCode, 201)
  }
  await first.app.close()
  const byTitle = (names: string[]) =>
    documentOf({ Film: film({ title: text, year: { type: 'integer' } }, { 'x-identifier': names }) })
  t.match(await starts.refusal(byTitle(['title'])), /Film: title: not-unique: 2 items share values/)
  const second = await starts.start(byTitle(['title', 'year']))
  const twice = await second.request('POST', '/api/all-film', { title: 'Dune', year: 2021 })
  t.equal(twice.statusCode, 409)
  t.equal((await second.request('POST', '/api/all-film', { title: 'Dune', year: 2026 })).statusCode, 201)
})

onStore('types from other sources are not changed', async (t, starts) => {
  const first = await starts.start(undefined)
  await first.request('POST', '/api/resource-types', { name: 'Film', slug: 'film' })
  await first.request('POST', '/api/resource-types', { name: 'Book', slug: 'book' })
  await first.request('DELETE', '/api/resource-types/book')
  await first.app.close()
  const refusal = await starts.refusal(documentOf({ Film: film({}), Book: film({}), Song: film({}) }))
  t.match(refusal, /components\.schemas\.Film: .*resource type "film" already that is not from a document; rename/)
  t.match(refusal, /components\.schemas\.Book: .*resource type "book"/, 'an archived one keeps its slug')
  t.match(
    await starts.refusal(documentOf({ Person: film({}) })),
    /Person: "person" is a resource type of the service itself/,
  )
  const file = writeDocument(t, documentOf({ Film: film({}) }))
  const check = await callCli(['openapi', 'check', file, '--store'], { env: starts.env })
  t.match(check, { code: 1, stdout: /Film +film +refused +there is a type of this slug/ })
})

onStore('addresses of a document and slugs of types do not collide', async (t, starts) => {
  const document = documentOf({ Film: film({}) })
  const first = await starts.start(document)
  const create = (app: TestApp, slug: string) => app.request('POST', '/api/resource-types', { name: 'X', slug })
  const refused = await create(first, 'all-film')
  t.equal(refused.statusCode, 400)
  t.match(message(refused), /all-film is reserved/)
  t.equal((await create(first, 'other')).statusCode, 201)
  const renamed = await first.request('PUT', '/api/resource-types/other', { slug: 'all-film' })
  t.equal(renamed.statusCode, 400)
  await first.app.close()
  const without = await starts.start(undefined)
  t.equal((await create(without, 'all-film')).statusCode, 201, 'without the document no other type has it')
  await without.app.close()
  t.match(
    await starts.refusal(document),
    /line \d+, paths\.\/all-film: "all-film" is an address of the service already.*prefix/,
  )
  const odd = {
    '/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        responses: { 200: { description: 'ok' } },
      },
    },
  }
  t.match(await starts.refusal(documentOf({}, odd)), /paths\.\/\{id\}: begins with a parameter.*prefix/)
})

const refer = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const withType = (property: object, more: object = {}): object => ({
  type: 'object',
  required: ['type'],
  properties: { type: property, ...more },
})
const discriminator = { propertyName: 'type' }

onStore('what a schema itself enumerates counts as the mapping of a discriminator', async (t, starts) => {
  const kinds = {
    Meat: withType({ type: 'string', enum: ['meat'] }),
    Plant: withType(refer('Plant/properties/kind'), { kind: { type: 'string', enum: ['plant', 'herb'] } }),
  }
  const document = documentOf({
    Meal: film({
      one: { oneOf: [refer('Meat'), refer('Plant')], discriminator },
      any: { anyOf: [refer('Meat'), refer('Plant')], discriminator },
      named: { oneOf: [refer('Named'), refer('Meat')], discriminator },
      pet: refer('Pet'),
    }),
    ...kinds,
    Named: withType(text),
    Pet: { ...withType(text), discriminator },
    Cat: { allOf: [refer('Pet'), film({ type: { type: 'string', enum: ['cat'] }, lives: { type: 'integer' } })] },
  })
  const { request } = await starts.start(document)
  const decides = async (t: Test, body: object, status: number): Promise<void> => {
    const answer = await request('POST', '/api/all-meal', body)
    t.equal(answer.statusCode, status, `${JSON.stringify(body)}: ${answer.body}`)
  }
  for (const name of ['one', 'any']) {
    await decides(t, { [name]: { type: 'meat' } }, 201)
    await decides(t, { [name]: { type: 'herb' } }, 201)
    await decides(t, { [name]: { type: 'Meat' } }, 400)
  }
  await decides(t, { named: { type: 'Named' } }, 201)
  await decides(t, { named: { type: 'meat' } }, 201)
  await decides(t, { pet: { type: 'cat', lives: 9 } }, 201)
  await decides(t, { pet: { type: 'cat', lives: 'nine' } }, 400)
})

onStore('the discriminator of a base selects the schemas that extend it, in bodies and lists', async (t, starts) => {
  const document = documentOf({
    Pet: { ...film({ id: { type: 'integer' }, type: text }, { required: ['id', 'type'] }), discriminator },
    Cat: { allOf: [refer('Pet'), film({ lives: { type: 'integer' } }, { required: ['lives'] })] },
    Lion: { allOf: [refer('Cat'), film({ pride: text }, { required: ['pride'] })] },
    Dog: { allOf: [refer('Pet'), film({ barks: { type: 'boolean' } })] },
  })
  const { request } = await starts.start(document)
  const refuses = async (url: string, body: object, message: RegExp): Promise<void> => {
    const answer = await request('POST', url, body)
    t.match([answer.statusCode, answer.json()], [400, { message }], JSON.stringify(body))
  }
  const lion = { type: 'Lion', lives: 9, pride: 'east' }
  t.match((await request('POST', '/api/all-pet', { id: 1, ...lion })).json(), { id: 1, ...lion })
  t.match((await request('POST', '/api/all-pet', { id: 2, type: 'Pet' })).json(), { id: 2, type: 'Pet' })
  for (const url of ['/api/all-pet', '/api/pet']) {
    await refuses(url, { id: 3, type: 'Cat' }, /lives: is required/)
    await refuses(url, { id: 3, type: 'Lion', lives: 9 }, /pride: is required/)
    await refuses(url, { id: 3, type: 'Dog', barks: 'yes' }, /barks: must be/)
    await refuses(url, { id: 3, type: 'Lizard' }, /type: must be one of/)
  }
  t.match((await request('GET', '/api/all-pet')).json(), [{ id: 1, ...lion }, { id: 2 }])
})

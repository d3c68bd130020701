import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { runCli } from '../../testing/index.ts'
import { serveDocument, writeDocument } from './testing.ts'

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

async function refusal(t: Test, path: string): Promise<string> {
  try {
    await serveDocument(t, path)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  t.fail('the service started')
  return ''
}

t.test('an invalid document stops startup, naming the position', async t => {
  const cases: [string, string | Buffer, RegExp][] = [
    ['empty', '', /is empty/],
    ['white space', ' \n\n', /is empty/],
    ['binary', Buffer.from([0, 1, 2, 255, 254]), /not a text in UTF-8/],
    ['prose', `# Title\n\nPlain text\n${'Prose. '.repeat(500)}\n- a: b: c\n`, /^.{0,500}$/],
    ['no object', '- 1\n- 2\n', /line 1: must be a YAML or JSON object/],
    ['broken YAML', 'a: [1, 2\nb: 3\n', /api\.yaml, line \d/],
    ['a duplicate key', `${head}paths: {}\npaths: {}\n`, /line 4: Map keys must be unique/],
    ['a tag', `${head}paths: !!js/function 'x'\n`, /line 3: .*tag/i],
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
      'an unknown controller',
      operation('x-controller: Nothing'),
      /paths\.\/things\.get\.x-controller: there is no controller "Nothing"; there are CreateController/,
    ],
    [
      'an unknown middleware',
      operation('x-middleware: [Nothing]'),
      /there is no middleware "Nothing"; there are RequestID/,
    ],
    [
      'a path parameter that is not declared',
      `${head}paths: { '/x/{id}': { get: { responses: { '200': { description: ok } } } } }\n`,
      /"id" is not declared/,
    ],
    [
      'an address of the service',
      `${head}paths: { /users: { get: { responses: { '200': { description: ok } } } } }\n`,
      /"users" is an address of the service already; .*prefix/,
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
    ['a path with a star', twoPaths('/a/*', '/b'), /"\*" cannot stand in a path/],
    ['a path with a query', twoPaths('/a?b', '/b'), /"\?" cannot stand in a path/],
    ['a path with a brace', twoPaths('/a/{', '/b'), /has a brace/],
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
    [
      'a pattern that a type cannot run',
      storing('A', typeWith({ type: 'string', pattern: '(?=a)' })),
      /components\.schemas\.A\.properties\.\w+\.pattern: the pattern has a look-ahead/,
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
    t.match(await refusal(t, writeDocument(t, content)), message, name)
  }
  const folder = join(mkdtempSync(join(tmpdir(), 'plinth-openapi-')), 'api.yaml')
  mkdirSync(folder)
  t.match(await refusal(t, folder), /is a directory/)
  t.match(await refusal(t, join(folder, 'none.yaml')), /there is no such file/)
})

t.test('a device file is refused as a document', async t => {
  t.match(await refusal(t, '/dev/zero'), /is a device/)
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

t.test('the process ends with exit code 2 and one message', async t => {
  const path = writeDocument(t, operation('x-controller: Nothing'))
  const started = performance.now()
  const { code, stderr } = await runCli(['serve'], {
    env: { OPENAPI_DOCUMENT: path, SQLITE_PATH: ':memory:', PORT: '0' },
  })
  t.equal(code, 2)
  t.match(
    stderr,
    /^plinth: plugin "openapi" failed to start: api\.yaml, line 6, .*there is no controller "Nothing".*\n$/,
  )
  t.ok(performance.now() - started < 60_000)
})

t.test('a byte order mark, JSON and 5,000 operations are accepted, and data in an example can be long', async t => {
  const app = await serveDocument(t, writeDocument(t, `\uFEFF${manyOperations(5000)}`, 'api.json'))
  t.equal((await app.request('GET', '/api/p4999/1')).statusCode, 501)
  const described = storing('A', { type: 'object', properties: { example: { example: { title: long, [long]: 1 } } } })
  await serveDocument(t, writeDocument(t, described, 'api.json'))
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

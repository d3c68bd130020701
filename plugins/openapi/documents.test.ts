import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { serveDocument, writeDocument } from './testing.ts'

const head = `openapi: 3.0.3
info: { title: T, version: '1' }
`

/** A document of one operation. */
const operation = (text: string, rest = ''): string => `${head}paths:
  /things:
    get:
${text
  .split('\n')
  .map(line => `      ${line}`)
  .join('\n')}
      responses: { '200': { description: ok } }
${rest}`

async function refusal(t: Test, path: string): Promise<string> {
  try {
    await serveDocument(t, path)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  t.fail('the service started')
  return ''
}

t.test('a document that is not valid stops the start, naming the place', async t => {
  const cases: [string, string | Buffer, RegExp][] = [
    ['empty', '', /is empty/],
    ['white space', ' \n\n', /is empty/],
    ['binary', Buffer.from([0, 1, 2, 255, 254]), /not a text in UTF-8/],
    ['no object', '- 1\n- 2\n', /line 1: must be a YAML or JSON object/],
    ['broken YAML', 'a: [1, 2\nb: 3\n', /api\.yaml, line \d/],
    ['a duplicate key', `${head}paths: {}\npaths: {}\n`, /line 4: Map keys must be unique/],
    ['a tag', `${head}paths: !!js/function 'x'\n`, /line 3: .*tag/i],
    ['an alias of what it stands in', 'a: &a [*a]\n', /line 1: the alias \*a/],
    ['a bomb', `a: &a [x, x]\nb: &b [${'*a, '.repeat(60)}*a]\nc: [${'*b, '.repeat(60)}*b]\n`, /aliases/],
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
  ]
  for (const [name, content, message] of cases) {
    t.match(await refusal(t, writeDocument(t, content)), message, name)
  }
  const folder = join(mkdtempSync(join(tmpdir(), 'plinth-openapi-')), 'api.yaml')
  mkdirSync(folder)
  t.match(await refusal(t, folder), /is a directory/)
  t.match(await refusal(t, join(folder, 'none.yaml')), /there is no such file/)
})

t.test('a byte order mark, JSON, and ten thousand paths are fine', async t => {
  const paths = Object.fromEntries(
    Array.from({ length: 10_000 }, (_none, index) => [
      `/p${index}/{id}`,
      {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: { 200: { description: 'ok' } },
        },
      },
    ]),
  )
  const document = JSON.stringify({ openapi: '3.0.0', info: { title: 'T', version: '1' }, paths })
  const app = await serveDocument(t, writeDocument(t, `\uFEFF${document}`, 'api.json'))
  t.equal((await app.request('GET', '/api/p9999/1')).statusCode, 501)
})

t.test('a body that refers to a text is no item', async t => {
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

import t from 'tap'
import { loadConfig } from '../../kernel/index.ts'
import { ownFormats } from '../../lib/json-schema/index.ts'
import { buildTestApp } from '../../testing/index.ts'

const isbn = `export default {
  name: 'isbn', version: '1.0.0', requires: [], provides: [],
  contributes: { formats: { isbn: { test: text => /^\\d{13}$/.test(text), message: 'must be an ISBN of 13 digits', example: '9780140449136' } } },
  register: () => ({}),
}`

t.test('formats of the service and of plugins are validated, each with its message', async t => {
  const directory = t.testdir({ 'isbn.mjs': isbn })
  const { request, close } = await buildTestApp({
    plugins: { ...loadConfig({}).plugins, './isbn.mjs': true },
    config: { directory },
  })
  t.teardown(close)
  const formats = { ...ownFormats, isbn: { message: 'must be an ISBN of 13 digits', example: '9780140449136' } }
  const properties = Object.fromEntries(Object.keys(formats).map(format => [format, { type: 'string', format }]))
  const made = await request('POST', '/api/resource-types', {
    name: 'A',
    slug: 'a',
    schema: { type: 'object', properties },
  })
  t.equal(made.statusCode, 201, made.body)
  for (const [name, { message, example }] of Object.entries(formats)) {
    t.equal((await request('POST', '/api/a', { [name]: example })).statusCode, 201, name)
    const refused = await request('POST', '/api/a', { [name]: '#12' })
    t.match([refused.statusCode, refused.json().message], [400, `${name}: ${message}`])
  }
  const unknown = { type: 'object', properties: { x: { type: 'string', format: 'nothing' } } }
  t.equal((await request('POST', '/api/resource-types', { name: 'B', slug: 'b', schema: unknown })).statusCode, 400)
})

t.test('a format that a plugin does not define whole stops the start', async t => {
  const half = isbn.replace("message: 'must be an ISBN of 13 digits', ", '')
  const directory = t.testdir({ 'isbn.mjs': half })
  await t.rejects(
    buildTestApp({ plugins: { ...loadConfig({}).plugins, './isbn.mjs': true }, config: { directory } }),
    /isbn must have the function test and the texts message and example/,
  )
})

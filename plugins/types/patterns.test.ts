import t from 'tap'
import { createStore } from '../../kernel/store.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import { buildTestApp, callCli } from '../../testing/index.ts'
import { onEachStore } from '../../testing/internal/each-store.ts'

const types = '/api/resource-types'
const asProblem = { accept: 'application/problem+json' }
const typeWith = (pattern: string): Record<string, unknown> => ({
  name: 'Part',
  slug: 'part',
  schema: { type: 'object', properties: { code: { type: 'string', pattern } } },
})

onEachStore('patterns are regular expressions of ECMA-262', async (t, { request }) => {
  const part = typeWith('^[\\w-.]+\\-\\d$')
  const created = await request('POST', types, part)
  t.equal(created.statusCode, 201, created.body)
  t.equal(created.json().schema.properties.code.pattern, '^[\\w\\-.]+-\\d$', 'it is stored in the form for the flag u')
  t.equal((await request('GET', `${types}/part`)).json().schema.properties.code.pattern, '^[\\w\\-.]+-\\d$')
  t.match((await request('GET', '/api/openapi.json?type_slug=part')).body, '"pattern":"^[\\\\w\\\\-.]+-\\\\d$"')
  t.equal((await request('POST', '/api/part', { code: 'a.b-7' })).statusCode, 201)

  const decisions: [pattern: string, valid: string, invalid: string][] = [
    ['^[\\u0020-\\u007e]+$', 'a~', 'ä'],
    ['^\\S+$', 'ab', 'a\u00a0b'],
    ['^.$', 'a', '\u2028'],
    ['^\\p{Script=Greek}+$', 'αβ', 'ab'],
    ['^\\p{Uppercase_Letter}$', 'É', 'é'],
    ['^[^]$', '\n', ''],
  ]
  for (const [pattern, valid, invalid] of decisions) {
    const changed = await request('PUT', `${types}/part`, { ...typeWith(pattern), status: 'active' })
    t.equal(changed.statusCode, 200, changed.body)
    t.equal((await request('POST', '/api/part', { code: valid })).statusCode, 201, `${pattern} takes ${valid}`)
    t.equal((await request('POST', '/api/part', { code: invalid })).statusCode, 400, `${pattern} refuses ${invalid}`)
  }
  for (const pattern of ['^(?i)a$', 'a\\z', '[[:alpha:]]', '\\x{e9}', '(?=a)', '(a)\\1', '^\\d{1,1001}$', '(']) {
    const refused = await request('POST', types, { ...typeWith(pattern), slug: 'other' }, asProblem)
    t.equal(refused.statusCode, 400, pattern)
    t.match(refused.json().problems, [{ pointer: '/schema/properties/code/pattern', code: 'pattern' }])
  }
  const names = { name: 'Map', slug: 'map', schema: { type: 'object', patternProperties: { '^a\\_': {} } } }
  t.match((await request('POST', types, names)).json().schema, { patternProperties: { '^a_': {} } })
  t.equal(
    (
      await request('POST', types, {
        ...names,
        slug: 'm2',
        schema: { type: 'object', propertyNames: { pattern: '\\z' } },
      })
    ).statusCode,
    400,
  )
})

t.test('a stored pattern of the old kind works until the schema is changed', async t => {
  const dir = t.testdir()
  const path = `${dir}/plinth.db`
  const first = await buildTestApp({ config: { store: { kind: 'sqlite', path } } })
  await first.request('POST', types, typeWith('^a$'))
  await first.app.close()
  const store = await createStore(first.config.store)
  await store.open()
  const type = await store.get('_types', 'urn:type:part')
  if (type === undefined) throw new Error('there is no type')
  const schema = {
    type: 'object',
    properties: { code: { type: 'string', pattern: '^(?i)[a-z]{3}\\z' } },
    patternProperties: { '^x\\z': { type: 'integer' } },
    additionalProperties: false,
  }
  const meta = { ...readMeta(type), sequence_no: 2 }
  await store.write([
    {
      kind: 'replace',
      collection: '_types',
      document: { id: type.id, meta, data: { ...readData(type), schema } },
      expected: 1,
    },
  ])
  await store.close()

  const env = { SQLITE_PATH: path }
  for (const command of [
    ['upgrade', '--check'],
    ['doctor', '--offline'],
  ]) {
    const { stdout } = await callCli(command, { env, cwd: dir })
    t.match(
      stdout,
      /the type part are no regular expressions of ECMA-262: \/patternProperties\/\^x\\z, \/properties\/code\/pattern/,
    )
  }
  const { request, app } = await buildTestApp({ config: first.config })
  t.teardown(() => app.close())
  t.equal((await request('POST', '/api/part', { code: 'AbC', x: 1 })).statusCode, 201)
  t.equal((await request('POST', '/api/part', { code: 'AbCd' })).statusCode, 400)
  const { components } = (await request('GET', '/api/openapi.json?type_slug=part')).json()
  t.strictSame(components.schemas.PartInput.properties.code, { type: 'string' }, 'clients do not see it')
  t.notOk('additionalProperties' in components.schemas.PartInput, 'nor what depends on it')
  const stored = (await request('GET', `${types}/part`)).json()
  t.equal((await request('PUT', `${types}/part`, { ...stored, description: 'Changed' })).statusCode, 200)
  const changed = await request('PUT', `${types}/part`, { ...stored, schema: { ...schema, title: 'New' } }, asProblem)
  t.equal(changed.statusCode, 400)
  t.strictSame(
    changed.json().problems.map(({ pointer }: { pointer: string }) => pointer),
    ['/schema/patternProperties/^x\\z', '/schema/properties/code/pattern'],
  )
})

onEachStore('unevaluatedItems beside alternatives with items is refused', async (t, { request }) => {
  const list = (alternatives: object): object => ({ type: 'array', ...alternatives, unevaluatedItems: false })
  const typeOf = (property: object): object => ({
    name: 'List',
    slug: 'list',
    schema: { type: 'object', properties: { x: property }, $defs: { pair: { prefixItems: [{ type: 'object' }] } } },
  })
  const refused = [
    list({ anyOf: [{ prefixItems: [{ type: 'object' }] }, { minItems: 1 }] }),
    list({ oneOf: [{ $ref: '#/$defs/pair' }, { minItems: 2 }] }),
    list({ allOf: [{ anyOf: [{ items: { type: 'string' } }, { maxItems: 1 }] }] }),
  ]
  for (const property of refused) {
    const { statusCode, json } = await request('POST', types, typeOf(property), asProblem)
    t.equal(statusCode, 400)
    t.match(json().problems, [{ pointer: '/schema/properties/x/unevaluatedItems', code: 'invalid-schema' }])
  }
  t.equal((await request('POST', types, typeOf(list({ anyOf: [{ minItems: 1 }, { maxItems: 3 }] })))).statusCode, 201)
  const changed = await request('PUT', `${types}/list`, { ...typeOf(refused[0] ?? {}), status: 'active' })
  t.equal(changed.statusCode, 400, changed.body)
})

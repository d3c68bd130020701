import t from 'tap'
import type { Json, JsonObject } from '../json/types.ts'
import { compileMarkedMembers } from './index.ts'

const text = { type: 'string' }
const hidden = { type: 'string', 'x-hidden': true }
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more })

const left = (schema: JsonObject, data: JsonObject): JsonObject => compileMarkedMembers(schema, 'x-hidden').remove(data)

t.test('marked members are removed at any depth', async t => {
  const credentials = object({ user: text, token: hidden })
  const cases: [string, JsonObject, JsonObject, JsonObject][] = [
    ['root', object({ a: text, b: hidden }), { a: '1', b: '2' }, { a: '1' }],
    ['object', object({ a: credentials }), { a: { user: 'u', token: 't' } }, { a: { user: 'u' } }],
    [
      'items',
      object({ a: { items: credentials } }),
      { a: [{ token: 't' }, 1, { user: 'u' }] },
      { a: [{}, 1, { user: 'u' }] },
    ],
    ['arrays of arrays', object({ a: { items: { items: credentials } } }), { a: [[{ token: 't' }]] }, { a: [[{}]] }],
    ['marked items', object({ a: { items: hidden } }), { a: ['x', 'y'] }, { a: [] }],
    ['a tuple', object({ a: { prefixItems: [text, hidden, text] } }), { a: ['x', 'y', 'z'] }, { a: ['x', 'z'] }],
    ['undeclared items', object({ a: credentials }), { a: [{ user: 'u', token: 't' }] }, { a: [{ user: 'u' }] }],
    [
      'a map',
      object({ a: { type: 'object', additionalProperties: credentials } }),
      { a: { x: { token: 't', user: 'u' }, ['__proto__']: { token: 't' } } },
      { a: { x: { user: 'u' }, ['__proto__']: {} } },
    ],
    ['other members', object({ a: text }, { additionalProperties: hidden }), { a: 'x', b: 'y' }, { a: 'x' }],
    [
      'patterns',
      object({ a: text }, { patternProperties: { '^s_': hidden } }),
      { a: 'x', s_a: 'y', as_: 'z' },
      { a: 'x', as_: 'z' },
    ],
    [
      'what no other schema declares',
      { type: 'object', allOf: [object({ a: text })], unevaluatedProperties: { 'x-hidden': true } },
      { a: 'x', b: 'y' },
      { a: 'x' },
    ],
    [
      '$ref, with a mark next to it',
      object(
        { a: { $ref: '#/$defs/c' }, b: { $ref: '#/$defs/d', 'x-hidden': true } },
        { $defs: { c: credentials, d: text } },
      ),
      { a: { user: 'u', token: 't' }, b: 'x' },
      { a: { user: 'u' } },
    ],
    [
      'allOf',
      object({ a: { allOf: [object({ user: text }), credentials] } }),
      { a: { user: 'u', token: 't' } },
      { a: { user: 'u' } },
    ],
    [
      'alternatives, whichever fits',
      object({ a: { oneOf: [credentials, object({ token: text, other: text }, { required: ['other'] })] } }),
      { a: { token: 't', other: 'o' } },
      { a: { other: 'o' } },
    ],
    [
      'conditions',
      object({ a: text }, { if: { properties: { a: { const: 'x' } } }, then: { properties: { b: hidden } } }),
      { a: 'y', b: 'z' },
      { a: 'y' },
    ],
    [
      'a schema that contains itself',
      object(
        { tree: { $ref: '#/$defs/n' } },
        { $defs: { n: object({ s: hidden, sub: { items: { $ref: '#/$defs/n' } } }) } },
      ),
      { tree: { s: '1', sub: [{ s: '2', sub: [{ s: '3', sub: [] }] }] } },
      { tree: { sub: [{ sub: [{ sub: [] }] }] } },
    ],
    [
      'draft-07',
      object(
        { a: { items: [text, hidden], additionalItems: text }, b: { $ref: '#/definitions/c' } },
        { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { c: credentials } },
      ),
      { a: ['x', 'y', 'z'], b: { token: 't' } },
      { a: ['x', 'z'], b: {} },
    ],
  ]
  for (const [name, schema, data, expected] of cases) {
    const before = JSON.stringify(data)
    t.equal(JSON.stringify(left(schema, data)), JSON.stringify(expected), name)
    t.equal(JSON.stringify(data), before, `${name}: the data are not changed`)
  }
})

t.test('nothing is copied where nothing is marked', async t => {
  const data = { a: { token: 't' } }
  for (const schema of [null, object({ a: object({ token: text }) }), object({ a: { 'x-hidden': false } })]) {
    const members = compileMarkedMembers(schema, 'x-hidden')
    t.equal(members.isEmpty, true)
    t.equal(members.remove(data), data)
    t.equal(members.includes(['a', 'token']), false)
  }
})

t.test('paths to marked members and into them', async t => {
  const node = object({ secret: hidden, name: text, sub: { items: { $ref: '#/$defs/n' } } })
  const { includes } = compileMarkedMembers(
    object(
      {
        top: { ...hidden, type: 'object' },
        list: { items: hidden },
        tree: { $ref: '#/$defs/n' },
        map: { type: 'object', additionalProperties: { $ref: '#/$defs/n' } },
      },
      { $defs: { n: node } },
    ),
    'x-hidden',
  )
  for (const path of [
    'top',
    'top.any',
    'list',
    'tree.secret',
    'tree.sub.secret',
    'tree.sub.sub.sub.secret',
    'map.x.secret',
  ]) {
    t.equal(includes(path.split('.')), true, path)
  }
  for (const path of ['tree', 'tree.name', 'tree.sub', 'tree.sub.name', 'map.x', 'map', 'other', 'other.secret']) {
    t.equal(includes(path.split('.')), false, path)
  }
})

t.test('large data take little time', async t => {
  const schema = object({
    rows: { items: { allOf: Array.from({ length: 300 }, (_, i) => object({ [`p${i}`]: hidden })) } },
  })
  const row: Record<string, Json> = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`q${i}`, i]))
  const data = { rows: Array.from({ length: 200 }, () => ({ ...row, p7: 's' })) }
  const started = process.cpuUsage()
  t.equal(JSON.stringify(left(schema, data)).includes('"s"'), false)
  const { user } = process.cpuUsage(started)
  t.ok(user < 500_000, `${user} µs`)
})

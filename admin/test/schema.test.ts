import t from 'tap'
import type { JsonObject } from '../src/api/json.ts'
import { columnsOf, defaultColumns } from '../src/schema/columns.ts'
import { displayName, hueOf, hueOfValue, labelOf } from '../src/schema/display.ts'
import { operatorsOf } from '../src/schema/operators.ts'
import { propertiesOf, titleOf } from '../src/schema/properties.ts'

const kindsOf = (schema: JsonObject): string[] => propertiesOf(schema).map(({ name, kind }) => `${name} ${kind}`)
const only = (part: JsonObject, more: JsonObject = {}): string | undefined =>
  propertiesOf({ type: 'object', properties: { it: part }, ...more })[0]?.kind

t.test('each property has a kind', async t => {
  t.equal(only({ type: 'string' }), 'text')
  t.equal(only({ type: 'string', maxLength: 300 }), 'text')
  t.equal(only({ type: 'string', maxLength: 301 }), 'long-text')
  t.equal(only({ type: 'string', format: 'date-time' }), 'date-time')
  t.equal(only({ type: 'string', format: 'uri-reference' }), 'uri')
  t.equal(only({ type: 'string', format: 'hostname' }), 'text')
  t.equal(only({ type: ['number', 'null'] }), 'number')
  t.equal(only({ type: ['integer', 'number'] }), 'number')
  t.equal(only({ type: ['string', 'number'] }), 'any')
  t.equal(only({}), 'any')
  t.equal(only({ enum: [null, 'a'] }), 'enum')
  t.equal(only({ oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }), 'enum')
  t.equal(only({ anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] }), 'date')
  t.equal(only({ type: 'string', 'x-resource-type': 'project' }), 'reference')
  t.equal(only({ properties: { a: {} } }), 'object')
  t.equal(only({ $ref: '#/$defs/day' }, { $defs: { day: { type: 'string', format: 'date' } } }), 'date')
  t.equal(
    only({ $ref: '#/$defs/a' }, { $defs: { a: { $ref: '#/$defs/a' } } }),
    'any',
    'one that turns in a circle ends',
  )
})

t.test('local references and allOf at the root add properties', async t => {
  const schema: JsonObject = {
    allOf: [{ $ref: '#/$defs/named' }, { properties: { year: { type: 'integer' } }, required: ['year'] }],
    $defs: { named: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    properties: { note: { type: 'string' } },
  }
  t.strictSame(kindsOf(schema), ['name text', 'year integer', 'note text'])
  t.strictSame(
    propertiesOf(schema).map(({ isRequired }) => isRequired),
    [true, true, false],
  )
})

t.test('arrays say what they hold, wherever the type referred to stands', async t => {
  const [onItems, onArray, tags] = propertiesOf({
    properties: {
      a: { type: 'array', items: { type: 'string', 'x-resource-type': 'task' } },
      b: { type: 'array', 'x-resource-type': 'task', items: { type: 'string' } },
      c: { type: 'array', items: { enum: ['x', 'y'] } },
    },
  })
  t.match(
    [onItems, onArray],
    [
      { kind: 'array', refersTo: 'task', items: { kind: 'reference' } },
      { kind: 'array', refersTo: 'task', items: { kind: 'reference' } },
    ],
  )
  t.strictSame(tags?.options, ['x', 'y'])
  t.strictSame(operatorsOf({ kind: 'array', items: tags?.items }), ['eq', 'ne', 'in', 'nin', 'exists'])
})

t.test('names that are no titles become words', async t => {
  t.strictSame(['runningTimeMin', 'running_time', 'imdbURL', 'URLOfPage', 'x', '漢字'].map(titleOf), [
    'Running time min',
    'Running time',
    'Imdb URL',
    'URL of page',
    'X',
    '漢字',
  ])
})

t.test('columns: the display property first, then six, then when it changed', async t => {
  const properties = Object.fromEntries(
    ['a', 'b', 'title', 'c', 'd', 'e', 'f', 'g', 'updated_at'].map(name => [name, { type: 'string' }]),
  )
  const type = { schema: { type: 'object', properties } }
  t.strictSame(defaultColumns(type), ['title', 'a', 'b', 'c', 'd', 'e', 'f', 'meta.updated_at'])
  t.strictSame(defaultColumns({}), ['id', 'updated_at'], 'a type without a schema')
})

t.test('what has an index can be sorted by', async t => {
  const many = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`p${at}`, { type: 'string' }]))
  const sortable = (properties: JsonObject): string[] =>
    columnsOf({ schema: { properties } })
      .filter(({ isMeta, isSortable }) => !isMeta && isSortable)
      .map(({ key }) => key)
  t.equal(sortable(many).length, 40)
  t.notOk(sortable(many).includes('p40'))
  t.ok(sortable({ ...many, p40: { type: 'string', 'x-index': true } }).includes('p40'))
  t.strictSame(sortable({ a: { type: 'string', 'x-index': false }, b: { type: 'array' }, c: { type: 'object' } }), [])
})

t.test('what things are called', async t => {
  t.equal(displayName('urn:movie:1', { title: 'Alien' }, undefined), 'Alien')
  t.equal(displayName('urn:movie:1', { code: 'X', title: 'Alien' }, { 'x-display-property': 'code' }), 'X')
  t.equal(displayName('urn:movie:1', { title: ' ' }, undefined), '1')
  t.equal(labelOf('urn:movie:1', { 'urn:movie:1': { label: 'Alien', status: 'active' } }), 'Alien')
  t.equal(labelOf('urn:movie:constructor', {}), 'constructor')
})

t.test('colours stay', async t => {
  t.equal(hueOf('seen'), hueOf('seen'))
  t.ok(new Set([...'abcdefghijklmnopqrstuvwxyz'].map(hueOf)).size > 4)
  t.equal(hueOfValue('In progress'), hueOfValue('in-progress'))
})

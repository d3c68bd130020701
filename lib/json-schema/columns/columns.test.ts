import t from 'tap'
import type { Column } from './column.ts'
import { isObject } from '../../json/types.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import { compileSchema, describeChange } from '../index.ts'

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more })

/** The one column that a schema of a property gives. */
function columnOf(schema: Json, more: JsonObject = {}): Column | undefined {
  return compileSchema(object({ p: schema }, more)).columns.find(({ path }) => path.join('.') === 'p')
}

t.test('the kind of a column', async t => {
  const instant = { type: 'string', format: 'date-time' }
  const cases: [Json, Partial<Column>][] = [
    [{ type: 'string' }, { kind: 'text', many: false, indexed: true, types: ['string'] }],
    [{ type: 'string', format: 'date' }, { kind: 'text' }],
    [instant, { kind: 'instant', types: ['string'] }],
    [{ type: 'integer' }, { kind: 'number', types: ['integer'] }],
    [{ type: ['number', 'null'] }, { kind: 'number', types: ['null', 'number'] }],
    [{ type: ['integer', 'number'] }, { kind: 'number', types: ['number'] }],
    [{ type: 'boolean' }, { kind: 'boolean' }],
    [{ type: ['string', 'integer'] }, { kind: 'json', indexed: false, types: ['integer', 'string'] }],
    [{ anyOf: [instant, { type: 'null' }] }, { kind: 'instant', indexed: true, types: ['null', 'string'] }],
    [{ oneOf: [instant, { type: 'string', format: 'date' }] }, { kind: 'text' }],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { kind: 'json', types: ['number', 'string'] }],
    [{ enum: ['a', 'b', null] }, { kind: 'text', types: ['null', 'string'] }],
    [{ enum: [1, 2.5] }, { kind: 'number', types: ['number'] }],
    [
      { type: 'string', oneOf: [{ const: 'a', title: 'First' }, { const: 'b' }] },
      { kind: 'text', many: false, indexed: true, types: ['string'] },
    ],
    [
      { type: ['string', 'null'], oneOf: [{ const: null, title: 'None' }, { const: 'b' }] },
      { kind: 'text', many: false, indexed: true, types: ['null', 'string'] },
    ],
    [{ oneOf: [{ const: 1 }, { const: 2.5 }] }, { kind: 'number', many: false, indexed: true }],
    [
      { type: 'array', items: { type: 'string', oneOf: [{ const: 'a' }, { const: 'b' }] }, 'x-index': true },
      { kind: 'text', many: true, indexed: true, types: ['array'] },
    ],
    [{ const: 5 }, { kind: 'number', types: ['integer'] }],
    [{ allOf: [{ type: ['string', 'null'] }, instant] }, { kind: 'instant', types: ['string'] }],
    [{ $ref: '#/$defs/when' }, { kind: 'instant', indexed: true }],
    [{ type: 'object' }, { kind: 'json', indexed: false, many: false }],
    [
      { type: 'array', items: { type: 'string' } },
      { kind: 'text', many: true, indexed: false, types: ['array'] },
    ],
    [
      { type: 'array', items: instant },
      { kind: 'instant', many: true },
    ],
    [
      { type: 'array', items: { type: 'object' } },
      { kind: 'json', many: true, indexed: false },
    ],
    [
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
      { kind: 'json', many: true },
    ],
    [
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'string' }], items: false },
      { kind: 'text', many: true },
    ],
    [{ type: 'array', prefixItems: [{ type: 'string' }] }, { kind: 'json' }],
    [{ type: 'array' }, { kind: 'json', many: true, indexed: false }],
    [
      { type: ['array', 'null'], items: { type: ['number', 'null'] } },
      { kind: 'number', many: true },
    ],
    [{ type: 'array', items: { type: 'array', items: { type: 'string' } } }, { kind: 'json' }],
    [{ type: ['string', 'array'], items: { type: 'string' } }, { kind: 'json' }],
    [{ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }, { kind: 'json', indexed: false }],
    [
      { anyOf: [{ type: 'string' }, { type: 'null' }], maxLength: 5 },
      { kind: 'text', many: false, indexed: true },
    ],
    [{ allOf: [{ type: ['string', 'number'] }, { type: ['number', 'boolean'] }] }, { kind: 'number' }],
    [{ type: ['string', 'number'], enum: ['a', 'b'] }, { kind: 'text' }],
    [{ enum: ['a', 1] }, { kind: 'json' }],
    [{ oneOf: [{ const: 'a' }, { const: 1 }] }, { kind: 'json' }],
    [{ anyOf: [instant, { type: 'string', maxLength: 3 }] }, { kind: 'text' }],
    [{ type: ['string', 'object'] }, { kind: 'json', many: false, indexed: false }],
    [{ type: 'null' }, { kind: 'json' }],
    [{}, { kind: 'json', many: true, indexed: false, types: [] }],
    [true, { kind: 'json', types: [] }],
    [{ type: 'string', 'x-index': false }, { indexed: false }],
    [
      { type: 'string', 'x-index': false, 'x-unique': true },
      { indexed: false, unique: true },
    ],
    [
      { type: 'array', items: { type: 'string' }, 'x-index': true },
      { indexed: true, many: true },
    ],
    [
      { type: 'array', items: { type: 'string', 'x-index': true } },
      { indexed: true, many: true },
    ],
    [{ 'x-resource-type': 'writer' }, { kind: 'text', indexed: true, types: ['string'] }],
  ]
  for (const [schema, expected] of cases)
    t.match(columnOf(schema, { $defs: { when: instant } }), expected, JSON.stringify(schema))
})

t.test('columns come from the root, its $ref and its allOf, in the order of the schema', async t => {
  const { columns } = compileSchema({
    $ref: '#/$defs/base',
    allOf: [{ properties: { c: { type: 'string' }, a: { maxLength: 5 } } }],
    properties: { b: { type: 'integer' } },
    anyOf: [{ properties: { alternative: {} } }, {}],
    $defs: { base: object({ a: { type: 'string' } }) },
  })
  t.strictSame(
    columns.map(({ path, kind }) => `${path.join('.')} ${kind}`),
    ['a text', 'b number', 'c text'],
  )
})

t.test('at most forty indexes', async t => {
  const texts = (count: number): JsonObject =>
    Object.fromEntries(Array.from({ length: count }, (_value, i) => [`p${i}`, { type: 'string' }]))
  const indexed = (schema: JsonObject): string[] =>
    compileSchema(schema).columns.flatMap(column => (column.indexed ? [column.path.join('.')] : []))
  t.equal(indexed(object(texts(50))).length, 40)
  t.equal(indexed(object(texts(50))).at(-1), 'p39')
  const { p0, ...rest } = texts(50)
  const chosen = indexed(
    object({
      p0: { ...(isObject(p0) ? p0 : {}), 'x-index': false },
      ...rest,
      p49: { type: 'string', 'x-index': true },
      deep: object({ a: { type: 'array', items: object({ b: { type: 'number', 'x-index': true } }) } }),
    }),
  )
  t.equal(chosen.length, 40)
  t.notOk(chosen.includes('p0'))
  t.strictSame(chosen.slice(-3), ['p38', 'p49', 'deep.a.b'])
})

t.test('dotted paths', async t => {
  const { resolve, columns } = compileSchema(
    object(
      {
        address: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/address' }] },
        people: { type: 'array', items: object({ name: { type: 'string' }, home: { $ref: '#/$defs/address' } }) },
        parent: { $ref: '#' },
        free: { type: 'object', additionalProperties: { type: 'string' } },
      },
      {
        $defs: {
          address: object({
            city: { type: 'string', 'x-index': true },
            since: { type: 'string', format: 'date-time' },
          }),
        },
      },
    ),
  )
  t.match(resolve(['address', 'since']), { kind: 'instant', many: false, indexed: false })
  t.match(resolve(['people', 'name']), { kind: 'text', many: true })
  t.match(resolve(['parent', 'parent', 'people', 'home', 'since']), { kind: 'instant', many: true })
  t.match(resolve(['people']), { kind: 'json', many: true })
  t.match(resolve(['address', 'city']), { indexed: true })
  t.match(resolve(['people', 'home', 'city']), { indexed: true, many: true })
  for (const path of [
    ['nope'],
    ['address', 'nope'],
    ['free', 'x'],
    ['people', '0'],
    ['constructor'],
    [],
    Array(100).fill('parent'),
  ]) {
    t.equal(resolve(path), undefined, path.slice(0, 3).join('.'))
  }
  t.strictSame(
    columns.map(({ path }) => path.join('.')),
    ['address', 'people', 'parent', 'free', 'address.city', 'people.home.city'],
  )
})

t.test('references and the property that names a resource', async t => {
  const writer = { type: 'string', 'x-resource-type': 'writer' }
  const { references, displayProperty } = compileSchema(
    object(
      {
        headline: { type: 'string' },
        title: { type: 'string' },
        author: { ...writer, 'x-on-archive': 'restrict' },
        editors: { type: 'array', 'x-resource-type': 'writer' },
        parts: { type: 'array', items: object({ by: { type: 'array', items: writer } }) },
        either: { anyOf: [writer, { type: 'string', 'x-resource-type': 'organization' }] },
        comments: { type: 'array', items: { $ref: '#/$defs/comment' } },
      },
      { $defs: { comment: object({ by: writer, replies: { type: 'array', items: { $ref: '#/$defs/comment' } } }) } },
    ),
  )
  t.equal(displayProperty, 'title')
  t.strictSame(
    references.slice(0, 6).map(({ name, type_slugs, restricts, many }) => [name, type_slugs, restricts, many]),
    [
      ['author', ['writer'], ['writer'], false],
      ['editors', ['writer'], [], true],
      ['parts.by', ['writer'], [], true],
      ['either', ['writer', 'organization'], [], false],
      ['comments.by', ['writer'], [], true],
      ['comments.replies.by', ['writer'], [], true],
    ],
  )
  t.equal(compileSchema(object({ a: { type: 'string' } }, { 'x-display-property': 'a' })).displayProperty, 'a')
  t.equal(compileSchema(object({ a: { type: 'string' } })).displayProperty, null)
})

t.test('a type without a schema', async t => {
  const open = compileSchema(null)
  t.match(open, { open: true, columns: [], references: [], displayProperty: null })
  t.equal(open.resolve(['a']), undefined)
  t.strictSame(open.validate({ a: 1 }), [])
  for (const value of [null, [], 'x', 1]) t.match(open.validate(value), [{ pointer: '', message: 'must be an object' }])
})

t.test('how a change of schema affects the columns', async t => {
  const before = compileSchema(
    object({ a: { type: 'integer' }, b: { type: ['string', 'null'] }, c: { type: ['string', 'number'] }, gone: {} }),
  )
  const after = compileSchema(
    object({
      a: { type: 'string' },
      b: { type: 'string', 'x-unique': true },
      c: { type: 'string' },
      fresh: { type: 'boolean' },
    }),
  )
  const change = describeChange(before, after)
  const names = (columns: readonly Column[]): string[] => columns.map(({ path }) => path.join('.'))
  t.strictSame(names(change.vanishing), ['gone'])
  t.strictSame(names(change.becomingUnique), ['b'])
  t.strictSame(names(change.retyped), ['a', 'c', 'fresh'], 'what was none, or not declared, can hold other values')
  const none = compileSchema(object({ a: { type: ['number', 'string'] }, b: {}, c: { type: 'object' } }))
  t.strictSame(describeChange(before, none).retyped, [], 'what becomes no column loses nothing')
  const one = (schema: Json) => compileSchema(object({ p: schema }))
  const isRetyped = (from: Json, to: Json): boolean => describeChange(one(from), one(to)).retyped.length > 0
  const text = { type: 'string' }
  t.notOk(isRetyped({ type: 'integer' }, { type: 'number' }))
  t.notOk(isRetyped({ type: 'number' }, { type: 'integer' }), 'fractions are invalid then')
  t.notOk(isRetyped(text, { type: 'string', format: 'date-time' }), 'a format is no part of a type')
  t.notOk(isRetyped(text, { type: ['string', 'null'], maxLength: 5 }))
  t.ok(isRetyped(text, { type: 'array', items: text }))
  t.ok(isRetyped({ type: 'array', items: text }, { type: 'array', items: { type: 'number' } }))
})

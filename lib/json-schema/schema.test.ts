import t from 'tap'
import type { Json, JsonObject } from '../json/types.ts'
import { InvalidInput } from '../errors/index.ts'
import {
  checkAnnotations,
  compileSchema,
  createValidationBudget,
  dropColumnFaults,
  schemaForDocument,
} from './index.ts'

const draft07 = 'http://json-schema.org/draft-07/schema#'

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more })

const many = (count: number, make: (index: number) => Json): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_value, index) => [`p${index}`, make(index)]))

const nest = (depth: number): JsonObject => (depth === 0 ? {} : { not: nest(depth - 1) })

t.test('invalid schemas are refused, with the place of each problem', async t => {
  const cases: [JsonObject, RegExp][] = [
    [{ type: 'string' }, /the root: must be the schema of an object/],
    [{ type: ['string', 'null'] }, /must be the schema of an object/],
    [{ anyOf: [{ type: 'string' }, { type: 'array' }] }, /must be the schema of an object/],
    [{ $ref: '#/$defs/a', $defs: { a: { type: 'integer' } } }, /must be the schema of an object/],
    [
      { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' },
      /\/\$schema: must be draft 2020-12 .* or draft-07/,
    ],
    [{ $schema: 5, type: 'object' }, /\/\$schema/],
    [object({ a: { $ref: 'https://example.com/a.json' } }), /\/properties\/a\/\$ref: refers to another document/],
    [object({ a: { $ref: 'other.json#/a' } }), /\/properties\/a\/\$ref: refers to another document/],
    [object({ a: { $ref: '#/$defs/nowhere' } }), /\/properties\/a\/\$ref: refers to nothing/],
    [object({ a: { $ref: '#/properties/a/default' }, b: { default: {} } }), /refers to nothing/],
    [object({ a: { $ref: '#no-anchor' } }), /refers to nothing/],
    [object({ a: { $ref: '#/%zz' } }), /refers to nothing|must be a URI/],
    [object({ a: { $ref: '#/$defs/a' } }, { $defs: { a: { $ref: '#/$defs/a' } } }), /without end/],
    [{ type: 'object', allOf: [{ $ref: '#' }] }, /without end/],
    [object({ a: { type: 'string', format: 'no-such' } }), /\/properties\/a\/format: unknown format "no-such"/],
    [object({ a: { format: 'constructor' } }), /unknown format/],
    [object({ a: { type: 'string', pattern: '(?=x)' } }), /\/properties\/a\/pattern: has a look-ahead \(\?=…\)/],
    [object({ a: { type: 'string', pattern: '(a)\\1' } }), /\/properties\/a\/pattern: has the back-reference \\1/],
    [
      object({ a: { type: 'string', pattern: '(' } }),
      /\/properties\/a\/pattern: is not a regular expression of ECMA-262/,
    ],
    [{ type: 'object', patternProperties: { '(?!x)': {} } }, /\/patternProperties\/\(\?!x\): has a look-ahead/],
    [object({ a: { pattern: 'x{1,1000}'.repeat(100) } }), /too large/],
    [object({ a: { typ: 'string' } }), /\/properties\/a\/typ: unknown keyword/],
    [object({ a: { $async: true } }), /\$async: unknown keyword/],
    [object({ a: { nullable: true } }), /nullable: is a keyword of OpenAPI 3.0/],
    [object({ a: { discriminator: {} } }), /discriminator: unknown keyword/],
    [object({ 'a/b~': { id: 'x' } }), /\/properties\/a~1b~0\/id: is called \$id/],
    [object({ a: { prefixItems: [{}] } }, { $schema: draft07 }), /prefixItems: unknown keyword/],
    [object({ a: { items: [{}] } }), /\/properties\/a\/items: is a form of draft-07/],
    [object({ a: { additionalItems: {} } }), /additionalItems: is a form of draft-07/],
    [object({ a: 'string' }), /\/properties\/a: must be a schema/],
    [object({ a: { type: 'text' } }), /\/properties\/a\/type: must be one of null, boolean/],
    [object({ a: { minLength: -1, maxLength: 1.5, minimum: '1' } }), /minLength: .*maxLength: .*minimum: /],
    [object({}, { required: ['a', 'a'] }), /\/required: must be an array of different strings/],
    [object({}, { allOf: [] }), /\/allOf: must be an array of one or more/],
    [object({ a: { multipleOf: 0 } }), /\/multipleOf: must be a number above 0/],
    [{ type: 'object', properties: [] }, /\/properties: must be an object/],
    [object({ '': {} }), /must not be empty/],
    [object({ 'a.b': {} }), /must not have a dot/],
    [object({ $a: {} }), /must not begin with \$ or @/],
    [object({ '@a': {} }), /must not begin with \$ or @/],
    [object({ 'a\nb': {} }), /must not have a control character/],
    [object({ ['x'.repeat(129)]: {} }), /at most 128 characters/],
    [object({ deep: { items: { properties: { 'a.b': {} } } } }), /\/properties\/deep\/items\/properties\/a\.b: .*dot/],
    [object(many(5000, () => true)), /nodes/],
    [object({ a: nest(30) }), /nested 33 deep/],
    [object({ a: { description: 'x'.repeat(256 * 1024) } }), /bytes/],
    [object({ a: { type: 'integer', 'x-resource-type': 'writer' } }), /\/x-resource-type: must stand on a string/],
    [
      object({ a: { type: 'array', items: { type: 'object' }, 'x-resource-type': 'writer' } }),
      /must stand on a string/,
    ],
    [object({ a: { type: 'string', 'x-resource-type': 'Not A Slug' } }), /must be the slug of a type/],
    [object({ a: { type: 'string', 'x-resource-type': 5 } }), /must be the slug of a type/],
    [object({ a: { type: 'string', 'x-on-archive': 'keep' } }), /must stand beside x-resource-type/],
    [object({ a: { type: 'string', 'x-resource-type': 'a', 'x-on-archive': 'delete' } }), /"keep" or "restrict"/],
    [object({ a: { type: 'string', 'x-unique': 1 } }), /x-unique: must be true or false/],
    [object({ a: { 'x-index': 'yes' } }), /x-index: must be true or false/],
    [object(many(41, () => ({ type: 'string', 'x-index': true }))), /41 indexes/],
    [object({}, { 'x-abstract': 'yes', 'x-value-object': 1 }), /x-abstract: .*x-value-object: /],
  ]
  for (const [schema, message] of cases) {
    t.throws(() => compileSchema(schema), { constructor: InvalidInput, message }, JSON.stringify(schema).slice(0, 100))
  }
})

t.test('new annotations are checked', async t => {
  const choosing = (name: string, of: JsonObject = {}): JsonObject => object({ a: of }, { 'x-display-property': name })
  const wrong = choosing('nope')
  const named = { constructor: InvalidInput, message: /x-display-property: must be the name of a property/ }
  t.throws(() => checkAnnotations(wrong, null), named)
  t.throws(() => checkAnnotations(wrong, choosing('a')), named)
  checkAnnotations(wrong, object({}, { 'x-display-property': 'nope' }))
  t.equal(compileSchema(wrong).displayProperty, null, 'a stored one still compiles')
  for (const type of ['boolean', 'array', 'object', 'null']) {
    t.throws(() => checkAnnotations(choosing('a', { type }), null), { message: /a text, a number or a date/ }, type)
  }
  const fine: JsonObject[] = [{ type: 'string' }, { type: 'integer' }, { type: 'string', format: 'date' }]
  for (const of of fine) checkAnnotations(choosing('a', of), null)
})

t.test('annotations that need a column are refused on what is none, whenever the schema is written', async t => {
  const either: JsonObject = { type: ['string', 'integer'] }
  const cases: [JsonObject, RegExp][] = [
    [object({ a: { ...either, 'x-unique': true } }), /x-unique: a is no column: it allows integer, string/],
    [
      object({ a: { type: 'array', items: { type: 'string' }, 'x-unique': true } }),
      /x-unique: must be on a text.*a is an array/,
    ],
    [object({ a: object({ b: { type: 'string', 'x-unique': true } }) }), /x-unique: must be on a text/],
    [object({ a: { ...either, 'x-index': true } }), /x-index: a is no column/],
    [object({ a: { type: 'object', 'x-index': true } }), /x-index: a is no column: it allows object/],
    [object({ a: object({ b: { 'x-index': true } }) }), /x-index: a\.b is no column: it allows any type/],
    [
      object({ a: either }, { 'x-display-property': 'a' }),
      /x-display-property: .*a is no column: it allows integer, string/,
    ],
    [object({ a: either }, { 'x-order-property': 'a' }), /x-order-property: .*a is no column/],
  ]
  for (const [schema, message] of cases) {
    t.throws(() => checkAnnotations(schema, schema), { message }, JSON.stringify(schema))
    compileSchema(schema)
    const { schema: rest, dropped } = dropColumnFaults(schema)
    t.equal(dropped.length, 1)
    checkAnnotations(rest, null)
  }
})

t.test('schemas that are accepted', async t => {
  const cases: JsonObject[] = [
    {},
    { properties: { a: {} } },
    { type: ['object'] },
    { type: 'object', required: ['undeclared'], properties: { a: { type: ['string', 'integer', 'null'] } } },
    object({ a: { 'x-anything': { goes: true }, example: 1, examples: [2], default: 3, deprecated: true } }),
    object({ name: {}, Name: {}, NAME: {} }),
    object({ ['😀'.repeat(128)]: true, 'with space': false, 'a:b': {}, 'quote\'"`\\': {} }),
    object(many(1000, () => ({ type: 'string' }))),
    object({ a: nest(29) }),
    object({ a: { $ref: '#/$defs/a' } }, { $defs: { a: { $anchor: 'x' } } }),
    object({ a: { items: [{}], additionalItems: false } }, { $schema: draft07, definitions: {} }),
    object({ a: { $ref: '#/definitions/a', nonsense: 1 } }, { $schema: draft07, definitions: { a: {} }, 'x-a': 1 }),
    { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'https://example.com/movie', type: 'object' },
    object({ tree: { $ref: '#' }, list: { type: 'array', items: { $ref: '#' } } }),
    object({ a: { 'x-resource-type': 'writer' }, b: { type: 'array', 'x-resource-type': 'writer' } }),
    object({ a: { type: ['string', 'null'], 'x-resource-type': 'writer', 'x-on-archive': 'restrict' } }),
  ]
  const nonsense = cases[11] ?? null
  t.throws(() => compileSchema(nonsense), /nonsense: unknown keyword/)
  for (const schema of cases) {
    if (schema !== nonsense) t.doesNotThrow(() => compileSchema(schema), JSON.stringify(schema).slice(0, 100))
  }
})

t.test('hostile schemas cost little', async t => {
  const fan = (inner: (next: JsonObject) => JsonObject, last: JsonObject): JsonObject => ({
    type: 'object',
    $ref: '#/$defs/d0',
    $defs: {
      ...Object.fromEntries(Array.from({ length: 60 }, (_v, i) => [`d${i}`, inner({ $ref: `#/$defs/d${i + 1}` })])),
      d60: last,
    },
  })
  t.throws(
    () => compileSchema(fan(next => ({ properties: { a: next, b: next } }), { type: 'string', 'x-index': true })),
    InvalidInput,
  )
  t.throws(() => compileSchema(fan(next => ({ allOf: [next, next] }), { type: 'object' })), InvalidInput)
  t.throws(() => compileSchema(object(many(500, i => ({ pattern: `(a?){300}a{300}${i}` })))), /patterns are too large/)

  const doubling = compileSchema(object({ a: { allOf: [{ $ref: '#' }, { $ref: '#' }] } }))
  const deep: Json = JSON.parse('{"a":'.repeat(60) + '{}' + '}'.repeat(60))
  t.match(doubling.validate(deep), [{ message: /too large or too intricate/ }])

  const unique = compileSchema(object({ a: { uniqueItems: true } }))
  const items = Array.from({ length: 50_000 }, (_value, index) => ({ index }))
  const start = process.cpuUsage()
  t.strictSame(unique.validate({ a: items }), [])
  t.match(unique.validate({ a: [...items, { index: 7 }] }), [
    { field: 'a', message: 'must not hold the same value twice' },
  ])
  t.ok(process.cpuUsage(start).user < 2_000_000, 'not every pair is compared')

  const branch = { properties: { a: { type: 'array', items: { $ref: '#/$defs/node' } } } }
  const ambiguous = compileSchema(
    object({ a: { $ref: '#/$defs/node' } }, { $defs: { node: { anyOf: [branch, branch, { not: {} }] } } }),
  )
  const nested: Json = JSON.parse(`${'{"a":['.repeat(30)}{"a":5}${']}'.repeat(30)}`)
  const budget = createValidationBudget()
  const cpu = process.cpuUsage()
  for (let i = 0; i < 20; i++) {
    t.match(ambiguous.validate({ a: nested }, budget), [{ message: /too large or too intricate/ }])
  }
  t.ok(process.cpuUsage(cpu).user < 1e6, 'many values share one budget')
  t.ok(budget.steps < 0)
  const ordinary = createValidationBudget()
  for (let i = 0; i < 1000; i++) t.strictSame(doubling.validate({ a: {} }, ordinary), [])
  t.ok(ordinary.steps > 100_000, 'enough for usual values')

  const pattern = compileSchema(object({ a: { pattern: '^(a+)+$' } }))
  t.equal(pattern.validate({ a: `${'a'.repeat(50_000)}!` }).length, 1)
})

t.test('names of Object.prototype are ordinary properties', async t => {
  const schema: JsonObject = JSON.parse(
    '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{"type":"number"}},"required":["constructor","__proto__"]}',
  )
  const { validate, columns } = compileSchema(schema)
  t.strictSame(columns.map(({ path }) => path[0]).sort(), ['__proto__', 'constructor', 'toString'])
  t.strictSame(
    validate({})
      .map(({ field }) => field)
      .sort(),
    ['__proto__', 'constructor'],
  )
  t.strictSame(validate(JSON.parse('{"__proto__":"a","constructor":"b"}')), [])
  const wrong = validate(JSON.parse('{"__proto__":1,"constructor":2,"toString":"3"}'))
  t.strictSame(wrong.map(({ field }) => field).sort(), ['__proto__', 'constructor', 'toString'])
})

t.test('equal schemas are compiled once, and later changes of the object have no effect', async t => {
  const schema = object({ a: { type: 'string' } })
  const compiled = compileSchema(schema)
  t.equal(compileSchema(structuredClone(schema)), compiled)
  Object.assign(schema.properties ?? {}, { a: { type: 'number' } })
  t.not(compileSchema(schema), compiled)
  t.equal(compiled.validate({ a: 1 }).length, 1)
})

t.test('the schema of an OpenAPI document', async t => {
  const prefix = '#/components/schemas/tree'
  const schema: JsonObject = {
    $schema: draft07,
    $id: 'https://example.com/tree',
    type: 'object',
    title: 'Tree',
    definitions: {
      leaf: { $id: '#leaf', type: 'string', 'x-index': true },
      pair: { items: [{}, {}], additionalItems: false },
    },
    properties: {
      root: { $ref: '#' },
      leaf: { $ref: '#leaf' },
      second: { $ref: '#/definitions/pair/items/1' },
      pair: { $ref: '#/definitions/pair', minimum: 5 },
    },
    dependencies: { root: ['leaf'], leaf: { required: ['root'] } },
  }
  t.same(schemaForDocument(schema, prefix), {
    type: 'object',
    title: 'Tree',
    definitions: { leaf: { type: 'string', 'x-index': true }, pair: { prefixItems: [{}, {}], items: false } },
    properties: {
      root: { $ref: prefix },
      leaf: { $ref: `${prefix}/definitions/leaf` },
      second: { $ref: `${prefix}/definitions/pair/prefixItems/1` },
      pair: { $ref: `${prefix}/definitions/pair` },
    },
    dependentRequired: { root: ['leaf'] },
    dependentSchemas: { leaf: { required: ['root'] } },
  })
})

t.test('references to an $id inside the schema are local, and draft-07 takes $defs and $anchor', async t => {
  const bundle = compileSchema({
    $id: 'https://example.com/order.json',
    type: 'object',
    properties: {
      address: { $ref: 'address.json' },
      city: { $ref: 'https://example.com/address.json#/properties/city' },
      self: { $ref: 'https://example.com/order.json#/$defs/size' },
      named: { $ref: 'urn:example:size#here' },
    },
    $defs: {
      address: {
        $id: 'address.json',
        type: 'object',
        properties: { city: { type: 'string' }, inner: { $ref: '#/properties/city' } },
      },
      size: { $id: 'urn:example:size', $anchor: 'here', type: 'integer' },
    },
  })
  t.strictSame(bundle.validate({ address: { city: 'Bonn', inner: 'x' }, city: 'Bonn', self: 1, named: 2 }), [])
  const wrong = bundle.validate({ address: { city: 1, inner: 2 }, city: 3, self: 'a', named: 'b' })
  t.strictSame(
    wrong.map(({ pointer }) => pointer),
    ['/address/city', '/address/inner', '/city', '/self', '/named'],
  )
  const old = compileSchema({
    $schema: draft07,
    type: 'object',
    properties: { size: { $ref: '#/$defs/size' }, named: { $ref: '#here' }, old: { deprecated: true } },
    dependentRequired: { size: ['named'] },
    $defs: { size: { $anchor: 'here', type: 'integer' } },
  })
  t.match(old.validate({ size: 1 }), [{ pointer: '/named' }])
  t.match(old.validate({ size: 'a', named: 1 }), [{ pointer: '/size' }])
})

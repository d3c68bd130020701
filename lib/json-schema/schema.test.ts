import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import t from 'tap'
import { InvalidInput } from '../errors/index.ts'
import type { Json, JsonObject } from '../json/types.ts'
import {
  checkAnnotations,
  compileMarkedMembers,
  compileSchema,
  createValidationBudget,
  dropColumnFaults,
  rewriteSchema,
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
    [object({ a: { type: 'integer', 'x-resource-type': 'writer' } }), /\/x-resource-type: must be on a string/],
    [object({ a: { type: 'array', items: { type: 'object' }, 'x-resource-type': 'writer' } }), /must be on a string/],
    [object({ a: { type: 'string', 'x-resource-type': 'Not A Slug' } }), /must be the slug of a type/],
    [object({ a: { type: 'string', 'x-resource-type': 5 } }), /must be the slug of a type/],
    [object({ a: { type: 'string', 'x-on-archive': 'keep' } }), /must be beside x-resource-type/],
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
    { field: 'a', message: 'must not contain the same value twice' },
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
  t.same(compileSchema(schema).forDocument(prefix), {
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

/** `field: message` of every failure of a value. */
const failuresOf = (schema: JsonObject, value: unknown): string[] =>
  compileSchema(schema)
    .validate(value)
    .map(({ field, message }) => `${field}: ${message}`)

t.test('failures are described in words', async t => {
  const address = object({ city: { type: 'string' }, zip: { type: 'string' } }, { required: ['city'] })
  const cases: [JsonObject, Json, string[]][] = [
    [object({}, { required: ['a', 'b'] }), {}, ['a: is required', 'b: is required']],
    [object({ a: { type: 'string' } }), { a: 1 }, ['a: must be a string']],
    [object({ a: { type: ['integer', 'null'] } }), { a: 1.5 }, ['a: must be an integer or null']],
    [object({ a: { enum: ['x', 1, null] } }), { a: 'secret' }, ['a: must be one of "x", 1, null']],
    [object({ a: { const: 'x' } }), { a: 'secret' }, ['a: must be "x"']],
    [object({ a: { format: 'date-time' } }), { a: 'secret' }, ['a: must be a valid date-time']],
    [object({ a: { pattern: '^x$' } }), { a: 'secret' }, ['a: must match the pattern ^x$']],
    [object({ a: { minLength: 2 } }), { a: '😀' }, ['a: must have at least 2 characters']],
    [object({ a: { maxItems: 1 } }), { a: [1, 2] }, ['a: must have at most 1 item']],
    [object({ a: { minimum: 1, multipleOf: 2 } }), { a: -1 }, ['a: must be at least 1', 'a: must be a multiple of 2']],
    [
      object({ a: { uniqueItems: true } }),
      {
        a: [
          { x: 1, y: 2 },
          { y: 2, x: 1 },
        ],
      },
      ['a: must not contain the same value twice'],
    ],
    [object({ a: {} }, { additionalProperties: false }), { b: 1 }, ['b: is not a property that the schema declares']],
    [object({}, { unevaluatedProperties: false }), { b: 1 }, ['b: is not a property that the schema declares']],
    [object({ a: { properties: { b: false } } }), { a: { b: 1 } }, ['a.b: is not allowed']],
    [object({}, { dependentRequired: { a: ['b'] } }), { a: 1 }, ['b: is required when a is there']],
    [object({}, { propertyNames: { maxLength: 2 } }), { abc: 1 }, ['abc: is not a name that a property may have here']],
    [object({ list: { type: 'array', items: address } }), { list: [{ city: 'x' }, {}] }, ['list[1].city: is required']],
    [object({ a: { additionalProperties: { type: 'string' } } }), { a: { 'b.c': 1 } }, ['a["b.c"]: must be a string']],
    [object({ a: { anyOf: [{ type: 'string' }, { type: 'null' }] } }), { a: 1 }, ['a: must be a string or null']],
    [
      object({ a: { anyOf: [{ type: 'null' }, address] } }),
      { a: { zip: 1 } },
      ['a.city: is required', 'a.zip: must be a string'],
    ],
    [
      object({ a: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] } }, { $defs: { a: address } }),
      { a: {} },
      ['a.city: is required'],
    ],
    [
      object({ a: { oneOf: [{ const: 'x', title: 'X' }, { const: null }] } }),
      { a: 1 },
      ['a: must be one of "x", null'],
    ],
    [
      object({ a: { oneOf: [{ minimum: 1 }, { maximum: 5 }] } }),
      { a: 3 },
      ['a: must fit exactly one of the forms that the schema allows, but fits several'],
    ],
    [
      object({ a: { type: 'string', anyOf: [{ maxLength: 1 }, { pattern: '^x' }] } }, { required: ['b'] }),
      { a: 'yyy' },
      [
        'b: is required',
        'a: must fit one of the forms that the schema allows: must have at most 1 character; or must match the pattern ^x',
      ],
    ],
    [object({ a: { if: { minimum: 5 }, then: { multipleOf: 5 } } }), { a: 6 }, ['a: must be a multiple of 5']],
    [object({ a: { not: { type: 'string' } } }), { a: 'x' }, ['a: must not be what the schema excludes']],
    [
      object({ a: { contains: { const: 1 } } }),
      { a: [2] },
      ['a: must contain at least 1 of the items that the schema asks for'],
    ],
  ]
  for (const [schema, value, expected] of cases) {
    t.strictSame(failuresOf(schema, value).sort(), expected.sort(), JSON.stringify(schema).slice(0, 100))
  }
  t.strictSame(failuresOf({ properties: {} }, [1]), [': must be an object'])
  t.match(compileSchema(object({ 'a/b': { type: 'string' } })).validate({ 'a/b': 1 }), [
    { pointer: '/a~1b', field: 'a/b' },
  ])
})

t.test('a huge value has a bounded number of failures', async t => {
  const list = Array.from({ length: 100_000 }, () => 1)
  const failures = failuresOf(object({ a: { items: { type: 'string' } } }, { additionalProperties: false }), {
    a: list,
  })
  t.equal(failures.length, 100)
  t.match(failures.at(-1), /more failures than the first 99/)
  const unknown = Object.fromEntries(list.map((_value, index) => [`k${index}`, 1]))
  t.equal(failuresOf({ additionalProperties: false }, unknown).length, 100)
})

t.test('multiples are computed in decimals', async t => {
  const fits = (divisor: number, value: number): boolean =>
    failuresOf(object({ a: { multipleOf: divisor } }), { a: value }).length === 0
  for (const value of [19.99, 0.07, 4.35, 1e21, 0, -1.1, 9007199254740991]) t.ok(fits(0.01, value), String(value))
  for (const value of [19.999, 0.075, 1e-7]) t.notOk(fits(0.01, value), String(value))
  t.ok(fits(1e-8, 1.7976931348623157e308))
  t.notOk(fits(0.7, 1e308))
  t.ok(fits(2.5e-7, 5e-7))
})

t.test('formats', async t => {
  const good: Record<string, string[]> = {
    'date-time': [
      '2024-02-29T23:59:60Z',
      '2024-01-01t00:00:00.123456789z',
      '2024-01-01T00:00:00-23:59',
      '1990-12-31T15:59:60-08:00',
    ],
    date: ['2024-02-29'],
    time: ['23:20:50.52Z'],
    duration: ['P3Y6M4DT12H30M5S', 'P4W'],
    email: ['joe.bloggs@example.com'],
    'idn-email': ['실례@실례.테스트'],
    hostname: ['www.example.com'],
    'idn-hostname': ['실례.테스트'],
    ipv4: ['192.168.0.1'],
    ipv6: ['::1', 'fe80::a'],
    uri: ['https://example.com/?a=b#c', 'urn:isbn:1'],
    'uri-reference': ['/a#b', ''],
    iri: ['https://ƒøø.ßår/?∂éœ=πîx#πîüx'],
    'iri-reference': ['/âππ'],
    url: ['https://user:p@example.com:8080/a?b#c', 'http://localhost/'],
    uuid: ['2eb8aa08-aa98-11ea-b4aa-73b441d16380'],
    'json-pointer': ['/a~1b/0', ''],
    'uri-template': ['/{id}'],
    regex: ['^a$'],
    byte: ['YWI=', ''],
    'language-tag': ['de', 'pt-BR'],
    'time-zone': ['Europe/Berlin', 'europe/berlin', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+1', 'CET'],
  }
  const bad: Record<string, string[]> = {
    'date-time': [
      '2024-01-01',
      '2024-01-01 00:00:00Z',
      '2023-02-29T00:00:00Z',
      '2024-01-01T24:00:00Z',
      '2024-01-01T00:00:00+0100',
      '2024-01-01T12:00:60Z',
    ],
    date: ['2024-13-01', '2023-02-29'],
    time: ['25:00:00Z'],
    email: ['joe@', 'joe'],
    ipv4: ['256.1.1.1'],
    uri: ['example.com', 'has space:'],
    iri: ['no-scheme', 'http://a b'],
    url: ['ftp//x', 'http://', 'javascript:alert(1)', `http://${':'.repeat(50_000)}`],
    uuid: ['x'],
    byte: ['YWI', 'AAAA\n$$$$'],
    'language-tag': ['en_US', 'no language', ''],
    'time-zone': ['Europe/Atlantis', 'Berlin', '+02:00', 'Z', 'PST', 'UTC ', '', 'x'.repeat(100)],
  }
  for (const [format, texts] of Object.entries(good)) {
    for (const text of texts) t.strictSame(failuresOf(object({ a: { format } }), { a: text }), [], `${format} ${text}`)
  }
  for (const [format, texts] of Object.entries(bad)) {
    for (const text of texts)
      t.equal(failuresOf(object({ a: { format } }), { a: text }).length, 1, `${format} ${text.slice(0, 40)}`)
  }
})

// The same every time, unless a seed is given.
fc.configureGlobal({ seed: Number(process.env['PLINTH_TEST_SEED'] ?? 20261120) })

const names = fc.constantFrom('a', 'b', 'c')
const leaf = fc.oneof(
  fc.constantFrom(null, true, 1, 2.5, 'a', 'ab', 'b', {}),
  fc.array(fc.constantFrom('a', 1), { maxLength: 2 }),
)
const { any: value } = fc.letrec<{ any: Json }>(tie => ({
  any: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.dictionary(names, tie('any'), { maxKeys: 3 }),
    fc.array(tie('any'), { maxLength: 3 }),
  ),
}))

/** Random schemas of one dialect; every keyword's value is valid, unless `spoiled` is among the choices. */
function schemas(dialect: 'draft-07' | '2020-12', spoiled: readonly Json[] = []): fc.Arbitrary<JsonObject> {
  const or = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | Json> =>
    spoiled.length === 0
      ? arbitrary
      : fc.oneof({ arbitrary, weight: 12 }, { arbitrary: fc.constantFrom(...spoiled), weight: 1 })
  const plain = {
    type: or(fc.constantFrom<Json>('string', 'object', 'array', 'integer', ['number', 'null'], ['boolean', 'string'])),
    enum: fc.uniqueArray(leaf, { minLength: 1, maxLength: 3, selector: item => JSON.stringify(item) }),
    const: leaf,
    minLength: or(fc.nat(3)),
    pattern: or(fc.constantFrom('^a', 'b$')),
    minimum: or(fc.integer({ min: 0, max: 3 })),
    exclusiveMaximum: or(fc.integer({ min: 0, max: 3 })),
    multipleOf: or(fc.constantFrom(1, 2, 0.5)),
    maxItems: or(fc.nat(3)),
    uniqueItems: or(fc.boolean()),
    minProperties: or(fc.nat(2)),
    required: or(fc.uniqueArray(names, { maxLength: 2 })),
    format: or(fc.constantFrom('date', 'email')),
    $ref: or(fc.constantFrom('#/definitions/d', '#/definitions/e')),
  }
  const { schema } = fc.letrec(tie => {
    const inner = or(fc.oneof({ depthSize: 'small' }, fc.boolean(), tie('schema')))
    const list = or(fc.array(inner, { minLength: 1, maxLength: 2 }))
    const map = or(fc.dictionary(names, inner, { maxKeys: 2 }))
    const shared = {
      properties: map,
      patternProperties: map,
      additionalProperties: inner,
      propertyNames: inner,
      not: inner,
      allOf: list,
      anyOf: list,
      oneOf: list,
      if: inner,
      then: inner,
      else: inner,
      contains: inner,
    }
    const own: Record<string, fc.Arbitrary<unknown>> = dialect === 'draft-07'
      ? {
          items: fc.oneof(inner, list),
          additionalItems: inner,
          dependencies: or(
            fc.dictionary(names, fc.oneof(inner, fc.uniqueArray(names, { maxLength: 2 })), { maxKeys: 2 }),
          ),
        }
      : {
          items: inner,
          prefixItems: list,
          dependentSchemas: map,
          minContains: or(fc.nat(2)),
          unevaluatedProperties: inner,
          unevaluatedItems: inner,
          dependentRequired: or(fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), { maxKeys: 2 })),
        }
    const all: Record<string, fc.Arbitrary<unknown>> = { ...plain, ...shared, ...own }
    const some = fc.subarray(Object.keys(all), { maxLength: 4 })
    return {
      schema: some.chain(chosen =>
        fc.record(Object.fromEntries(chosen.map(keyword => [keyword, all[keyword] ?? fc.constant(null)]))),
      ),
    }
  })
  const definitions = fc.record({ d: schema, e: schema })
  return fc.record({ root: schema, definitions }).map(({ root, definitions: defs }) => ({
    ...Object(root),
    ...(dialect === 'draft-07' && { $schema: draft07 }),
    definitions: Object(defs),
    type: 'object',
  }))
}

const reference = { 'draft-07': Ajv, '2020-12': Ajv2020 }

const formats = { date: /^\d{4}-\d\d-\d\d$/, email: /@/ }
const metaschemas = { 'draft-07': new Ajv({ logger: false }), '2020-12': new Ajv2020({ logger: false }) }

/** Ajv's own results for values; undefined when its metaschema refuses the schema. */
function plainAjv(
  dialect: 'draft-07' | '2020-12',
  schema: JsonObject,
): ((value: Json) => boolean | undefined) | undefined {
  if (metaschemas[dialect].validateSchema(schema) !== true) return undefined
  const options = { strict: false, logger: false, formats, meta: false, validateSchema: false } as const
  const ajv = new reference[dialect](options)
  return (data: Json) => {
    try {
      return ajv.validate(schema, data)
    } catch (error) {
      if (error instanceof TypeError) return undefined // its code for unevaluated… can throw
      throw error
    }
  }
}

/** Draft-07 as in the standard: keywords next to `$ref` have no effect. Ajv does not follow that. */
function withoutSiblings(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutSiblings)
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, definitions, $schema, type } = schema
  if (typeof $ref !== 'string')
    return Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, withoutSiblings(inner)]))
  const root =
    definitions === undefined
      ? {}
      : { definitions: withoutSiblings(definitions), ...($schema !== undefined && { $schema, type: type ?? null }) }
  return { $ref, ...root }
}

t.test('random schemas give the same results as Ajv', async () => {
  for (const dialect of ['draft-07', '2020-12'] as const) {
    fc.assert(
      fc.property(
        schemas(dialect),
        fc.array(fc.dictionary(names, value, { maxKeys: 3 }), { minLength: 1, maxLength: 4 }),
        (schema, values) => {
          const compiled = compiledOr400(schema)
          if (compiled === undefined) return
          const text = JSON.stringify(schema)
          // Ajv alone counts wrongly there what was evaluated
          if (text.includes('"unevaluated') && /"(?:if|anyOf|oneOf|dependentSchemas)":/.test(text)) return
          const expected = plainAjv(dialect, dialect === 'draft-07' ? Object(withoutSiblings(schema)) : schema)
          for (const random of values) {
            const data: Json = JSON.parse(JSON.stringify(random)) // an object with a prototype
            const failures = compiled.validate(data)
            const fits = expected?.(data)
            if (fits !== undefined && (failures.length === 0) !== fits)
              throw new Error(`${JSON.stringify(data)}: ${JSON.stringify(failures)}`)
          }
        },
      ),
      { numRuns: 150 },
    )
  }
})

t.test('what the metaschema refuses is refused', async () => {
  const spoiled = [null, -1, 'x', [], {}, [1], 0.5, ['a', 'a'], 'nope']
  for (const dialect of ['draft-07', '2020-12'] as const) {
    fc.assert(
      fc.property(
        schemas(dialect, spoiled),
        schema => plainAjv(dialect, schema) !== undefined || compiledOr400(schema) === undefined,
      ),
      { numRuns: 150 },
    )
  }
})

/** The schema compiled, or undefined when it is refused with a 400; any other error is thrown. */
function compiledOr400(schema: JsonObject): ReturnType<typeof compileSchema> | undefined {
  try {
    return compileSchema(schema)
  } catch (error) {
    if (error instanceof InvalidInput) return undefined
    throw error
  }
}

const draft = (number: string): string => `http://json-schema.org/draft-${number}/schema#`

/** The schema and each `code pointer` of what was rewritten, and `pointer` of what was dropped. */
function rewritten(schema: JsonObject): { schema: JsonObject; parts: string[]; dropped: string[] } {
  const { schema: result, rewritten: parts, dropped } = rewriteSchema(schema)
  compileSchema(result)
  return {
    schema: result,
    parts: parts.map(({ code, pointer }) => `${code} ${pointer}`),
    dropped: dropped.map(({ pointer }) => pointer),
  }
}

const properties = (given: JsonObject): JsonObject => ({ type: 'object', properties: given })

/** Each `code pointer` with which something is refused. */
function problemsOf(run: () => unknown): string[] {
  try {
    run()
    return []
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return error.problems.map(({ code, pointer }) => `${code} ${pointer}`)
  }
}

t.test('what no other draft or tool has written stays as it is', async t => {
  for (const schema of [
    { $schema: draft07, ...properties({ a: { items: [{ type: 'string' }], additionalItems: false } }) },
    { definitions: { a: { type: 'string' } }, ...properties({ a: { $ref: '#/definitions/a' } }) },
    { dependencies: { a: ['b'], c: { required: ['a'] } }, ...properties({ a: {} }) },
    { ...properties({ a: { title: { en: 'A', de: 'Ä' }, 'x-mine': { options: 1 }, enum: [{ options: 2 }] } }) },
    { $id: 'https://example.test/a', $defs: { b: { $id: 'b', type: 'string' } }, ...properties({ b: { $ref: 'b' } }) },
  ]) {
    const { schema: result, rewritten: parts, dropped } = rewriteSchema(schema)
    t.strictSame({ result, parts, dropped }, { result: schema, parts: [], dropped: [] })
  }
})

t.test('unknown keywords and formats are left out, each with its pointer and value', async t => {
  const schema = properties({
    a: { type: 'string', format: 'textarea', 'ui:widget': { x: 1 } },
    'b/c': { type: 'array', items: { options: [1], format: 'date', description: null } },
  })
  t.strictSame(rewriteSchema(schema), {
    schema: properties({ a: { type: 'string' }, 'b/c': { type: 'array', items: { format: 'date' } } }),
    dropped: [
      { pointer: '/properties/a/format', keyword: 'format', value: 'textarea' },
      { pointer: '/properties/a/ui:widget', keyword: 'ui:widget', value: { x: 1 } },
      { pointer: '/properties/b~1c/items/options', keyword: 'options', value: [1] },
      { pointer: '/properties/b~1c/items/description', keyword: 'description', value: null },
    ],
    rewritten: [],
  })
})

t.test('older drafts are rewritten', async t => {
  const old = rewritten({
    $schema: draft('04'),
    id: 'http://example.test/old',
    type: 'object',
    definitions: { part: { id: '#part', type: 'string' }, alone: { id: '#alone' } },
    properties: {
      n: { type: 'number', maximum: 5, exclusiveMaximum: true, minimum: 1, exclusiveMinimum: false, required: true },
      at: { type: 'array', items: [{ type: 'number' }, { type: 'any' }], additionalItems: false },
      part: { $ref: '#part' },
      both: { type: ['string', { type: 'array' }] },
    },
    required: ['at'],
  })
  t.strictSame(old.schema, {
    $schema: draft07,
    $id: 'http://example.test/old',
    type: 'object',
    definitions: { part: { $id: '#part', type: 'string' }, alone: {} },
    properties: {
      n: { type: 'number', exclusiveMaximum: 5, minimum: 1 },
      at: { type: 'array', items: [{ type: 'number' }, {}], additionalItems: false },
      part: { $ref: '#part' },
      both: { allOf: [{ anyOf: [{ type: 'string' }, { type: 'array' }] }] },
    },
    required: ['at', 'n'],
  })
  t.strictSame(old.parts.sort(), [
    'draft /$schema',
    'exclusive-limit /properties/n/exclusiveMaximum',
    'exclusive-limit /properties/n/exclusiveMinimum',
    'id /definitions/alone/id',
    'id /definitions/part/id',
    'id /id',
    'required-flag /properties/n/required',
    'type /properties/at/items/1/type',
    'type /properties/both/type',
  ])
  t.strictSame(rewritten({ $schema: draft('06'), ...properties({ a: { const: 1 } }) }), {
    schema: { $schema: draft07, ...properties({ a: { const: 1 } }) },
    parts: ['draft /$schema'],
    dropped: [],
  })
  const of2019 = rewritten({
    $schema: 'https://json-schema.org/draft/2019-09/schema',
    ...properties({
      at: { type: 'array', items: [{ type: 'number' }], additionalItems: { type: 'string' } },
      next: { $recursiveRef: '#' },
    }),
  })
  t.strictSame(
    of2019.schema,
    properties({
      at: { type: 'array', prefixItems: [{ type: 'number' }], items: { type: 'string' } },
      next: { $ref: '#' },
    }),
  )
  t.strictSame(of2019.parts, [
    'item-list /properties/at/items',
    'item-list /properties/at/additionalItems',
    'recursive-reference /properties/next/$recursiveRef',
    'draft /$schema',
  ])
})

t.test('an id that no reference names is left out, as references in it are meant from the root', t => {
  const person = { id: 'person', properties: { friend: { $ref: '#/definitions/person' } } }
  const { schema } = rewritten({ definitions: { person }, ...properties({ it: { $ref: '#/definitions/person' } }) })
  t.match(schema, { definitions: { person: { $id: undefined } } })
  const named = rewritten({ definitions: { a: { id: 'a', type: 'string' } }, ...properties({ it: { $ref: 'a' } }) })
  t.match(named.schema, { definitions: { a: { $id: 'a' } } })
  t.end()
})

t.test('numbers that are texts, types of other tools, and an id with a fragment', async t => {
  const given = {
    $schema: draft07,
    $id: 'https://example.test/page#part',
    ...properties({
      stars: { type: 'integer', minimum: '1', maximum: '5' },
      name: { type: 'string', maxLength: '10' },
      sign: { type: 'signature', title: 'Signature' },
    }),
  }
  const { schema, parts, dropped } = rewritten(given)
  t.strictSame(schema, {
    $schema: draft07,
    ...properties({
      stars: { type: 'integer', minimum: 1, maximum: 5 },
      name: { type: 'string', maxLength: 10 },
      sign: { title: 'Signature' },
    }),
  })
  const numbers = ['stars/minimum', 'stars/maximum', 'name/maxLength']
  t.strictSame(parts, ['id /$id', ...numbers.map(one => `number-text /properties/${one}`)])
  t.strictSame(dropped, ['/properties/sign/type'])
  const old = properties({ stars: { type: 'integer', maximum: '5', exclusiveMaximum: true } })
  const current = properties({ stars: { type: 'integer', exclusiveMaximum: 5 } })
  t.strictSame(rewriteSchema(old).schema, current, 'a text as the limit of draft-04')
  const wrong = { multipleOf: '0', minLength: 'few', maxLength: '1.5' }
  t.strictSame(rewriteSchema(wrong).schema, wrong, 'what is no such number stays, and is refused')
})

t.test('null in components of OpenAPI 3.0 is a type', async t => {
  const { schema, dropped } = rewritten({
    ...properties({
      a: { type: 'string', nullable: true, enum: ['x'] },
      b: { nullable: true, description: 'of it', allOf: [{ $ref: '#/properties/a' }] },
      c: { type: 'string', nullable: false, xml: { name: 'c' } },
    }),
    discriminator: { propertyName: 'a' },
  })
  t.strictSame(
    schema,
    properties({
      a: { type: ['string', 'null'], enum: ['x', null] },
      b: { description: 'of it', anyOf: [{ allOf: [{ $ref: '#/properties/a' }] }, { type: 'null' }] },
      c: { type: 'string' },
    }),
  )
  t.strictSame(dropped, ['/properties/c/xml', '/discriminator'])
})

t.test('a root that is no object becomes the value of one, references included', async t => {
  const list = rewritten({
    title: 'List',
    type: 'array',
    items: { anyOf: [{ $ref: '#/definitions/a' }, { $ref: '#' }] },
    definitions: { a: { type: 'object', properties: { inner: { $ref: '#/items' } } } },
  })
  t.strictSame(list.schema, {
    title: 'List',
    definitions: { a: { type: 'object', properties: { inner: { $ref: '#/properties/value/items' } } } },
    type: 'object',
    properties: {
      value: { type: 'array', items: { anyOf: [{ $ref: '#/definitions/a' }, { $ref: '#/properties/value' }] } },
    },
    required: ['value'],
  })
  t.strictSame(list.parts, ['wrapped '])
  t.strictSame(compileSchema(list.schema).validate({ value: [[], {}, { inner: [] }] }), [])
  t.match(compileSchema(list.schema).validate({ value: [1] }), [{ pointer: '/value/0' }])
  t.strictSame(rewritten({ enum: ['a', 'b'] }).parts, ['wrapped '])
  t.strictSame(rewritten({ type: ['array', 'object'] }).parts, [], 'one that allows an object can be used')
})

t.test('names and patterns that are not possible are left out', async t => {
  const { schema, parts } = rewritten({
    type: 'object',
    properties: { $schema: { type: 'string' }, a: { type: 'string', pattern: '^(?!x)' } },
    patternProperties: { '^(?!y)': { type: 'number' }, '^z': { type: 'string' } },
    additionalProperties: false,
    required: ['$schema', 'a'],
  })
  t.strictSame(schema, {
    type: 'object',
    properties: { a: { type: 'string' } },
    patternProperties: { '^z': { type: 'string' } },
    required: ['a'],
  })
  t.strictSame(parts, [
    'property-name /properties/$schema',
    'pattern /properties/a/pattern',
    'pattern /patternProperties/^(?!y)',
  ])
})

t.test('what cannot be rewritten is refused when it is compiled', async t => {
  const { schema } = rewriteSchema(properties({ a: { $ref: 'https://example.test/other' } }))
  t.strictSame(
    problemsOf(() => compileSchema(schema)),
    ['remote-reference /schema/properties/a/$ref'],
  )
  const deep = Array.from({ length: 40 }).reduce<JsonObject>(inner => ({ items: inner }), {})
  t.strictSame(
    problemsOf(() => rewriteSchema(deep)),
    ['schema-too-large /schema'],
  )
})

const text = { type: 'string' }
const hidden = { type: 'string', 'x-hidden': true }

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

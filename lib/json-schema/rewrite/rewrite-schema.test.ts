import t from 'tap'
import { InvalidInput } from '../../errors/index.ts'
import type { JsonObject } from '../../json/types.ts'
import { compileSchema, rewriteSchema } from '../index.ts'

const draft = (number: string): string => `http://json-schema.org/draft-${number}/schema#`
const draft07 = draft('07')

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

import { getExamples } from '@jsonforms/examples'
import t from 'tap'
import { isObject } from '../../json/types.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import type { Column } from '../columns/column.ts'
import { knownFormats } from '../compile/format-names.ts'
import { allFormats } from '../compile/formats.ts'
import { compileSchema, describeChange, rewriteSchema } from '../index.ts'
import { describe, describesMore, holdsSecrets, isValidFor, memberPart, rootPart } from './describe.ts'
import type { Description } from './description.ts'
import type { Part } from './document.ts'
import { testText } from './text-tests.ts'

const rootOf = (schema: JsonObject): Part => rootPart(schema, testText)
const described = (schema: JsonObject, value?: Json): Description => describe(rootOf(schema), value)

/** The part of a member, which must be there. */
function member({ members }: Description, name: string): Part {
  const found = members.get(name)
  if (found === undefined) throw new Error(`there is no member ${name}`)
  return found.part
}

/** A member in one text: its name, `*` when required, what can be in it, and where it comes from. */
function inWords(level: Description): string[] {
  return [...level.members.values()].map(({ name, isRequired, origin, part }) => {
    const { types, isNullable, choices, alternatives, isSecret } = describe(part)
    const kind = choices === undefined ? types.join('/') : choices.map(({ value }) => JSON.stringify(value)).join('|')
    const marks = [
      isRequired ? '*' : '',
      isNullable ? '?' : '',
      alternatives.length > 0 ? ' of several' : '',
      isSecret ? ' secret' : '',
      origin === 'declared' ? '' : ` ${origin}`,
    ]
    return `${name}${marks.join('')}: ${kind}`
  })
}
const only = (it: Json, more: JsonObject = {}): string =>
  (inWords(described({ type: 'object', properties: { it }, ...more }))[0] ?? '')
    .replace(/^it: ?/, '')
    .replace(/^it/, '')

t.test('single values, nullable ones, and what references lead to', async t => {
  const $defs: JsonObject = {
    Addr: { type: 'object', properties: { city: { type: 'string' } } },
    Color: { enum: ['red', 'blue'] },
    Day: { type: 'string', format: 'date' },
    Maybe: { anyOf: [{ $ref: '#/$defs/Color' }, { type: 'null' }] },
    anchored: { $anchor: 'addr', type: 'boolean' },
    named: { $id: 'https://example.org/named', $defs: { inner: { type: 'integer' } }, $ref: '#/$defs/inner' },
    tree: { $dynamicAnchor: 'tree', type: 'array', items: { $dynamicRef: '#tree' } },
  }
  const cases: [Json, string][] = [
    [{ type: 'string' }, 'string'],
    [{ type: ['number', 'null'] }, '?: number'],
    [{ type: ['integer', 'number'] }, 'integer/number'],
    [{ enum: [null, 'a'] }, '?: "a"'],
    [{ type: ['string', 'null'], enum: ['a', null] }, '?: "a"'],
    [{ type: ['string', 'null'], enum: ['a'] }, '"a"'],
    [{ const: 1 }, '1'],
    [{ type: 'null' }, 'null'],
    [{ const: null }, 'null'],
    [{}, ''],
    [true, ''],
    [{ anyOf: [{ $ref: '#/$defs/Addr' }, { type: 'null' }] }, '?: object'],
    [{ oneOf: [{ type: 'null' }, { $ref: '#/$defs/Color' }] }, '?: "red"|"blue"'],
    [{ anyOf: [{ $ref: '#/$defs/Day' }, { const: null }] }, '?: string'],
    [{ anyOf: [{ $ref: '#/$defs/Maybe' }] }, '?: "red"|"blue"'],
    [{ oneOf: [{ $ref: '#/$defs/Day' }] }, 'string'],
    [{ anyOf: [{ allOf: [{ $ref: '#/$defs/Addr' }] }, { enum: [null] }] }, '?: object'],
    [{ allOf: [{ $ref: '#/$defs/Color' }] }, '"red"|"blue"'],
    [{ allOf: [{ enum: ['a', 'b', 'c'] }, { enum: ['b', 'c', 'd'] }] }, '"b"|"c"'],
    [{ $ref: '#addr' }, 'boolean'],
    [{ $ref: 'https://example.org/named' }, 'integer'],
    [{ $ref: '#/$defs/tree' }, 'array'],
    [{ $ref: '#/$defs/missing' }, ''],
    [{ properties: { a: {} } }, 'object'],
    [{ patternProperties: { '^a': {} } }, 'object'],
    [{ prefixItems: [{}] }, 'array'],
    [{ oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }, '"a"|"b"'],
    [{ oneOf: [{ enum: ['lf'] }, { enum: ['crlf'] }] }, '"lf"|"crlf"'],
    [{ anyOf: [{ enum: ['a', 'b'] }, { type: 'string' }] }, 'string'],
    [{ type: 'string', oneOf: [{ format: 'uri' }, { format: 'uuid' }] }, 'string'],
    [
      {
        anyOf: [
          { type: 'string', format: 'date' },
          { type: 'string', format: 'time' },
        ],
      },
      'string',
    ],
    [{ type: ['string', 'number'], title: 'Amount' }, ' of several: string/number'],
    [{ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }, ' of several: string/array'],
    [{ type: 'string', writeOnly: true }, ' secret: string'],
    [{ type: 'array', items: { type: 'string', format: 'password' } }, ' secret: array'],
    [{ anyOf: [{ type: 'string', format: 'password' }, { type: 'null' }] }, '? secret: string'],
  ]
  for (const [part, words] of cases) t.equal(only(part, { $defs }), words, JSON.stringify(part))
  t.equal(only(false), '', 'what is not allowed is no member')
})

t.test('the keywords around a branch go before those of the branch', async t => {
  const level = described({
    $defs: { Day: { type: 'string', format: 'date', title: 'Day', description: 'A day' } },
    properties: { born: { anyOf: [{ $ref: '#/$defs/Day' }, { type: 'null' }], title: 'Birthday', default: null } },
  })
  t.match(describe(member(level, 'born')).schema, {
    title: 'Birthday',
    description: 'A day',
    format: 'date',
    default: null,
  })
})

t.test('schemas that contain themselves are described level by level', async t => {
  const schemas: JsonObject[] = [
    { properties: { name: { type: 'string' }, next: { $ref: '#' } } },
    { $ref: '#/$defs/n', $defs: { n: { properties: { name: {}, next: { $ref: '#/$defs/n' } } } } },
    { properties: { name: {}, next: { allOf: [{ $ref: '#' }] } } },
    { properties: { name: {}, next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } } },
    { properties: { next: { oneOf: [{ $ref: '#' }, { type: 'string' }] } } },
  ]
  for (const schema of schemas) {
    let level = described(schema, {})
    for (let depth = 0; depth < 50; depth++) {
      t.ok(level.members.has('next'), JSON.stringify(schema))
      level = describe(member(level, 'next'), {})
    }
  }
  const lists = described({
    properties: { v: { $ref: '#/$defs/n' } },
    $defs: { n: { type: 'array', items: { $ref: '#/$defs/n' } } },
  })
  let list = describe(member(lists, 'v'))
  for (let depth = 0; depth < 50; depth++) {
    t.strictSame(list.types, ['array'])
    t.ok(list.items)
    if (list.items !== undefined) list = describe(list.items)
  }
  t.strictSame(
    described({ allOf: [{ $ref: '#' }], properties: { a: {} } }).members.size,
    1,
    'a schema that leads to itself',
  )
  t.doesNotThrow(() => described({ anyOf: [{ $ref: '#' }, { type: 'string' }] }))
})

t.test('conditions apply as the value decides', async t => {
  const box: JsonObject = {
    required: ['kind'],
    properties: { kind: { enum: ['box', 'bag'] } },
    if: { properties: { kind: { const: 'box' } }, required: ['kind'] },
    then: { properties: { size: { type: 'number' } }, required: ['size'] },
    else: { properties: { volume: { type: 'number' } } },
  }
  const names = (schema: JsonObject, value: Json): string => inWords(described(schema, value)).join(', ')
  t.equal(names(box, { kind: 'box' }), 'kind*: "box"|"bag", size*: number')
  t.equal(names(box, { kind: 'bag' }), 'kind*: "box"|"bag", volume: number')
  t.strictSame([...described(box).members.keys()], ['kind'], 'without a value no condition applies')
  const { if: condition, then, ...rest } = box
  t.equal(
    names({ ...rest, else: {}, allOf: [{ if: condition ?? {}, then: then ?? {} }] }, { kind: 'box' }),
    'kind*: "box"|"bag", size*: number',
  )
  const card: JsonObject = {
    properties: { card: { type: 'string' } },
    dependentSchemas: { card: { properties: { address: { type: 'string' } }, required: ['address'] } },
    dependentRequired: { card: ['holder'] },
  }
  t.equal(
    names(card, { card: '1' }),
    'card: string, address*: string, holder* required: string/number/boolean/object/array'.replace(
      'holder* required',
      'holder*? of several required',
    ),
  )
  t.equal(names(card, {}), 'card: string')
  const old: JsonObject = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    properties: { card: { type: 'string' } },
    dependencies: { card: { properties: { address: { type: 'string' } } } },
  }
  t.equal(names(old, { card: '1' }), 'card: string, address: string')
})

const mail: JsonObject = { title: 'By mail', properties: { mail: { type: 'string' } }, required: ['mail'] }
const phone: JsonObject = { title: 'By phone', properties: { phone: { type: 'string' } }, required: ['phone'] }

t.test('members beside alternatives', async t => {
  const contact: JsonObject = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' } },
    oneOf: [mail, phone],
  }
  const fits = (value: Json): (number | undefined)[] => described(contact, value).alternatives.map(one => one.fits)
  t.strictSame(fits({ name: 'Ada', mail: 'a@b.c' }), [0])
  t.strictSame(fits({ phone: '1' }), [1])
  t.strictSame(fits({ name: 'Ada' }), [undefined], 'nothing decides')
  t.strictSame(inWords(described(contact, { phone: '1' })), ['name*: string', 'phone*: string'])
  const chosen = describe(
    rootOf(contact),
    { name: 'Ada' },
    new Map([[described(contact).alternatives[0]?.key ?? '', 1]]),
  )
  t.strictSame([...chosen.members.keys()], ['name', 'phone'], 'what was chosen')
  t.equal(chosen.members.get('phone')?.of, chosen.alternatives[0]?.key)
  const needs: JsonObject = {
    type: 'object',
    properties: {
      dir: { type: 'string' },
      dirs: { type: 'array', items: { type: 'string' } },
      name: { type: 'string' },
    },
    required: ['name'],
    anyOf: [{ required: ['dir'] }, { required: ['dirs'] }],
  }
  t.strictSame(
    [described(needs, {}).alternatives.length, [...described(needs, {}).members.keys()]],
    [0, ['dir', 'dirs', 'name']],
  )
})

t.test('a member beside the alternatives can decide', async t => {
  const pets: JsonObject = {
    type: 'object',
    properties: { pets: { enum: ['No', 'One'] } },
    oneOf: [
      { properties: { pets: { enum: ['No'] } } },
      { properties: { pets: { enum: ['One'] }, age: { type: 'number' } }, required: ['age'] },
    ],
  }
  t.strictSame(inWords(described(pets, { pets: 'One' })), ['pets: "No"|"One"', 'age*: number'])
  t.strictSame(inWords(described(pets, { pets: 'No' })), ['pets: "No"|"One"'])
  t.strictSame(inWords(described(pets, {})), ['pets: "No"|"One"'])
  t.strictSame(
    described(pets, {}).alternatives.map(one => one.isAsked),
    [false],
  )
  const open = { ...pets, properties: { pets: { type: 'string' } } }
  t.strictSame(
    inWords(described(open, { pets: 'One' })),
    ['pets: "No"|"One"', 'age*: number'],
    'its values are those of the branches',
  )
})

t.test('the alternative that fits', async t => {
  const $defs: JsonObject = {
    Cat: {
      title: 'Cat',
      type: 'object',
      properties: { kind: { const: 'cat' }, lives: { type: 'integer' } },
      required: ['kind'],
    },
    Dog: { type: 'object', properties: { kind: { const: 'dog' }, name: { type: 'string' } } },
  }
  const fits = (branches: Json[], value: Json): number | undefined => {
    const level = described({ properties: { it: { oneOf: branches } }, $defs })
    return describe(member(level, 'it'), value).alternatives[0]?.fits
  }
  const animals = [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }]
  t.equal(fits(animals, { kind: 'dog' }), 1)
  t.equal(fits(animals, { kind: 'dog', lives: 3 }), 1, 'the constant counts more')
  t.equal(fits(animals, { name: 'Rex' }), 1)
  const [to] = [
    [
      { title: 'Address', type: 'object', properties: { city: { type: 'string' } } },
      { title: 'Person', type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    ],
  ]
  t.equal(fits(to, { name: 'Ada' }), 1, 'of those that are valid the one that declares most members')
  t.equal(
    fits(
      to.map(one => ({ ...one, additionalProperties: false })),
      { name: 5 },
    ),
    1,
    'the nearest',
  )
  t.equal(fits([{ type: 'string' }, { type: 'number' }], 5), 1)
  t.equal(fits([{ type: 'string' }, { type: 'object' }], []), undefined, 'none of this type')
  const level = described({ properties: { it: { oneOf: animals } }, $defs })
  t.match(describe(member(level, 'it')).alternatives, [
    {
      isAsked: true,
      fits: undefined,
      branches: [
        { tellingValues: ['cat'], definition: 'Cat' },
        { tellingValues: ['dog'], definition: 'Dog' },
      ],
    },
  ])
  t.equal(describe(member(level, 'it'), { kind: 'cat' }).members.get('kind')?.isTelling, true)
})

t.test('further members, maps and patterns', async t => {
  const open: JsonObject = { type: 'object', properties: { name: { type: 'string' } } }
  t.equal(described(open, {}).mayHaveMore, true)
  t.equal(described({ ...open, additionalProperties: false }, {}).mayHaveMore, false)
  t.equal(described({ ...open, unevaluatedProperties: false }, {}).mayHaveMore, false)
  const elsewhere: JsonObject = { ...open, allOf: [{ patternProperties: { '^x_': true } }] }
  t.equal(described({ ...elsewhere, unevaluatedProperties: false }, {}).mayHaveMore, true)
  t.equal(described({ ...elsewhere, additionalProperties: false }, {}).mayHaveMore, false)
  const map: JsonObject = {
    ...open,
    patternProperties: { '^x_': { type: 'number' } },
    additionalProperties: { type: 'boolean' },
  }
  const more = [
    open,
    { ...open, additionalProperties: true },
    map,
    { ...open, patternProperties: { '^x_': { type: 'number' } } },
  ]
  t.strictSame(
    [...more, { type: 'object' }, {}].map(schema => describesMore(described(schema, { a: 1 }))),
    [false, false, true, true, true, true],
  )
  const level = described(map, { x_a: 1, other: true })
  t.strictSame(inWords(level), ['name: string', 'x_a present: number', 'other present: boolean'])
  const kindOf = (name: string): readonly string[] | undefined => {
    const part = memberPart(level, name)
    return part && describe(part).types
  }
  t.strictSame([kindOf('x_b'), kindOf('b')], [['number'], ['boolean']])
  const closed = described({ ...map, additionalProperties: false })
  t.strictSame([closed.mayHaveMore, memberPart(closed, 'b')], [true, undefined])
  t.equal(memberPart(described({ ...map, propertyNames: { maxLength: 3 } }), 'long'), undefined)
  t.strictSame(
    inWords(described({ ...open, additionalProperties: false, required: ['name', 'b'] }, { more: 1 })),
    [
      'name*: string',
      'b*? of several required: string/number/boolean/object/array',
      'more? of several present: string/number/boolean/object/array',
    ],
    'what is required or stored is shown, whatever is allowed',
  )
})

t.test('arrays', async t => {
  const at = described({
    properties: {
      at: { type: 'array', prefixItems: [{ type: 'number', title: 'Longitude' }, { type: 'number' }], items: false },
    },
  })
  const tuple = describe(member(at, 'at'))
  t.strictSame(
    tuple.tuple.map(part => describe(part).schema['title']),
    ['Longitude', undefined],
  )
  t.equal(tuple.items, undefined)
  const any = describe(member(described({ properties: { l: { type: 'array' } } }), 'l'))
  t.ok(any.items !== undefined && describe(any.items).alternatives[0]?.branches.length === 5)
  const references = describe(
    member(
      described({ properties: { l: { type: 'array', 'x-resource-type': 'task', items: { type: 'string' } } } }),
      'l',
    ),
  )
  t.ok(references.items !== undefined && describe(references.items).schema['x-resource-type'] === 'task')
})

t.test('the same description for the same members, whatever their values', async t => {
  const schema: JsonObject = {
    properties: { a: { type: 'string' } },
    if: { required: ['b'] },
    then: { properties: { c: {} } },
  }
  t.equal(described(schema, { a: 'x' }), described(schema, { a: 'y' }))
  t.not(described(schema, { a: 'x' }), described(schema, { a: 'x', b: 1 }))
})

t.test('validity, as far as it decides what is shown', async t => {
  const valid: [JsonObject, Json, boolean][] = [
    [{ type: 'integer', default: '' }, '', false],
    [{ type: 'string', format: 'date' }, 'today', false],
    [{ type: 'string', pattern: '^a' }, 'b', false],
    [{ minItems: 2 }, [1], false],
    [{ type: 'number', multipleOf: 0.01 }, 4.02, true],
    [{ maxLength: 2 }, '😀😀', true],
    [{ $ref: '#/$defs/x', $defs: { x: { enum: [{ a: 1 }] } } }, { a: 1 }, true],
    [
      { allOf: [{ patternProperties: { '^x-': { type: 'string' } } }], unevaluatedProperties: false },
      { 'x-a': 'b' },
      true,
    ],
    [
      { allOf: [{ patternProperties: { '^x-': { type: 'string' } } }], unevaluatedProperties: false },
      { a: 'b' },
      false,
    ],
    [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, false],
    [{ not: { const: 1 } }, 1, false],
    [{ contains: { const: 1 }, maxContains: 1 }, [1, 1], false],
    [{ uniqueItems: true }, [{ a: 1 }, { a: 1 }], false],
    [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, false],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, false],
    [{ properties: { a: { properties: { b: false } } } }, { a: { b: 1 } }, false],
  ]
  for (const [schema, value, isRight] of valid)
    t.equal(isValidFor(rootOf(schema), value), isRight, JSON.stringify(schema))
  const loop: JsonObject = { allOf: [{ $ref: '#' }, { $ref: '#' }] }
  t.equal(isValidFor(rootOf(loop), {}), true, 'what takes too long counts as valid')
})

t.test('secrets at any depth', async t => {
  const secret: JsonObject = {
    properties: { a: { anyOf: [{ properties: { b: { items: { writeOnly: true } } } }, { type: 'null' }] } },
  }
  t.equal(holdsSecrets(rootOf(secret)), true)
  t.equal(holdsSecrets(rootOf({ properties: { a: { $ref: '#' } }, $defs: { unused: { writeOnly: true } } })), false)
})

t.test('the names of formats are those that have tests', async t => {
  t.strictSame(knownFormats(), Object.keys(allFormats()).sort())
})

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
        grid: {
          type: 'array',
          items: { type: 'array', items: object({ x: { type: 'number', 'x-index': true }, y: { type: 'number' } }) },
        },
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
  for (const name of ['x', 'y']) t.match(resolve(['grid', name]), { kind: 'number', many: true, nested: true })
  t.notOk(resolve(['people', 'home', 'city'])?.nested)
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
    ['address', 'people', 'parent', 'free', 'grid', 'address.city', 'people.home.city', 'grid.x'],
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
  const inside = (schema: Json): Json => ({ type: 'array', items: object({ q: object({ r: schema }) }) })
  const [from, to] = [one(inside(text)), one(inside({ type: 'number' }))]
  t.strictSame(names(describeChange(from, to).retyped), ['p.q.r'], 'what is inside of a property is a column too')
  t.notOk(isRetyped(inside(text), inside({})))
})

/** Whether a form can only show JSON although the schema says something of the value. */
const isOnlyJson = ({ types, choices, alternatives, members, schema }: Description): boolean =>
  types.length + alternatives.length + members.size === 0 &&
  choices === undefined &&
  Object.keys(schema).some(keyword => keyword !== 'title' && keyword !== '$comment')

/** The places in a value, and its absent members, for which a form has no field or only JSON. */
function withoutField(part: Part | undefined, value: Json | undefined, pointer = ''): string[] {
  if (part === undefined) return [pointer]
  const level = describe(part, value)
  const { members, tuple, items } = level
  if (Array.isArray(value))
    return value.flatMap((item, at) => withoutField(tuple[at] ?? items, item, `${pointer}/${at}`))
  const data = isObject(value) ? value : {}
  const absent = [...members.values()].filter(one => !(one.name in data) && isOnlyJson(describe(one.part)))
  const inside = Object.entries(data).flatMap(([name, one]) =>
    withoutField(members.get(name)?.part ?? memberPart(level, name), one, `${pointer}/${name}`),
  )
  return [...(isOnlyJson(level) ? [pointer] : []), ...absent.map(({ name }) => `${pointer}/${name}`), ...inside]
}

t.test('each example of JSON Forms becomes a complete form', async t => {
  const examples = getExamples().filter(({ schema }) => schema !== undefined)
  t.ok(examples.length > 60)
  for (const example of examples) {
    const given: unknown = JSON.parse(JSON.stringify(example.schema))
    const data: unknown = JSON.parse(JSON.stringify(example.data ?? {}))
    if (!isObject(given)) throw new Error(`${example.name}: its schema is no object`)
    const { schema, rewritten } = rewriteSchema(given)
    compileSchema(schema)
    const isWrapped = rewritten.some(({ code }) => code === 'wrapped')
    const value = isWrapped ? { value: data } : data
    t.strictSame(withoutField(rootOf(schema), isObject(value) ? value : {}), [], example.name)
  }
})

import t from 'tap'
import type { Json, JsonObject } from '../../json/types.ts'
import { compileSchema } from '../index.ts'

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more })

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
      ['a: must not hold the same value twice'],
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
      ['a: must hold at least 1 of the items that the schema asks for'],
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

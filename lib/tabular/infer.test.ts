import t from 'tap'
import type { Json, JsonObject } from '../json/index.ts'
import { createRowReader, inferSchema, type Rows } from './index.ts'
import type { Inference } from './infer/index.ts'
import { className, Names, propertyName, typeName } from './infer/names.ts'
import { cellOf } from './csv-line.ts'
import { spelledNumber } from './spellings.ts'

const rowsOf = (data: readonly JsonObject[]) =>
  async function* (): Rows {
    yield data.map((row, index) => ({ number: index + 1, line: index + 1, data: row }))
    yield [
      {
        number: data.length + 1,
        line: data.length + 1,
        problems: [{ field: '', message: 'cannot be read' }],
        row: 'x',
      },
    ]
  }

/** The result of inferring from rows, and a function that converts them to data of the inferred schema. */
async function inferred(
  data: readonly JsonObject[],
  isCsv = false,
): Promise<Inference & { convert: (row: JsonObject) => JsonObject }> {
  const inference = await inferSchema(rowsOf(data)(), isCsv ? {} : undefined)
  const read = createRowReader({ schema: inference.schema, isCsv, byTitle: true })
  const mapped = createRowReader({
    schema: inference.schema,
    isCsv,
    mapping: new Map(inference.columns.filter(one => one.isOfFile).map(({ heading, property }) => [heading, property])),
  })
  const convert = (row: JsonObject): JsonObject => {
    t.strictSame(mapped(row), read(row), 'by a mapping as well as by titles')
    return read(row) as JsonObject
  }
  return { ...inference, convert }
}

/** The result for one column with these values. */
async function column(
  values: readonly Json[],
  cells = false,
): Promise<{ schema: Json; values: Json[]; converted: number }> {
  const inference = await inferred(
    values.map(value => ({ C: value })),
    cells,
  )
  const properties = inference.schema['properties'] as Record<string, JsonObject>
  const { title, ...schema } = properties['c'] ?? {}
  t.equal(title, 'C')
  const converted = inference.columns.reduce((sum, plan) => sum + plan.converted, 0)
  return { schema, values: values.map(value => inference.convert({ C: value })['c'] ?? null), converted }
}

t.test('headings become camelCase names', async t => {
  const names = {
    'US Gross': 'usGross',
    'IMDB Rating': 'imdbRating',
    'Running Time min': 'runningTimeMin',
    'MPAA Rating': 'mpaaRating',
    release_date: 'releaseDate',
    userID: 'userID',
    HTMLParser: 'htmlParser',
    'e-mail': 'eMail',
    "it's": 'its',
    'Größe (cm)': 'größeCm',
    ['__proto__']: 'proto',
    '@type': 'type',
    'a.b': 'aB',
    名前: '名前',
    '#!': 'column1',
  }
  for (const [heading, name] of Object.entries(names)) t.equal(propertyName(heading, 1), name, heading)
  t.ok(propertyName('x'.repeat(500), 1).length <= 128)
  const taken = new Names()
  t.strictSame(
    ['a b', 'aB', 'a_b', '', 'a b 2'].map(heading => taken.next(heading)),
    ['aB', 'aB2', 'aB3', 'column4', 'aB22'],
  )
})

t.test('a minority is converted to the kind of the majority if nothing is lost', async t => {
  t.strictSame(await column(['x', 1776, 'y', 2.5]), {
    schema: { type: 'string' },
    values: ['x', '1776', 'y', '2.5'],
    converted: 2,
  })
  t.strictSame(await column([1, '2', 3]), { schema: { type: 'integer' }, values: [1, 2, 3], converted: 1 })
  t.strictSame(await column([1, '2.5', 3]), { schema: { type: 'number' }, values: [1, 2.5, 3], converted: 1 })
  t.strictSame(await column([1, '2.50', 3]), {
    schema: { type: ['integer', 'string'] },
    values: [1, '2.50', 3],
    converted: 0,
  })
  t.strictSame(await column([1, 'n/a', 3]), {
    schema: { type: ['integer', 'string'] },
    values: [1, 'n/a', 3],
    converted: 0,
  })
  t.strictSame(await column([true, 'false', true]), {
    schema: { type: 'boolean' },
    values: [true, false, true],
    converted: 1,
  })
  t.strictSame(await column([true, 1, 2]), {
    schema: { type: ['boolean', 'integer'] },
    values: [true, 1, 2],
    converted: 0,
  })
  t.strictSame(await column([1, 2.5, null]), {
    schema: { type: ['number', 'null'] },
    values: [1, 2.5, null],
    converted: 0,
  })
  t.strictSame(await column([1e300, 1]), { schema: { type: 'number' }, values: [1e300, 1], converted: 0 })
  t.strictSame(await column([null, null]), { schema: {}, values: [null, null], converted: 0 })
})

t.test('a column in which all dates have one format becomes ISO dates; nothing is guessed', async t => {
  const date = { type: 'string', format: 'date' }
  t.strictSame(await column(['Jun 12 1998', 'Aug 07 2046']), {
    schema: date,
    values: ['1998-06-12', '2046-08-07'],
    converted: 2,
  })
  t.strictSame(await column(['1963-01-01', '2000-02-29']), {
    schema: date,
    values: ['1963-01-01', '2000-02-29'],
    converted: 0,
  })
  t.strictSame((await column(['1 May 1999', '31 December 2001'])).values, ['1999-05-01', '2001-12-31'])
  t.strictSame((await column(['31.12.1999', '1.2.2000'])).values, ['1999-12-31', '2000-02-01'])
  t.strictSame((await column(['2020-01-01T00:00:00.5+01:00', '2020-01-01T00:00:00Z'])).schema, {
    type: 'string',
    format: 'date-time',
  })
  const texts = [
    ['Jun 12 1998', '1963-01-01'],
    ['Jun 12 98', 'Jun 13 1998'],
    ['03/04/1998', '05/06/1999'],
    ['2001-02-29', '2001-02-28'],
    ['Jun 12 1998', ''],
    ['2020-01-01 00:00:00', '2020-01-01 00:00:01'],
    ['Foo 12 1998', 'Jun 12 1998'],
    ['2020-13-01', '2020-12-01'],
  ]
  for (const values of texts)
    t.strictSame(await column(values), { schema: { type: 'string' }, values, converted: 0 }, values.join())
  t.strictSame((await column(['Jun 12 1998', 'Jun 13 1998', 1998])).schema, { type: 'string' }, 'a year among dates')
})

t.test('CSV cells are read as the kind that fits all of them', async t => {
  t.strictSame(await column(['1', '-20'], true), { schema: { type: 'integer' }, values: [1, -20], converted: 2 })
  t.strictSame(await column(['1.50', '2.e3', '-.5', '5.', '+0.25', '12', '-0.0'], true), {
    schema: { type: 'number' },
    values: [1.5, 2000, -0.5, 5, 0.25, 12, 0],
    converted: 7,
  })
  t.strictSame((await column(['1.0', '2.0'], true)).schema, { type: 'number' }, 'the next file can have 2.5')
  t.strictSame(await column(['TRUE', 'false'], true), {
    schema: { type: 'boolean' },
    values: [true, false],
    converted: 2,
  })
  for (const values of [
    ['007', '8'],
    ['1', 'n/a'],
    ['9007199254740993', '1'],
    ['+1', '2'],
    ['+49301234', '2'],
    ['1e400', '1'],
    ['1.5e400', '1'],
    ['1.5e-400', '1'],
    ['1E5', '0E0'],
    ['01.5', '1'],
    ['-0', '1'],
    ['.', '1'],
    ['1,5', '2'],
    [' 1', '2'],
    ['1.23456789012345678', '2'],
    ['true', '1'],
  ]) {
    t.strictSame(await column(values, true), { schema: { type: 'string' }, values, converted: 0 }, values.join())
  }
  for (const number of [0.1, 1 / 3, 5e-324, 1e21, -1e-7, 1.7976931348623157e308, -0.5, 123456789012345])
    t.equal(spelledNumber(cellOf(number)), number)
  t.equal(spelledNumber('0.1234567890123456789'), undefined)
  t.equal(spelledNumber('0.50000000000000000000'), 0.5, 'zeros at the end are no digits')
  t.equal(spelledNumber('1.2345678e-320'), undefined, 'the smallest numbers have fewer digits')
  for (const [text, number] of Object.entries({ '1E5': 1e5, '0E8': 0, '+5': 5, '.097': 0.097, '5.': 5, '-0': 0 }))
    t.equal(spelledNumber(text, { isDeclared: true }), number, text)
  for (const text of ['007', '+', '1 000', '9007199254740993', '0x10'])
    t.equal(spelledNumber(text, { isDeclared: true }), undefined, text)
  for (const [text, number] of Object.entries({
    '13,75': 13.75,
    ',5': 0.5,
    '7': 7,
    '1.5': undefined,
    '1.000,5': undefined,
  }))
    t.equal(spelledNumber(text, { decimal: ',' }), number, text)
})

t.test('moments of other systems are read if they have a zone', async t => {
  const moments = {
    '2015-11-06T09:45+01:00': '2015-11-06T09:45:00+01:00',
    '2025-02-27 10:00:00+00': '2025-02-27T10:00:00+00:00',
    '2025-02-27 10:00:00.25 -0330': '2025-02-27T10:00:00.25-03:30',
    '2025-02-27 10:00:00 UTC': '2025-02-27T10:00:00Z',
    '2025-02-27T10:00:00Z': '2025-02-27T10:00:00Z',
  }
  const { schema, values } = await column(Object.keys(moments))
  t.strictSame(schema, { type: 'string', format: 'date-time' })
  t.strictSame(values, Object.values(moments))
  for (const text of [
    '2025-02-27 10:00',
    '2025-02-30 10:00Z',
    '2025-02-27 24:00Z',
    '2025-02-27 10:00 CET',
    '2025-02-27Z',
  ])
    t.strictSame((await column([text])).schema, { type: 'string' }, text)
})

t.test('names in nested data are data: maps, and objects whose names stay', async t => {
  const planned = async (data: readonly JsonObject[]): Promise<JsonObject> => {
    const { schema, convert } = await inferred(data)
    t.strictSame(data.map(convert), data)
    return schema['properties'] as JsonObject
  }
  const prices = [{ price: { EUR: 1, 'US dollar': 2.5 } }, { price: { GBP: 4 } }, { price: {} }]
  t.match(await planned(prices), { price: { additionalProperties: { type: 'number' } } }, 'no key in common')
  const versions = [{ stats: { '3': 'n', '3.5': 'y', '35': 'a', '15.2-15.3': 'x' } }]
  t.match(await planned(versions), { stats: { properties: undefined, additionalProperties: { type: 'string' } } })
  const titles = [{ title: { 'en-US': 'A', _x: 1, '@type': 'T' } }, { title: { 'en-US': 'B' } }]
  t.strictSame((await planned(titles))['title'], {
    title: 'title',
    type: 'object',
    properties: { 'en-US': { title: 'en-US', type: 'string' }, _x: { title: '_x', type: 'integer' } },
    required: ['en-US'],
  })
  const sparse = Array.from({ length: 30 }, (_, n) => ({ n: { all: n, [`k${n}`]: n, [`m${n}`]: { 'in it': n } } }))
  t.match(await planned(sparse), {
    n: { additionalProperties: { type: ['integer', 'object'], properties: { 'in it': { type: 'integer' } } } },
  })
  const full = Array.from({ length: 3 }, () => ({ n: Object.fromEntries(sparse.map((_, at) => [`k${at}`, at])) }))
  t.match(
    await planned(full),
    { n: { properties: { k0: { type: 'integer' } } } },
    'many names, but the same in all rows',
  )
  const deep = (name: string, levels: number): JsonObject =>
    levels === 0 ? { [name]: 1 } : { [name]: deep(name, levels - 1) }
  await planned([{ top: deep('Some Name', 12) }])
  const mixed = await inferred([{ map: { a: 1 } }, { map: { b: '2', c: 3 } }])
  t.strictSame(mixed.convert({ map: { b: '2' } }), { map: { b: 2 } }, 'values of maps are converted like others')
})

t.test('inferring reads what an export writes', async t => {
  const rows = [
    {
      '@id': 'urn:a:1',
      'address.city': 'X',
      'address.geo.lat': '1.50',
      tags: '["a","b"]',
      map: '{"k":[1]}',
      'No.': '1',
    },
    { '@id': 'urn:a:2', 'address.city': 'Y', tags: '[]', map: '{}', 'No.': '2', 'v1.5': 'x' },
  ]
  const { schema, convert, columns } = await inferred(rows, true)
  t.match(schema, {
    properties: {
      address: {
        type: 'object',
        properties: { city: { type: 'string' }, geo: { type: 'object', properties: { lat: { type: 'number' } } } },
        required: ['city'],
      },
      tags: { type: 'array', items: { type: 'string' } },
      map: { type: 'object' },
      no: { type: 'integer' },
      v15: { type: 'string' },
    },
    required: ['address', 'tags', 'map', 'no'],
  })
  t.strictSame(rows.map(convert), [
    { '@id': 'urn:a:1', address: { city: 'X', geo: { lat: 1.5 } }, tags: ['a', 'b'], map: { k: [1] }, no: 1 },
    { '@id': 'urn:a:2', address: { city: 'Y' }, tags: [], map: {}, no: 2, v15: 'x' },
  ])
  t.match(
    columns.find(({ heading }) => heading === 'address.geo.lat'),
    { property: 'address.geo.lat', converted: 1, rewritten: 1 },
  )
  const ambiguous = [
    { a: 'x', 'a.b': 'y', 'Postal Address.Zip Code': '01234', 'c. d': '1', '.e': '2', j: '[1]' },
    { j: '[1' },
  ]
  t.strictSame((await inferred(ambiguous, true)).convert(ambiguous[0] ?? {}), {
    a: 'x',
    aB: 'y',
    postalAddress: { 'Zip Code': '01234' },
    cD: 1,
    e: 2,
    j: '[1]',
  })
})

t.test('properties that every row has are required; nested objects and arrays are described too', async t => {
  const rows: JsonObject[] = [
    {
      '@id': 'urn:thing:1',
      Name: 'a',
      Address: { 'Zip Code': 12345, Since: 'Jan 1 2000' },
      Tags: ['x', 1, null],
      Any: { a: 1 },
    },
    { Name: 'b', Address: { 'Zip Code': '01234', Since: 'Feb 2 2000' }, Tags: [], Any: 'text', Extra: null },
  ]
  const { schema, convert, columns, rows: count } = await inferred(rows)
  t.equal(count, 2)
  t.strictSame([typeName('blog-post'), className('blog-post')], ['Blog Post', 'BlogPost'])
  const date = { title: 'Since', type: 'string', format: 'date' }
  t.strictSame(schema, {
    type: 'object',
    properties: {
      name: { title: 'Name', type: 'string' },
      address: {
        title: 'Address',
        type: 'object',
        properties: { 'Zip Code': { title: 'Zip Code', type: 'string' }, Since: date },
        required: ['Zip Code', 'Since'],
      },
      tags: { title: 'Tags', type: 'array', items: { type: ['string', 'null'] } },
      any: {
        title: 'Any',
        type: ['string', 'object'],
        properties: { a: { title: 'a', type: 'integer' } },
        required: ['a'],
      },
      extra: { title: 'Extra' },
    },
    required: ['name', 'address', 'tags', 'any'],
  })
  t.strictSame(rows.map(convert), [
    {
      '@id': 'urn:thing:1',
      name: 'a',
      address: { 'Zip Code': '12345', Since: '2000-01-01' },
      tags: ['x', '1', null],
      any: { a: 1 },
    },
    { name: 'b', address: { 'Zip Code': '01234', Since: '2000-02-02' }, tags: [], any: 'text', extra: null },
  ])
  t.match(
    columns.find(plan => plan.heading === 'Address.Zip Code'),
    { property: 'address.Zip Code', types: ['string'], converted: 1, example: { from: 12345, to: '12345' } },
  )
})

t.test('objects that are maps stay unchanged, and a file without rows is refused', async t => {
  const map = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`Key ${i}`, i]))
  const { schema, convert } = await inferred([{ Counts: map }])
  t.match(schema, { properties: { counts: { title: 'Counts', type: 'object', properties: undefined } } })
  t.strictSame(convert({ Counts: map }), { counts: map })
  const deep = JSON.parse('{"a":'.repeat(40) + '1' + '}'.repeat(40)) as JsonObject
  t.strictSame((await inferred([deep])).convert(deep), deep)
  const wide = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, i]))
  await t.rejects(inferred([wide]), { name: 'TabularError', message: /more than 1000 different columns/ })
})

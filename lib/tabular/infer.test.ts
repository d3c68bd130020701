import t from 'tap'
import type { Json, JsonObject } from '../json/index.ts'
import { createRowReader, inferSchema, type Rows } from './index.ts'
import type { Inference } from './infer/index.ts'
import { className, Names, propertyName, typeName } from './infer/names.ts'
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
  const inference = await inferSchema(rowsOf(data)(), isCsv)
  const read = createRowReader({ schema: inference.schema, isCsv, byTitle: true })
  const mapped = createRowReader({
    schema: inference.schema,
    isCsv,
    mapping: new Map(inference.columns.map(({ heading, property }) => [heading, property])),
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
  t.strictSame(await column(['1.50', '2e3'], true), { schema: { type: 'number' }, values: [1.5, 2000], converted: 2 })
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
    ['1e400', '1'],
    ['true', '1'],
  ]) {
    t.strictSame(await column(values, true), { schema: { type: 'string' }, values, converted: 0 }, values.join())
  }
  for (const number of [0.1, 1 / 3, 5e-324, 1.7976931348623157e308, -0.5, 123456789012345])
    t.equal(spelledNumber(String(number)), number)
  t.equal(spelledNumber('0.1234567890123456789'), undefined)
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
        properties: { zipCode: { title: 'Zip Code', type: 'string' }, since: date },
        required: ['zipCode', 'since'],
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
      address: { zipCode: '12345', since: '2000-01-01' },
      tags: ['x', '1', null],
      any: { a: 1 },
    },
    { name: 'b', address: { zipCode: '01234', since: '2000-02-02' }, tags: [], any: 'text', extra: null },
  ])
  t.match(
    columns.find(plan => plan.heading === 'Address.Zip Code'),
    { property: 'address.zipCode', types: ['string'], converted: 1, example: { from: 12345, to: '12345' } },
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

import t from 'tap'
import { compileSchema } from '../json-schema/index.ts'
import type { Json, JsonObject } from '../json/index.ts'
import { cellOf } from './csv-line.ts'
import { createRowReader, inferSchema, isRefused, readRows } from './index.ts'
import type { Format, Reading, RefusedRow, Row, Rows } from './index.ts'
import type { Inference } from './infer/index.ts'
import { Names, className, propertyName, typeName } from './infer/names.ts'
import { previewColumns } from './preview/index.ts'
import type { PreviewOptions } from './preview/index.ts'
import { spelledNumber } from './spellings.ts'

/** Read a text as it could arrive: in chunks of this many bytes. */
async function read(
  text: string | Buffer,
  format: Format,
  size: number,
  more: Omit<Reading, 'format'> = {},
): Promise<(Row | RefusedRow)[]> {
  const bytes = Buffer.from(text)
  async function* pieces(): AsyncIterable<Buffer> {
    for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
  }
  const rows: (Row | RefusedRow)[] = []
  for await (const portion of readRows(pieces(), { format, ...more })) rows.push(...portion)
  return rows
}

const withoutLines = (rows: readonly (Row | RefusedRow)[]): unknown[] =>
  rows.map(row => (isRefused(row) ? row : row.data))

const sizes = [1, 2, 3, 7, 1 << 16]

t.test('the rows of a file do not depend on how it is split into chunks', async t => {
  const rows = [
    { a: 'quote " backslash \\ brackets ]}[{ comma , ä 😀 日本', b: [1, { c: [] }], d: {} },
    { '': null, __proto__x: 'x', n: -1.5e-7 },
    {},
  ]
  const array = `\ufeff [\r\n${rows.map(row => JSON.stringify(row, null, 2)).join(' ,\n')}\n]\n`
  const lines = rows.map(row => JSON.stringify(row)).join('\r\n\r\n')
  for (const size of sizes) {
    t.strictSame(withoutLines(await read(array, 'json', size)), rows, `array in chunks of ${size}`)
    t.strictSame(withoutLines(await read(lines, 'ndjson', size)), rows, `lines in chunks of ${size}`)
  }
  t.strictSame(await read('[]', 'json', 1), [])
  t.strictSame(await read('', 'ndjson', 1), [])
  t.strictSame(await read('\n', 'csv', 1), [])
})

t.test('a row that is not an object or not JSON is refused with its line number, and the others are read', async t => {
  const array =
    '[\n{"a":1},\n7,\n{"a":1,"a":2},\n{"a":tru},\nnull, "text", [1,[2]],\n{"n":12345678901234567890}\n,{"b":\n2}]'
  for (const size of sizes) {
    const rows = await read(array, 'json', size)
    t.strictSame(
      rows.map(row => row.line),
      [2, 3, 4, 5, 6, 6, 6, 7, 8],
    )
    t.strictSame(rows.map(isRefused), [false, true, true, true, true, true, true, true, false])
  }
  const [, number, twice, broken, , , , large] = (await read(array, 'json', 1)).filter(isRefused).map(row => row)
  t.match(number, { line: 4, row: '{"a":1,"a":2}' })
  t.match(twice, { line: 5, row: '{"a":tru}' })
  t.match(broken?.problems, [{ field: '', message: /must be an object, not null/ }])
  t.equal(large, undefined)
  const lines = await read('{"a":1}\n[1]\n\n{"a":\n', 'ndjson', 3)
  t.strictSame(
    lines.map(row => [row.line, isRefused(row)]),
    [
      [1, false],
      [2, true],
      [4, true],
    ],
  )
})

t.test('a document that is not an array stops reading and reports the position', async t => {
  const failures: [string, RegExp][] = [
    ['{"a":1}\n{"a":2}', /line 1: .*begins with \{; .*NDJSON/],
    ['[\n{"a":1}\n{"a":2}]', /line 3: unexpected \{ between/],
    ['[{"a":1},\n]', /line 2: unexpected \]/],
    ['[,{"a":1}]', /line 1: unexpected ,/],
    ['[{"a":1}]\n[', /line 2: unexpected \[ after/],
    ['[{"a":1},\n{"a":', /line 2: the file ends/],
    ['', /the file ends/],
  ]
  for (const [text, message] of failures) {
    for (const size of sizes) await t.rejects(read(text, 'json', size), { name: 'TabularError', message })
  }
  await t.rejects(read(Buffer.from([0x7b, 0x0a, 0xff, 0x7d]), 'ndjson', 9), { message: /not UTF-8/ })
})

t.test('CSV: cells are texts, empty cells are absent, line numbers include lines inside quotes', async t => {
  const csv = '\ufeffa,"b ""q""",c\r\n1,"x\r\ny",\r\n\r\n,,"z, z"\n=1+1,"",é\n'
  for (const size of sizes) {
    t.strictSame(await read(csv, 'csv', size), [
      { number: 1, line: 2, data: { a: '1', 'b "q"': 'x\r\ny' } },
      { number: 2, line: 5, data: { c: 'z, z' } },
      { number: 3, line: 6, data: { a: '=1+1', c: 'é' } },
    ])
  }
  for (const size of sizes) {
    const macintosh = 'sep=;\ra;b\r1;"x\ry"\r2;z'
    t.strictSame(await read(macintosh, 'csv', size), [
      { number: 1, line: 3, data: { a: '1', b: 'x\ry' } },
      { number: 2, line: 4, data: { a: '2', b: 'z' } },
    ])
  }
  for (const size of sizes) {
    const blank = await read('\r\n ; \n\r\na;"b, c, d\r\n, e";f\r\n1;2;3', 'csv', size)
    t.match(
      blank,
      [{ line: 6, data: { a: '1', 'b, c, d\r\n, e': '2', f: '3' } }],
      'in the first line that is not blank',
    )
  }
  t.match(await read('"a"\nb;c\n', 'csv', 99), [{ data: { a: 'b;c' } }])
  for (const size of sizes) {
    const unicode = Buffer.from('\ufeffName\tPreis €\r\nTee 🍵\t3\r\n', 'utf16le')
    const found = [{ number: 1, line: 2, data: { Name: 'Tee 🍵', 'Preis €': '3' } }]
    t.strictSame(await read(unicode, 'csv', size), found, 'the Unicode text of spreadsheet programs')
    t.strictSame(await read(Buffer.from(unicode).swap16(), 'csv', size), found)
    await t.rejects(read(unicode.subarray(0, -1), 'csv', size), { message: /^the file is not UTF-16LE/ })
  }
  t.strictSame(await read('a|b\n1|2', 'csv', 4, { delimiter: '|' }), [{ number: 1, line: 2, data: { a: '1', b: '2' } }])
  const [few, good, many] = await read('a,b\n1\n1,2\n1,2,3\n', 'csv', 5)
  t.strictSame(few, {
    number: 1,
    line: 2,
    problems: [{ field: '', message: 'has 1 cell for 2 headings' }],
    row: ['1'],
  })
  t.strictSame(good, { number: 2, line: 3, data: { a: '1', b: '2' } })
  t.match(many, { number: 3, line: 4, row: ['1', '2', '3'] })
  const broken = await read('a,b,c\n1,x\ry,2\n1,"x\ry",2\n', 'csv', 99)
  const message = 'has 2 cells for 3 headings'
  t.match(broken, [
    { line: 2, problems: [{ message }], row: ['1', 'x'] },
    { line: 3, problems: [{ message }], row: ['y', '2'] },
    { data: { b: 'x\ry' } },
  ])
  t.match(await read('a,b,c\r\n1,x\ny,2\r\n', 'csv', 99), [{ problems: [{ message }] }, { problems: [{ message }] }])
  for (const [delimiter, size] of [
    [';', 1],
    ['\t', 3],
    [',', 99],
  ] as const)
    t.match(
      await read(`a${delimiter}"b"\n1${delimiter}2`, 'csv', size),
      [{ data: { a: '1', b: '2' } }],
      'detected in the first line',
    )
  const [hostile] = await read('__proto__,constructor\n1,2\n', 'csv', 50)
  t.match(hostile, { problems: [{ field: '', message: 'a property must not be named __proto__' }] })
  const [nul] = await read('a\n\u0000\n', 'csv', 50)
  t.match(nul, { problems: [{ field: 'a', message: 'must not contain U+0000' }] })
  await t.rejects(read(Buffer.from('name,n\na,1\n', 'utf16le'), 'csv', 50), { message: /^line 1: .*U\+0000.*UTF-16/ })
  t.strictSame(
    await read('a,,b,,\n1,,2,,\n1,,2,,x\n', 'csv', 50),
    [
      { number: 1, line: 2, data: { a: '1', b: '2' } },
      {
        number: 2,
        line: 3,
        problems: [{ field: '', message: 'has a cell in one of several columns without a heading' }],
        row: { a: '1', b: '2', '': 'x' },
      },
    ],
    'columns of a spreadsheet that are empty',
  )
  const numbered = await read('a,a,a 2\n1,2,3\n', 'csv', 50, { numberHeadings: true })
  t.match(numbered, [{ data: { a: '1', 'a 3': '2', 'a 2': '3' } }])
})

t.test('malformed CSV stops reading', async t => {
  for (const size of sizes) {
    await t.rejects(read('a,b\n1,2\n3,"4\n5,6\n', 'csv', size), { message: /^line 3: a quote that opens/ })
    await t.rejects(read('a,b\n1,"x"y\n', 'csv', size), { message: /^line 2: a quote inside/ })
  }
  await t.rejects(read('a,b,a\n1,2,3', 'csv', 9), {
    message: /^line 1: the heading "a" occurs more than once, in the columns 1, 3/,
  })
})

t.test('the beginning of a file: an incomplete last row is left out', async t => {
  const beginnings: [string, Format, number][] = [
    ['[{"a":1},{"a":2}', 'json', 2],
    ['[{"a":1},{"a":', 'json', 1],
    ['{"a":1}\n{"a":2}', 'ndjson', 2],
    ['{"a":1}\n{"a":"ü', 'ndjson', 1],
    ['a,b\n1,2\n3,4\n', 'csv', 2],
    ['a,b\n1,2\n3,4', 'csv', 2],
    ['a,b\n1,2\n3', 'csv', 1],
    ['a,b\n1,2\n3,"4\n', 'csv', 1],
  ]
  for (const [text, format, count] of beginnings) {
    const whole = await read(text, format, 2, { isBeginning: true })
    t.equal(whole.length, count, text)
    t.notOk(whole.some(isRefused))
  }
  const cut = await read(Buffer.from('{"a":1}\n{"a":"ü').subarray(0, -1), 'ndjson', 3, { isBeginning: true })
  t.equal(cut.length, 1, 'inside a character')
})

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

t.test('values at any depth are converted to the type that is inferred, or have none', async t => {
  const wraps: ((value: Json, row: number) => Json)[] = [
    value => ({ inner: value }),
    value => [value],
    (value, row) => ({ [`name ${row}`]: value }),
    (value, row) => (row === 0 ? value : [value]),
  ]
  for (const outer of wraps) {
    for (const wrap of wraps) {
      let rows: Json[] = ['x', 1, 'y']
      for (let depth = 0; depth < 14; depth++) {
        rows = rows.map((value, row) => (depth % 2 === 0 ? wrap : outer)(value, row))
        const data = rows.map(c => ({ C: c }))
        const { schema, convert } = await inferred(data)
        const { validate } = compileSchema(schema)
        t.strictSame(
          data.flatMap(row => validate(convert(row))),
          [],
          JSON.stringify(data),
        )
      }
    }
  }
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
  const meanings = [
    { fields: { heading: { en: 'A' }, likes: { en: 4 } } },
    { fields: { name: { en: 'B' }, featured: { en: false }, since: { en: '2024' } } },
  ]
  t.match(
    await planned(meanings),
    { fields: { additionalProperties: { properties: { en: { type: ['boolean', 'integer', 'string'] } } } } },
    'but no texts are made of the numbers of other names',
  )
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

t.test('a property with one or many values becomes an array', async t => {
  const rows: JsonObject[] = [
    { Tag: 'red; blue', Size: 1, Line: { Sku: 'a', Day: 'Jan 1 2000' }, Mixed: 'x', Deep: [[1], 2] },
    { Tag: ['a', '[b]'], Size: [2, 3.5], Line: [{ Sku: 'b' }], Mixed: [{ a: 1 }], Deep: [3] },
    { Tag: null, Size: ['7'], Line: [], Mixed: [], Deep: [] },
  ]
  const { schema, convert, columns } = await inferred(rows)
  t.match(schema, {
    properties: {
      tag: { title: 'Tag', type: ['array', 'null'], items: { type: 'string' } },
      size: { type: 'array', items: { type: 'number' } },
      line: { type: 'array', items: { type: 'object', properties: { Sku: { type: 'string' } }, required: ['Sku'] } },
      mixed: { type: ['string', 'array'] },
      deep: { type: 'array' },
    },
  })
  t.match(rows.map(convert), [
    { tag: ['red; blue'], size: [1], line: [{ Sku: 'a', Day: '2000-01-01' }], mixed: 'x' },
    { tag: ['a', '[b]'], size: [2, 3.5], line: [{ Sku: 'b' }], mixed: [{ a: 1 }] },
    { tag: null, size: [7], line: [] },
  ])
  t.match(
    columns.find(({ heading }) => heading === 'Tag'),
    { types: ['array'], converted: 1, example: { from: 'red; blue', to: ['red; blue'] } },
  )
})

t.test('an empty array beside objects is an empty object, as PHP writes it', async t => {
  const rows: JsonObject[] = [
    { Money: { EUR: { name: 'Euro' } }, Place: { City: 'Bonn', Codes: [[], { a: 1 }] }, Mixed: 'x' },
    { Money: [], Place: [], Mixed: [] },
    { Money: { CHF: { name: 'Franc' } }, Place: null, Mixed: { a: 1 } },
  ]
  const { schema, convert, columns } = await inferred(rows)
  const money = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
  const codes = { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } }
  t.match(schema, {
    properties: {
      money: { type: 'object', additionalProperties: money },
      place: { type: ['object', 'null'], properties: { City: { type: 'string' }, Codes: codes } },
      mixed: { type: ['string', 'array', 'object'] },
    },
  })
  t.notMatch(schema, { properties: { place: { required: Array } } })
  t.strictSame(rows.map(convert), [
    { money: rows[0]?.['Money'], place: { City: 'Bonn', Codes: [{}, { a: 1 }] }, mixed: 'x' },
    { money: {}, place: {}, mixed: [] },
    { money: rows[2]?.['Money'], place: null, mixed: { a: 1 } },
  ])
  t.match(
    columns.find(({ heading }) => heading === 'Money'),
    { types: ['object'], converted: 1, example: { from: [], to: {} } },
  )
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

const schema: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Full name' },
    runningTimeMin: { type: ['integer', 'null'] },
    released: { type: 'string', format: 'date' },
    home: { type: 'object', properties: { city: { type: 'string', title: 'Town' }, floor: { type: 'integer' } } },
    isOpen: { type: 'boolean' },
    label: { type: 'string', readOnly: true },
  },
}
const options: PreviewOptions = {
  schema,
  isCsv: false,
  mapping: new Map(),
  listedOnly: false,
  excluded: ['label'],
  takesIds: false,
}

/** The guessed mapping of the columns of rows. */
const guess = (rows: readonly JsonObject[], more: Partial<PreviewOptions> = {}): Record<string, string> =>
  Object.fromEntries(
    previewColumns([], rows, { ...options, ...more }).map(({ column, property }) => [column, property]),
  )

t.test(
  'columns are mapped to a property with the same or a similar name or title that accepts their values',
  async t => {
    t.strictSame(
      guess([{ 'full NAME': 'A', 'Running Time (min)': '7', 'home.town': 'Ulm', Open: 'yes', label: 'x', '@id': 'a' }]),
      {
        'full NAME': 'name',
        'Running Time (min)': 'runningTimeMin',
        'home.town': 'home.city',
        Open: '',
        label: '',
        '@id': '',
      },
    )
    t.strictSame(guess([{ Open: 'TRUE' }, { Open: null }]), { Open: 'isOpen' }, 'the preview shows converted values')
    t.strictSame(
      guess([{ 'runningTime-min': 'long' }, { 'runningTime-min': '7' }, { Running: 'long' }, { Running: '7' }]),
      { 'runningTime-min': 'runningTimeMin', Running: '' },
      'one value that is refused does not leave out the column of this name',
    )
    t.strictSame(guess([{ Name: 'A', name: 'B' }]), { Name: 'name', name: '' }, 'each property only once')
    t.strictSame(guess([{ '@id': 'a', other: 1 }], { takesIds: true }), { '@id': '@id', other: '' })
    t.strictSame(
      guess([{ other: 1 }], { schema: null }),
      { other: 'other' },
      'a type that allows additional properties keeps all',
    )
    const given = { mapping: new Map([['x', 'name']]) }
    t.strictSame(guess([{ x: 'A', Name: 'B', released: '' }], given), { x: 'name', Name: '', released: 'released' })
    t.strictSame(guess([{ x: 'A', released: '' }], { ...given, listedOnly: true }), { x: 'name', released: '' })
  },
)

t.test('the values of columns, and their conversion', async t => {
  const rows = [
    { released: '25.05.1979', runningTimeMin: 5 },
    { released: '1980-01-01', runningTimeMin: '6' },
    { released: '26.05.1979', runningTimeMin: 'long' },
    { released: '27.05.1979', runningTimeMin: null },
  ]
  t.strictSame(
    previewColumns(['empty', 'released'], rows, { ...options, mapping: new Map([['runningTimeMin', '']]) }),
    [
      { column: 'empty', property: '', filled: 0, samples: [], conversion: undefined },
      {
        column: 'released',
        property: 'released',
        filled: 4,
        samples: ['25.05.1979', '1980-01-01', '26.05.1979'],
        conversion: { rows: 3, dateForm: 'DD.MM.YYYY', example: { from: '25.05.1979', to: '1979-05-25' } },
      },
      { column: 'runningTimeMin', property: '', filled: 3, samples: [5, '6', 'long'], conversion: undefined },
    ],
  )
  const wide = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`c${at}`, at]))
  t.throws(() => previewColumns([], [wide], options), { name: 'TabularError' })
})

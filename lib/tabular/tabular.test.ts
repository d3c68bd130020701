import t from 'tap'
import { isRefused, readRows, type Format, type Reading, type RefusedRow, type Row } from './index.ts'

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
    ['{"a":1}\n{"a":2}', /line 1: .*begins with \{; as NDJSON/],
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
  t.strictSame(await read('a|b\n1|2', 'csv', 4, { delimiter: '|' }), [{ number: 1, line: 2, data: { a: '1', b: '2' } }])
  const [few, good, many] = await read('a,b\n1\n1,2\n1,2,3\n', 'csv', 5)
  t.strictSame(few, {
    number: 1,
    line: 2,
    problems: [{ field: '', message: 'has 1 cells, but there are 2 headings' }],
    row: ['1'],
  })
  t.strictSame(good, { number: 2, line: 3, data: { a: '1', b: '2' } })
  t.match(many, { number: 3, line: 4, row: ['1', '2', '3'] })
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

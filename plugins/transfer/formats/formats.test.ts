import t from 'tap'
import { readRows, type Format } from './format.ts'
import { isRefused, type RefusedRow, type Row } from './rows.ts'

/** Read a text as it might arrive: in pieces of this many bytes. */
async function read(
  text: string | Buffer,
  format: Format,
  size: number,
  delimiter = ',',
): Promise<(Row | RefusedRow)[]> {
  const bytes = Buffer.from(text)
  async function* pieces(): AsyncIterable<Buffer> {
    for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
  }
  const rows: (Row | RefusedRow)[] = []
  for await (const portion of readRows({ name: 'file', format, delimiter, bytes: pieces })) rows.push(...portion)
  return rows
}

const withoutLines = (rows: readonly (Row | RefusedRow)[]): unknown[] =>
  rows.map(row => (isRefused(row) ? row : row.data))

const sizes = [1, 2, 3, 7, 1 << 16]

t.test('the rows of a file do not depend on how it arrives', async t => {
  const rows = [
    { a: 'quote " backslash \\ brackets ]}[{ comma , ä 😀 日本', b: [1, { c: [] }], d: {} },
    { '': null, __proto__x: 'x', n: -1.5e-7 },
    {},
  ]
  const array = `\ufeff [\r\n${rows.map(row => JSON.stringify(row, null, 2)).join(' ,\n')}\n]\n`
  const lines = rows.map(row => JSON.stringify(row)).join('\r\n\r\n')
  for (const size of sizes) {
    t.strictSame(withoutLines(await read(array, 'json', size)), rows, `array in pieces of ${size}`)
    t.strictSame(withoutLines(await read(lines, 'ndjson', size)), rows, `lines in pieces of ${size}`)
  }
  t.strictSame(await read('[]', 'json', 1), [])
  t.strictSame(await read('', 'ndjson', 1), [])
  t.strictSame(await read('\n', 'csv', 1), [])
})

t.test('a row that is no object, or no JSON, is refused with its line, and the others are read', async t => {
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
  t.match(broken?.reasons.join(), /must be an object, not null/)
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

t.test('what is no array ends the reading and says where', async t => {
  const failures: [string, RegExp][] = [
    ['{"a":1}\n{"a":2}', /line 1: .*begins with \{; with --format ndjson/],
    ['[\n{"a":1}\n{"a":2}]', /line 3: unexpected \{ between/],
    ['[{"a":1},\n]', /line 2: unexpected \]/],
    ['[,{"a":1}]', /line 1: unexpected ,/],
    ['[{"a":1}]\n[', /line 2: unexpected \[ after/],
    ['[{"a":1},\n{"a":', /line 2: the file ends/],
    ['', /the file ends/],
  ]
  for (const [text, message] of failures) {
    for (const size of sizes) await t.rejects(read(text, 'json', size), { name: 'CommandFailed', exitCode: 1, message })
  }
  await t.rejects(read(Buffer.from([0x7b, 0x0a, 0xff, 0x7d]), 'ndjson', 9), { message: /not UTF-8/ })
})

t.test('CSV: cells are texts, empty ones are absent, lines count those inside quotes', async t => {
  const csv = '\ufeffa,"b ""q""",c\r\n1,"x\r\ny",\r\n\r\n,,"z, z"\n=1+1,"",é\n'
  for (const size of sizes) {
    t.strictSame(await read(csv, 'csv', size), [
      { line: 2, data: { a: '1', 'b "q"': 'x\r\ny' } },
      { line: 5, data: { c: 'z, z' } },
      { line: 6, data: { a: '=1+1', c: 'é' } },
    ])
  }
  t.strictSame(await read('a\tb\n1\t2', 'csv', 4, '\t'), [{ line: 2, data: { a: '1', b: '2' } }])
  const [few, good, many] = await read('a,b\n1\n1,2\n1,2,3\n', 'csv', 5)
  t.strictSame(few, { line: 2, reasons: ['has 1 cells, but there are 2 headings'], row: ['1'] })
  t.strictSame(good, { line: 3, data: { a: '1', b: '2' } })
  t.match(many, { line: 4, row: ['1', '2', '3'] })
  const [hostile] = await read('__proto__,constructor\n1,2\n', 'csv', 50)
  t.ok(hostile !== undefined && !isRefused(hostile) && Object.hasOwn(hostile.data, '__proto__'))
})

t.test('CSV that cannot be trusted ends the reading', async t => {
  for (const size of sizes) {
    await t.rejects(read('a,b\n1,2\n3,"4\n5,6\n', 'csv', size), { message: /^file: line 3: a quote that opens/ })
    await t.rejects(read('a,b\n1,"x"y\n', 'csv', size), { message: /^file: line 2: a quote inside/ })
  }
  await t.rejects(read('a,b,a\n1,2,3', 'csv', 9), {
    message: /^file: line 1: the heading "a" occurs more than once, in the columns 1, 3/,
  })
})

import type { Parser } from 'csv-parse'
import type { JsonObject } from '../json/index.ts'
import { findDelimiter } from './delimiter.ts'
import { newlinesIn, type Reading } from './read.ts'
import { maxRowLength, TabularError, type LineRow, type RowProblem } from './rows.ts'

/** A record of the file. */
interface CsvRecord {
  line: number
  cells: string[]
}

/**
 * The rows of a CSV file; the first record contains the headings. Every cell is a text under its heading; an empty cell is absent. A row with
 * more or fewer cells than headings is refused; unbalanced quotes end the reading, because nothing after them is reliable.
 */
export async function* readCsv(texts: AsyncIterable<string>, reading: Reading): AsyncIterable<LineRow[]> {
  const { isBeginning = false } = reading
  const records: CsvRecord[] = []
  let line = 1
  let headings: readonly string[] | undefined
  let isLineComplete = true
  let delimiter = ''
  const take = (isEnd: boolean): LineRow[] => {
    if (headings === undefined) {
      headings = readHeadings(records.shift()?.cells, reading)
      if (headings !== undefined) reading.onHeadings?.(headings, delimiter)
    }
    const known = headings
    if (known === undefined) return []
    const [last] = records.slice(-1)
    if (isEnd && isBeginning && !isLineComplete && last !== undefined && last.cells.length < known.length) records.pop()
    return records.splice(0).flatMap(record => readRecord(known, record))
  }
  let parser: Parser | undefined
  for await (const text of withFirstLine(texts)) {
    if (parser === undefined) delimiter = reading.delimiter ?? findDelimiter(text)
    parser ??= await createParser(delimiter, cells => {
      records.push({ line, cells })
      line += 1 + cells.reduce((count, cell) => count + newlinesIn(cell), 0)
    })
    await send(parser, text, () => line)
    if (text !== '') isLineComplete = text.endsWith('\n')
    yield take(false)
  }
  if (parser === undefined) return
  try {
    await send(parser, undefined, () => line)
  } catch (error) {
    if (!isBeginning) throw error
  }
  yield take(true)
}

const maxFirstLine = 64 * 1024

/** The same texts, regrouped so that the first one contains the whole first line, up to a usual length. */
async function* withFirstLine(texts: AsyncIterable<string>): AsyncIterable<string> {
  let first: string | undefined = ''
  for await (const text of texts) {
    if (first === undefined) yield text
    else {
      first += text
      if (!first.includes('\n') && first.length < maxFirstLine) continue
      yield first
      first = undefined
    }
  }
  if (first !== undefined) yield first
}

async function createParser(delimiter: string, onRecord: (cells: string[]) => void): Promise<Parser> {
  const { parse } = await import('csv-parse') // not with the service, which starts without it
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    max_record_size: maxRowLength,
    on_record: (cells: string[]) => {
      onRecord(cells)
      return null
    },
  })
  // Each error is also passed to the callback of the write that caused it.
  parser.on('error', () => undefined)
  return parser
}

function send(parser: Parser, text: string | undefined, line: () => number): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null): void => {
      if (error === undefined || error === null) resolve()
      else reject(new TabularError(explain(error), line()))
    }
    if (text === undefined) parser.end(done)
    else parser.write(text, done)
  })
}

function explain(error: Error): string {
  const code = 'code' in error ? error.code : undefined
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote that opens in this row is never closed'
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `this row is larger than ${maxRowLength / 1024 / 1024} MiB; is a quote missing?`
  return 'a quote inside a cell must be doubled, and the cell be in quotes'
}

function readHeadings(
  cells: readonly string[] | undefined,
  { numberHeadings = false, maxColumns = Infinity }: Reading,
): readonly string[] | undefined {
  if (cells !== undefined && cells.length > maxColumns) {
    const message = `the file has ${cells.length} columns; at most ${maxColumns} are allowed (maxColumns of the plugin transfer)`
    throw new TabularError(message, 1)
  }
  const seen = new Set<string>()
  const twice = cells?.find(heading => seen.size === seen.add(heading).size)
  if (cells === undefined || twice === undefined) return cells
  if (numberHeadings) return numbered(cells)
  const columns = cells.flatMap((heading, index) => (heading === twice ? [index + 1] : []))
  const what = `the heading ${JSON.stringify(twice)} occurs more than once, in the columns ${columns.join(', ')}`
  throw new TabularError(`${what}; give them different headings`, 1)
}

/** `Note`, `Note 2`, `Note 3`: headings without duplicates. */
function numbered(cells: readonly string[]): string[] {
  const taken = new Set(cells)
  const seen = new Set<string>()
  return cells.map(heading => {
    if (!seen.has(heading)) {
      seen.add(heading)
      return heading
    }
    let number = 2
    while (taken.has(`${heading} ${number}`)) number++
    const name = `${heading} ${number}`
    taken.add(name)
    return name
  })
}

/** How many cells of a refused row are reported. */
const maxRefusedCells = 5000

function readRecord(headings: readonly string[], { line, cells }: CsvRecord): LineRow[] {
  if (cells.length === 1 && cells[0] === '') return []
  if (cells.length !== headings.length) {
    const message = `has ${cells.length} cells, but there are ${headings.length} headings`
    return [{ line, problems: [{ field: '', message }], row: cells.slice(0, maxRefusedCells) }]
  }
  const filled = headings.flatMap((heading, index): [string, string][] => {
    const cell = cells[index] ?? ''
    return cell === '' ? [] : [[heading, cell]]
  })
  // Unlike assignment, this makes `__proto__` a property like any other.
  const data: JsonObject = Object.fromEntries(filled)
  const fault = faultOf(data)
  return [fault === undefined ? { line, data } : { line, problems: [fault], row: data }]
}

/** Checks that the JSON parser makes for JSON texts, and that cells need here. */
function faultOf(data: JsonObject): RowProblem | undefined {
  if (Object.hasOwn(data, '__proto__')) return { field: '', message: 'a property must not be named __proto__' }
  const heading = Object.keys(data).find(name => String(data[name]).includes('\u0000'))
  return heading === undefined ? undefined : { field: heading, message: 'must not contain U+0000' }
}

import { parse, type Parser } from 'csv-parse'
import { CommandFailed, exitCode } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { largestRow, type RefusedRow, type Row, type Rows } from './rows.ts'

/**
 * The rows of a CSV file (RFC 4180; the first record holds the headings), read as it arrives. Every cell is a text under its heading;
 * an empty cell is absent. A row with more or fewer cells than headings is refused; quotes that do not match end the reading with
 * `CommandFailed`, because nothing after them can be trusted.
 */
export async function* readCsv(texts: AsyncIterable<string>, delimiter: string, numberHeadings = false): Rows {
  const records: { line: number; cells: string[] }[] = []
  let line = 1
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    max_record_size: largestRow,
    on_record: (cells: string[]) => {
      records.push({ line, cells })
      line += 1 + cells.reduce((count, cell) => count + newlinesIn(cell), 0)
      return null
    },
  })
  // Each failure also reaches the callback of the write that met it.
  parser.on('error', () => undefined)
  let headings: readonly string[] | undefined
  const take = (): (Row | RefusedRow)[] => {
    headings ??= readHeadings(records.shift()?.cells, numberHeadings)
    const known = headings
    return known === undefined ? [] : records.splice(0).flatMap(record => readRecord(known, record))
  }
  for await (const text of texts) {
    await send(parser, text, () => line)
    yield take()
  }
  await send(parser, undefined, () => line)
  yield take()
}

const newlinesIn = (cell: string): number => (cell.includes('\n') ? cell.split('\n').length - 1 : 0)

function send(parser: Parser, text: string | undefined, line: () => number): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null): void => {
      if (error === undefined || error === null) resolve()
      else reject(new CommandFailed(`line ${line()}: ${explain(error)}`, exitCode.failed))
    }
    if (text === undefined) parser.end(done)
    else parser.write(text, done)
  })
}

function explain(error: Error): string {
  const code = Object.hasOwn(error, 'code') ? (error as Error & { code: unknown }).code : undefined
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote that opens in this row is never closed'
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `this row is larger than ${largestRow / 1024 / 1024} MiB; is a quote missing?`
  return 'a quote inside a cell must be doubled, and the cell be in quotes'
}

function readHeadings(cells: readonly string[] | undefined, isNumbered: boolean): readonly string[] | undefined {
  const twice = cells?.find((heading, index) => cells.indexOf(heading) !== index)
  if (cells === undefined || twice === undefined) return cells
  if (isNumbered) return numbered(cells)
  const columns = cells.flatMap((heading, index) => (heading === twice ? [index + 1] : []))
  const what = `the heading ${JSON.stringify(twice)} occurs more than once, in the columns ${columns.join(', ')}`
  throw new CommandFailed(`line 1: ${what}; give them different headings`, exitCode.failed)
}

/** `Note`, `Note 2`, `Note 3`: headings that occur once each. */
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

function readRecord(
  headings: readonly string[],
  { line, cells }: { line: number; cells: string[] },
): (Row | RefusedRow)[] {
  if (cells.length === 1 && cells[0] === '') return []
  if (cells.length !== headings.length) {
    return [{ line, reasons: [`has ${cells.length} cells, but there are ${headings.length} headings`], row: cells }]
  }
  const filled = headings.flatMap((heading, index): [string, string][] => {
    const cell = cells[index] ?? ''
    return cell === '' ? [] : [[heading, cell]]
  })
  // Unlike assignment, this makes `__proto__` a property like any other.
  const data: JsonObject = Object.fromEntries(filled)
  return [{ line, data }]
}

import type { Parser } from 'csv-parse'
import { isBlank, readHeadings, readRecord, type CsvRecord } from './csv-records.ts'
import { findDelimiter, hasFirstLine, lineEnds, withoutSeparatorLine } from './delimiter.ts'
import { newlinesIn, type Reading } from './read.ts'
import { maxRowLength, TabularError, type LineRow } from './rows.ts'

/**
 * The rows of a CSV file; the first record contains the headings. Every cell is a text under its heading; an empty cell is absent. Records without
 * any value are skipped. A row with more or fewer cells than headings is refused; unbalanced quotes end the reading, because nothing after them is
 * reliable.
 */
export async function* readCsv(texts: AsyncIterable<string>, reading: Reading): AsyncIterable<LineRow[]> {
  const { isBeginning = false } = reading
  const records: CsvRecord[] = []
  let line = 1
  let headings: readonly string[] | undefined
  let isLineComplete = true
  let delimiter = ''
  const take = (isEnd: boolean): LineRow[] => {
    const arrived = records.splice(0).filter(record => !isBlank(record))
    if (headings === undefined) {
      const first = arrived.shift()
      if (first === undefined) return []
      headings = readHeadings(first, reading)
      reading.onHeadings?.(headings, delimiter)
    }
    const known = headings
    const last = arrived.at(-1)
    if (isEnd && isBeginning && !isLineComplete && last !== undefined && last.cells.length < known.length) arrived.pop()
    return arrived.map(record => readRecord(known, record))
  }
  let parser: Parser | undefined
  for await (const arrived of withFirstLine(texts)) {
    let text = arrived
    if (parser === undefined) {
      delimiter = reading.delimiter ?? findDelimiter(text)
      text = withoutSeparatorLine(text)
      if (text !== arrived) line = 2
      parser = await createParser(delimiter, cells => {
        records.push({ line, cells })
        line += 1 + cells.reduce((count, cell) => count + newlinesIn(cell), 0)
      })
    }
    await send(parser, text, () => line)
    if (text !== '') isLineComplete = /[\r\n]$/.test(text)
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
      if (first.length < maxFirstLine && !hasFirstLine(first)) continue
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
    record_delimiter: lineEnds,
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

import { yieldIfLong } from '../event-loop/index.ts'
import { readJsonArray } from './read-json-array.ts'
import { readNdjson } from './read-ndjson.ts'
import type { DecimalSign } from './spellings.ts'
import { isRefused, TabularError, type LineRow, type RefusedRow, type Row, type Rows } from './rows.ts'

/** The formats of files: a JSON array, one JSON text on each line (NDJSON, JSON Lines), or comma-separated values (RFC 4180). */
export const formats = ['json', 'ndjson', 'csv'] as const

export type Format = (typeof formats)[number]

/** How to read a file. */
export interface Reading {
  format: Format
  /** The separator of CSV cells. Default: the one that is most frequent in the first line, see {@link findDelimiter}. */
  delimiter?: string | undefined
  /** CSV: the character before the decimals of numbers. Default: a point. */
  decimal?: DecimalSign | undefined
  /** CSV: number duplicate headings. Otherwise they end the reading. */
  numberHeadings?: boolean
  /** CSV: called with the headings, some of which may have no cell in any row, and the delimiter. */
  onHeadings?: (headings: readonly string[], delimiter: string) => void
  /** The bytes are only the beginning of a file: a row that is cut off at the end is ignored. */
  isBeginning?: boolean
  /** How many columns CSV can have, and members a row of JSON. Default: any number. A file that begins with more is not read; other rows with more are refused. */
  maxColumns?: number
  /** How many members an object within a row can have. */
  maxObjectMembers?: number
}

/**
 * Read the rows of a file as it arrives, with at most one row in memory in addition to those that it yields. Other work gets a turn of the event loop
 * between portions.
 * @param bytes UTF-8, with a byte order mark or without, or UTF-16 with one
 * @throws TabularError with the line, when the rest of the file cannot be read
 */
export async function* readRows(bytes: AsyncIterable<Uint8Array>, reading: Reading): Rows {
  let number = 0
  for await (const portion of linesOf(decode(withoutSpreadsheets(bytes), reading.isBeginning === true), reading)) {
    if (portion.length > 0) yield portion.map(row => checkFirst({ number: ++number, ...row }))
    await yieldIfLong()
  }
}

/** @throws TabularError for a file whose first row has too many columns: it is another file than was meant, or the others have them too */
function checkFirst(row: Row | RefusedRow): Row | RefusedRow {
  const wide = isRefused(row) ? row.problems.find(({ code }) => code === 'too-many-columns') : undefined
  if (row.number === 1 && wide !== undefined) throw new TabularError(`the first row ${wide.message}`, row.line)
  return row
}

async function* linesOf(texts: AsyncIterable<string>, reading: Reading): AsyncIterable<LineRow[]> {
  const { format } = reading
  if (format === 'json') yield* readJsonArray(texts, reading)
  else if (format === 'ndjson') yield* readNdjson(texts, reading)
  else yield* (await import('./read-csv.ts')).readCsv(texts, reading)
}

/** The same bytes. @throws TabularError for the files of spreadsheet programs, which are no text */
async function* withoutSpreadsheets(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array()
  for await (const chunk of bytes) {
    if (head === undefined) {
      yield chunk
      continue
    }
    head = head.length === 0 ? chunk : Uint8Array.of(...head, ...chunk)
    if (head.length < signatureLength) continue
    refuseSpreadsheet(head)
    yield head
    head = undefined
  }
  if (head !== undefined) yield head
}

/** Bytes that are read in one step: hundreds of short rows, each of which the parser of CSV may have to refuse, or a part of a long one. */
const maxTextBytes = 1024

/** Spreadsheet programs write "Unicode text" in UTF-16, with a byte order mark, which is not UTF-8. */
function encodingOf([first, second]: Uint8Array = new Uint8Array()): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Bytes as text. Bytes in another encoding end the reading: otherwise their replacement characters would be taken for data. */
async function* decode(bytes: AsyncIterable<Uint8Array>, isBeginning: boolean): AsyncIterable<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let line = 1
  const next = (chunk?: Uint8Array): string => {
    try {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      const encoding = (decoder?.encoding ?? 'utf-8').toUpperCase()
      const message = `the file is not ${encoding} (at line ${line} or soon after); convert it to UTF-8 first, for example with iconv`
      throw new TabularError(message, undefined, 'not-utf8')
    }
  }
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; from += maxTextBytes) {
      await yieldIfLong() // also before the first part: chunks of many files can arrive in the same turn
      const text = next(chunk.subarray(from, from + maxTextBytes))
      line += newlinesIn(text)
      yield text
    }
  }
  if (!isBeginning) yield next()
}

/** The number of line breaks in a text. */
export function newlinesIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** How many bytes at the beginning of a file show whether it is one of a spreadsheet program. */
const signatureLength = 4

/** How files of spreadsheet programs begin: `.xlsx` and `.ods` are zip archives, `.xls` is a compound file. */
const signatures = new Set(['PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0'])

/** @throws TabularError if the beginning is that of a file of a spreadsheet program */
export function refuseSpreadsheet(beginning: Uint8Array): void {
  const start = String.fromCharCode(...beginning.subarray(0, signatureLength))
  if (!signatures.has(start)) return
  throw new TabularError(
    'the file is a spreadsheet (.xlsx, .ods, .xls) or another archive, not a text; save it as CSV (UTF-8) in the spreadsheet program and import that file',
    undefined,
    'spreadsheet',
  )
}

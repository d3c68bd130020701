import { readJsonArray } from './read-json-array.ts'
import { readNdjson } from './read-ndjson.ts'
import { TabularError, type LineRow, type Rows } from './rows.ts'

/** The formats of files: a JSON array, one JSON text on each line (NDJSON, JSON Lines), or comma-separated values (RFC 4180). */
export const formats = ['json', 'ndjson', 'csv'] as const

export type Format = (typeof formats)[number]

/** How a file is to be read. */
export interface Reading {
  format: Format
  /** What separates the cells of CSV. Default: what its first line has most of, see {@link findDelimiter}. */
  delimiter?: string | undefined
  /** CSV: headings that occur more than once get numbers. Otherwise they end the reading. */
  numberHeadings?: boolean
  /** CSV: told the headings, some of which may have no cell in any row, and what separates cells. */
  onHeadings?: (headings: readonly string[], delimiter: string) => void
  /** The bytes are only the beginning of a file: a row that is cut off at the end is left out. */
  isBeginning?: boolean
}

/**
 * Read the rows of a file as it arrives, with one row in memory at most beside those that it gives.
 * @param bytes UTF-8, with a byte order mark or without
 * @throws TabularError with the line, where nothing that follows can be read
 */
export async function* readRows(bytes: AsyncIterable<Uint8Array>, reading: Reading): Rows {
  let number = 0
  for await (const portion of linesOf(decode(bytes, reading.isBeginning === true), reading)) {
    if (portion.length > 0) yield portion.map(row => ({ number: ++number, ...row }))
  }
}

async function* linesOf(texts: AsyncIterable<string>, reading: Reading): AsyncIterable<LineRow[]> {
  const { format, isBeginning = false } = reading
  if (format === 'json') yield* readJsonArray(texts, isBeginning)
  else if (format === 'ndjson') yield* readNdjson(texts, isBeginning)
  else yield* (await import('./read-csv.ts')).readCsv(texts, reading)
}

/** Bytes as text. Bytes that are not UTF-8 end the reading: replaced characters would be taken as if they had been meant. */
async function* decode(bytes: AsyncIterable<Uint8Array>, isBeginning: boolean): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  const next = (chunk?: Uint8Array): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      const message = `the file is not UTF-8 (at line ${line} or soon after); convert it first, for example with iconv`
      throw new TabularError(message, undefined, 'not-utf8')
    }
  }
  for await (const chunk of bytes) {
    const text = next(chunk)
    line += newlinesIn(text)
    yield text
  }
  if (!isBeginning) yield next()
}

/** How many lines end in a text. */
export function newlinesIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}

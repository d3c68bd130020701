import { extname } from 'node:path'
import { CommandFailed } from '../../../kernel/index.ts'
import type { Rows } from './rows.ts'
import { texts } from './texts.ts'

/** The file formats: a JSON array, one JSON text on each line, or comma-separated values. */
export const formats = ['json', 'ndjson', 'csv'] as const

export type Format = (typeof formats)[number]

const byEnding: ReadonlyMap<string, Format> = new Map([
  ['.json', 'json'],
  ['.ndjson', 'ndjson'],
  ['.jsonl', 'ndjson'],
  ['.csv', 'csv'],
  ['.tsv', 'csv'],
])

/** The format that a file's name tells, if it does. */
export const formatOf = (file: string): Format | undefined => byEnding.get(endingOf(file))

/** Whether a file's name says that it is compressed. */
export const isGzip = (file: string): boolean => extname(file).toLowerCase() === '.gz'

/** The ending of a file's name that tells what is in it: `.csv` of `films.csv.gz`. */
export const endingOf = (file: string): string => extname(isGzip(file) ? file.slice(0, -3) : file).toLowerCase()

/** What separates the cells of a CSV file of this name, when that tells it: a tab in `.tsv`. */
export const delimiterOf = (file: string): string | undefined => (endingOf(file) === '.tsv' ? '\t' : undefined)

/** What separates the cells of the first line of a CSV file: a comma, a semicolon or a tab. */
export function sniffDelimiter(text: string): string {
  const line = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/\r?\n/)[0] ?? ''
  const counts = [',', ';', '\t'].map(delimiter => ({ delimiter, count: line.split(delimiter).length - 1 }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter
}

/** How messages name a delimiter. */
export const delimiterName = (delimiter: string): string =>
  new Map([
    [';', 'semicolons'],
    ['\t', 'tabs'],
    [',', 'commas'],
  ]).get(delimiter) ?? JSON.stringify(delimiter)

/** What {@link readRows} needs of a source. */
export interface Readable {
  name: string
  format: Format
  /** What separates the cells of CSV. */
  delimiter: string
  /** CSV: headings that occur more than once are numbered, instead of ending the import. */
  numberHeadings?: boolean
  bytes(): AsyncIterable<Buffer>
}

/**
 * Read the rows of a file without holding more than a few of them.
 * @throws `CommandFailed` naming the file, where nothing after that can be read
 */
export async function* readRows(source: Readable, bytes = source.bytes()): Rows {
  try {
    yield* rowsIn(source, bytes)
  } catch (error) {
    if (!(error instanceof CommandFailed) || error.message.startsWith('cannot read ')) throw error
    throw new CommandFailed(`${source.name}: ${error.message}`, error.exitCode)
  }
}

async function* rowsIn({ format, delimiter, numberHeadings }: Readable, bytes: AsyncIterable<Buffer>): Rows {
  const decoded = texts(bytes)
  if (format === 'csv') yield* (await import('./csv.ts')).readCsv(decoded, delimiter, numberHeadings)
  else if (format === 'ndjson') yield* (await import('./ndjson.ts')).readNdjson(decoded)
  else yield* (await import('./json-array.ts')).readJsonArray(decoded)
}

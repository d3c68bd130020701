import { extname } from 'node:path'
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
export const formatOf = (file: string): Format | undefined => byEnding.get(extname(file).toLowerCase())

/** What separates the cells of a CSV file of this name: a tab in `.tsv`. */
export const delimiterOf = (file: string): string => (extname(file).toLowerCase() === '.tsv' ? '\t' : ',')

/**
 * Read the rows of a file without holding more than a few of them.
 * @param delimiter what separates the cells of CSV
 */
export async function* readRows(bytes: AsyncIterable<Buffer>, format: Format, delimiter: string): Rows {
  const decoded = texts(bytes)
  if (format === 'csv') yield* (await import('./csv.ts')).readCsv(decoded, delimiter)
  else if (format === 'ndjson') yield* (await import('./ndjson.ts')).readNdjson(decoded)
  else yield* (await import('./json-array.ts')).readJsonArray(decoded)
}

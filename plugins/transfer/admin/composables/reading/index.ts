import { ArrayReader } from './json-array.ts'
import { CsvReader, delimiterIn } from './csv.ts'
import { LineReader } from './ndjson.ts'
import { FileError } from './rows.ts'
import type { BadRow, FileRow, RowReader } from './rows.ts'

export * from './rows.ts'

/** How a file is to be read. */
export interface Reading {
  format: 'csv' | 'json' | 'ndjson'
  /** Of CSV. */
  delimiter: string
  encoding: 'utf-8' | 'windows-1252'
}

const endings: Readonly<Record<string, Reading['format']>> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
}

/** How a file wants to be read, by its name and its beginning. */
export async function readingOf(file: File): Promise<Reading> {
  const start = new TextDecoder().decode(await file.slice(0, 65_536).arrayBuffer())
  const ending = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()
  const first = start.trimStart()[0]
  const byStart = first === '[' ? 'json' : first === '{' ? 'ndjson' : 'csv'
  const named = Object.hasOwn(endings, ending) ? endings[ending] : undefined
  const format = named === 'json' && first === '{' ? 'ndjson' : (named ?? byStart)
  return { format, delimiter: delimiterIn(start.split('\n')[0] ?? ''), encoding: 'utf-8' }
}

/**
 * Read the rows of a file as it is read from the disk: no more than a portion is held, and the page stays in motion.
 * @param headings told the columns of CSV as soon as they are known
 * @throws FileError
 */
export async function* readRows(
  file: Blob,
  { format, delimiter, encoding }: Reading,
  headings?: (names: readonly string[]) => void,
): AsyncGenerator<(FileRow | BadRow)[]> {
  const csv = new CsvReader(delimiter)
  const reader: RowReader = format === 'csv' ? csv : format === 'json' ? new ArrayReader() : new LineReader()
  for await (const text of texts(file, encoding)) {
    yield reader.push(text)
    if (csv.headings !== undefined) headings?.(csv.headings)
  }
  yield reader.finish()
  if (csv.headings !== undefined) headings?.(csv.headings)
}

const portion = 256 * 1024

async function* texts(file: Blob, encoding: Reading['encoding']): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for (let at = 0; at < file.size; at += portion) {
    const isLast = at + portion >= file.size
    const bytes = await file.slice(at, at + portion).arrayBuffer()
    yield decode(decoder, bytes, isLast)
  }
}

function decode(decoder: TextDecoder, bytes: ArrayBuffer, isLast: boolean): string {
  try {
    return decoder.decode(bytes, { stream: !isLast })
  } catch (error) {
    if (error instanceof TypeError) throw new FileError('notUtf8') // replaced characters would be taken for meant ones
    throw error
  }
}

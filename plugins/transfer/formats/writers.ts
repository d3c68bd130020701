import { CommandFailed, exitCode } from '../../../kernel/index.ts'
import { jsonText } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { headingsOf, mayHoldMore, toCells } from '../cells.ts'
import { shapeOf, type SchemaShape } from '../schema-shape.ts'
import type { Format } from './format.ts'

/** Writes rows in one format, a page at a time. */
export interface RowWriter {
  begin(): string
  rows(page: readonly JsonObject[]): string
  end(): string
}

interface WriterOptions {
  escapeFormulas: boolean
  /** Told of properties that the schema does not declare but a CSV file has columns for. */
  undeclared(names: readonly string[]): void
}

/**
 * @param rows walks all rows; CSV reads them once more when there may be properties that the schema does not declare
 * @throws `CommandFailed` when CSV cannot hold them
 */
export async function writerFor(
  format: Format,
  schema: JsonObject | null,
  rows: () => AsyncIterable<JsonObject[]>,
  options: WriterOptions,
): Promise<RowWriter> {
  if (format === 'json') return jsonWriter()
  if (format === 'ndjson')
    return { begin: () => '', rows: page => page.map(row => `${jsonText(row)}\n`).join(''), end: () => '' }
  return csvWriter(shapeOf(schema), rows, options)
}

function jsonWriter(): RowWriter {
  let first = true
  return {
    begin: () => '[',
    rows(page) {
      const text = page.map((row, index) => `${first && index === 0 ? '' : ','}\n${jsonText(row)}`).join('')
      first &&= page.length === 0
      return text
    },
    end: () => '\n]\n',
  }
}

async function csvWriter(
  shape: SchemaShape,
  rows: () => AsyncIterable<JsonObject[]>,
  options: WriterOptions,
): Promise<RowWriter> {
  const { stringify } = await import('csv-stringify/sync')
  const headings = headingsOf(shape)
  const known = new Set(headings)
  if (mayHoldMore(shape)) {
    for await (const page of rows())
      for (const row of page) for (const heading of cellsOf(row, shape).keys()) known.add(heading)
    const undeclared = [...known].slice(headings.length)
    if (undeclared.length > 0) options.undeclared(undeclared)
    headings.push(...undeclared)
  }
  const write = (records: readonly (readonly string[])[]): string =>
    stringify(
      records.map(record => [...record]),
      { escape_formulas: options.escapeFormulas },
    )
  return {
    begin: () => write([headings]),
    rows: page =>
      write(
        page.map(row => {
          const cells = cellsOf(row, shape)
          const unknown = [...cells.keys()].find(heading => !known.has(heading))
          if (unknown !== undefined)
            throw new CommandFailed(`${unknown} was added while the export ran; repeat it`, exitCode.failed)
          return headings.map(heading => cells.get(heading) ?? '')
        }),
      ),
    end: () => '',
  }
}

function cellsOf(row: JsonObject, shape: SchemaShape): Map<string, string> {
  try {
    return toCells(row, shape)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new CommandFailed(
      `the property ${error.message} has a dot in its name, which would be read as a path; export as NDJSON or JSON`,
      exitCode.failed,
    )
  }
}

import { jsonText } from '../json/index.ts'
import type { JsonObject } from '../json/index.ts'
import { headingsOf, mayHoldMore, toCells } from './cells.ts'
import type { Format } from './read.ts'
import { TabularError } from './rows.ts'
import { shapeOf, type SchemaShape } from './schema-shape.ts'

/** Writes rows in one format, in portions. */
export interface RowWriter {
  begin(): string
  rows(rows: readonly JsonObject[]): string
  end(): string
}

/** How to write rows. */
export interface Writing {
  format: Format
  /** The schema of the rows. */
  schema: JsonObject | null
  /** CSV: put `'` before cells that a spreadsheet would run as a formula. */
  escapeFormulas: boolean
  /** CSV: called with properties that the schema does not declare, which get columns at the end. */
  onUndeclared(names: readonly string[]): void
}

/**
 * @param rows yields all rows; CSV reads them a second time if there can be properties that the schema does not declare
 * @throws TabularError when CSV cannot represent them
 */
export async function createRowWriter(rows: () => AsyncIterable<JsonObject[]>, writing: Writing): Promise<RowWriter> {
  const { format, schema } = writing
  if (format === 'json') return createJsonWriter()
  if (format === 'ndjson')
    return { begin: () => '', rows: some => some.map(row => `${jsonText(row)}\n`).join(''), end: () => '' }
  return createCsvWriter(shapeOf(schema), rows, writing)
}

function createJsonWriter(): RowWriter {
  let isFirst = true
  return {
    begin: () => '[',
    rows(rows) {
      const text = rows.map((row, index) => `${isFirst && index === 0 ? '' : ','}\n${jsonText(row)}`).join('')
      isFirst &&= rows.length === 0
      return text
    },
    end: () => '\n]\n',
  }
}

async function createCsvWriter(
  shape: SchemaShape,
  rows: () => AsyncIterable<JsonObject[]>,
  { escapeFormulas, onUndeclared }: Writing,
): Promise<RowWriter> {
  const { stringify } = await import('csv-stringify/sync')
  const headings = headingsOf(shape)
  const known = new Set(headings)
  if (mayHoldMore(shape)) {
    for await (const some of rows())
      for (const row of some) for (const heading of cellsOf(row, shape).keys()) known.add(heading)
    const undeclared = [...known].slice(headings.length)
    if (undeclared.length > 0) onUndeclared(undeclared)
    headings.push(...undeclared)
  }
  const write = (records: string[][]): string => stringify(records, { escape_formulas: escapeFormulas })
  return {
    begin: () => write([headings]),
    rows: some =>
      write(
        some.map(row => {
          const cells = cellsOf(row, shape)
          const unknown = [...cells.keys()].find(heading => !known.has(heading))
          if (unknown !== undefined) throw new TabularError(`${unknown} was added while the export ran; repeat it`)
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
    throw new TabularError(
      `the property ${error.message} has a dot in its name, which would be read as a path; export as NDJSON or JSON`,
    )
  }
}

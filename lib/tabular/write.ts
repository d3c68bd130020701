import { jsonText } from '../json/index.ts'
import type { JsonObject } from '../json/index.ts'
import { headingsOf, mayHoldMore, toCells, type CellLoss } from './cells.ts'
import { csvHead, csvLine } from './csv-line.ts'
import type { Format } from './read.ts'
import { TabularError } from './rows.ts'
import { shapeOf, type SchemaShape } from './schema-shape.ts'

/** Writes rows in one format, in portions. */
interface RowWriter {
  begin(): string
  rows(rows: readonly JsonObject[]): string
  end(): string
}

/** How to write rows. */
export interface Writing {
  format: Format
  /** The schema of the rows. */
  schema: JsonObject | null
  /** CSV: the file is for spreadsheet programs, see {@link CsvForm}. */
  isForSpreadsheets: boolean
  /** CSV: called with properties that the schema does not declare, which get columns at the end. */
  onUndeclared(names: readonly string[]): void
  /** CSV: called with each value that is not read again as it is, and the heading of its column. */
  onLoss(heading: string, loss: CellLoss): void
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
  { isForSpreadsheets, onUndeclared, onLoss }: Writing,
): Promise<RowWriter> {
  const headings = headingsOf(shape)
  const known = new Set(headings)
  if (mayHoldMore(shape)) {
    for await (const some of rows())
      for (const row of some) for (const heading of cellsOf(row, shape).keys()) known.add(heading)
    const undeclared = [...known].slice(headings.length)
    if (undeclared.length > 0) onUndeclared(undeclared)
    headings.push(...undeclared)
  }
  const form = { isForSpreadsheets, lineEnd: '\n' }
  return {
    begin: () => csvHead(headings, form),
    rows: some =>
      some
        .map(row => {
          const cells = cellsOf(row, shape, onLoss)
          const unknown = [...cells.keys()].find(heading => !known.has(heading))
          if (unknown !== undefined) throw new TabularError(`${unknown} was added while the export ran; repeat it`)
          return csvLine(
            headings.map(heading => cells.get(heading) ?? ''),
            form,
          )
        })
        .join(''),
    end: () => '',
  }
}

function cellsOf(row: JsonObject, shape: SchemaShape, onLoss?: Writing['onLoss']): Map<string, string> {
  try {
    return toCells(row, shape, onLoss)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new TabularError(
      `the property ${error.message} has a dot in its name, which would be read as a path; export as NDJSON or JSON`,
    )
  }
}

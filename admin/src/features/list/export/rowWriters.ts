import { cellOf, csvHead, csvLine } from '../../../../../lib/tabular/csv-line.ts'
import { isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'
import { containsItself } from '../../../schema/describe.ts'
import { propertiesIn, propertiesOf } from '../../../schema/properties.ts'
import type { Property } from '../../../schema/properties.ts'

/** A format of files with resources; `csv-safe`: CSV whose cells a spreadsheet does not run as formulas. */
export type ExportFormat = 'csv' | 'csv-safe' | 'json' | 'ndjson'

/** Writes rows in a format, page by page. */
export interface RowWriter {
  begin(): string
  rows(page: readonly JsonObject[]): string
  end(): string
}

/** JSON Lines. */
export const ndjsonWriter: RowWriter = {
  begin: () => '',
  rows: page => page.map(row => `${JSON.stringify(row)}\n`).join(''),
  end: () => '',
}

/** One JSON array. */
export function jsonWriter(): RowWriter {
  let isFirst = true
  return {
    begin: () => '[',
    rows: page =>
      page
        .map(row => {
          const text = `${isFirst ? '\n' : ',\n'}${JSON.stringify(row)}`
          isFirst = false
          return text
        })
        .join(''),
    end: () => '\n]\n',
  }
}

/** Headings of the declared properties; a declared object is split into dotted headings (`address.city`). */
export function headingsOf(schema: JsonObject | undefined): string[] {
  return ['@id', ...spread(propertiesOf(schema), '')]
}

function spread(properties: readonly Property[], prefix: string): string[] {
  return properties.flatMap(({ name, kind, part }) => {
    const inner = kind === 'object' && !containsItself(part) ? propertiesIn(part) : []
    return inner.length === 0 ? [prefix + name] : spread(inner, `${prefix}${name}.`)
  })
}

/**
 * The cells of a row by heading. An object without its own heading is split where a field of it has a heading; otherwise it is JSON in one cell.
 * @param lost called for each empty text and each null, which an import of the file does not find
 */
export function cellsOf(
  row: JsonObject,
  headings: ReadonlySet<string>,
  lost: () => void = () => undefined,
): Map<string, string> {
  const cells = new Map<string, string>()
  const put = (name: string, value: Json): void => {
    const isSpread = isObject(value) && !headings.has(name) && [...headings].some(one => one.startsWith(`${name}.`))
    if (isSpread) for (const [inner, part] of Object.entries(value)) put(`${name}.${inner}`, part)
    else if (value === null || value === '') lost()
    else cells.set(name, cellOf(value))
  }
  for (const [name, value] of Object.entries(row)) put(name, value)
  return cells
}

/**
 * CSV.
 * @param headings the columns, in order
 * @param on.missed called with each property that has no heading
 * @param on.lost called for each value that CSV does not hold, see {@link cellsOf}
 * @param isForSpreadsheets whether it is for spreadsheet programs, and not for importing again
 */
export function csvWriter(
  headings: readonly string[],
  on: { missed(name: string): void; lost(): void },
  isForSpreadsheets: boolean,
): RowWriter {
  const known = new Set(headings)
  return {
    begin: () => csvHead(headings, { isForSpreadsheets }),
    rows: page =>
      page
        .map(row => {
          const cells = cellsOf(row, known, on.lost)
          for (const name of cells.keys()) if (!known.has(name)) on.missed(name)
          return csvLine(
            headings.map(heading => cells.get(heading) ?? ''),
            { isForSpreadsheets },
          )
        })
        .join(''),
    end: () => '',
  }
}

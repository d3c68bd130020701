import type { Json, JsonObject } from '../../json/index.ts'
import { equalJson } from '../../json/index.ts'
import { dateForms } from '../dates.ts'
import { createValueReader, type RowReading } from '../row-reader.ts'
import { TabularError } from '../rows.ts'
import { guessMapping } from './guess.ts'

/** The conversion of the values of a column. */
export interface ColumnConversion {
  /** The number of values that change. */
  rows: number
  /** The form of the dates, if dates of a known form become ISO dates. */
  dateForm: string | undefined
  example: { from: Json; to: Json }
}

/** A column of a file: its values, the property that it would be mapped to, and the conversion of its values. */
export interface ColumnPreview {
  column: string
  /** Names joined by dots; empty if the column is left out. */
  property: string
  /** The number of rows that have a value there. */
  filled: number
  /** The first distinct values. */
  samples: readonly Json[]
  conversion: ColumnConversion | undefined
}

/** How to preview the columns of a file. */
export interface PreviewOptions extends Pick<RowReading, 'schema' | 'isCsv' | 'decimal'> {
  /** Column → property, as for `createRowReader`. */
  mapping: ReadonlyMap<string, string>
  /** Other columns are left out; otherwise a property is guessed for each. */
  listedOnly: boolean
  /** Names of properties that are never guessed. */
  excluded: readonly string[]
  /** Whether a column `@id` is guessed to contain ids; otherwise it is left out. */
  takesIds: boolean
}

const maxColumns = 500
const maxSamples = 3
const maxValues = 20

/** The values of rows in one column. */
export interface ColumnValues {
  column: string
  filled: number
  /** The first distinct values. */
  values: Json[]
}

/**
 * Preview the columns of rows before they are imported.
 * @param headings columns that are listed first, even if they are empty
 * @throws TabularError for more columns than can be mapped
 */
export function previewColumns(
  headings: readonly string[],
  rows: readonly JsonObject[],
  options: PreviewOptions,
): ColumnPreview[] {
  const columns = valuesByColumn(headings, rows)
  const mapping = guessMapping(columns, options)
  return columns.map(({ column, filled, values }) => {
    const property = mapping.get(column) ?? ''
    const conversion = property === '' || property === '@id' ? undefined : convertAll(rows, column, property, options)
    return { column, property, filled, samples: values.slice(0, maxSamples), conversion }
  })
}

function valuesByColumn(headings: readonly string[], rows: readonly JsonObject[]): ColumnValues[] {
  const columns = new Map<string, ColumnValues>()
  const columnOf = (column: string): ColumnValues => {
    const known = columns.get(column)
    if (known !== undefined) return known
    if (columns.size >= maxColumns) throw new TabularError(`there are more than ${maxColumns} different columns`)
    const made: ColumnValues = { column, filled: 0, values: [] }
    columns.set(column, made)
    return made
  }
  for (const heading of headings) columnOf(heading)
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const column = columnOf(name)
      if (value === null) continue
      column.filled++
      if (column.values.length < maxValues && !column.values.includes(value)) column.values.push(value)
    }
  }
  return [...columns.values()]
}

function convertAll(
  rows: readonly JsonObject[],
  column: string,
  property: string,
  options: PreviewOptions,
): ColumnConversion | undefined {
  const read = createValueReader(column, property, options)
  let conversion: ColumnConversion | undefined
  for (const row of rows) {
    const from = Object.hasOwn(row, column) ? (row[column] ?? null) : null
    const to = from === null ? undefined : read(from)
    if (to === undefined || equalJson(from, to)) continue
    conversion ??= { rows: 0, dateForm: dateFormOf(from, to), example: { from, to } }
    conversion.rows++
  }
  return conversion
}

/** The form of a converted date. */
function dateFormOf(from: Json, to: Json): string | undefined {
  if (typeof from !== 'string' || typeof to !== 'string') return undefined
  return dateForms.find(form => form.read(from) === to)?.name
}

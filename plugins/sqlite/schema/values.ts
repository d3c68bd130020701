import { jsonText, valueAt } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { columnKey } from '../file/connection.ts'
import type { Bind } from '../file/connection.ts'
import type { DeclaredType, Layout, PhysicalColumn } from './layout.ts'
import { containsKeys, isVaried, storedColumns } from './layout.ts'

/*
 * How values are stored in columns. Columns of one plain kind contain the values of that kind, as SQLite compares them; another value (from before the
 * schema changed) is null there, and the layout records it, so that the next definition makes it a column of keys. Columns of instants and of mixed
 * values contain keys from the beginning.
 */

/** How a column stores values. */
type StoredAs = Pick<PhysicalColumn, 'kind' | 'keyed'>

/** A value that a column can contain. */
export type ColumnValue = string | number | boolean

/** Whether a column represents a value. The library ends texts at U+0000, so a column of texts contains none that have it. */
function isRepresented(value: ColumnValue, column: StoredAs): boolean {
  if (containsKeys(column)) return true
  const { kind } = column
  return typeof value === (kind === 'text' ? 'string' : kind) && !(typeof value === 'string' && value.includes('\0'))
}

/** A value as it is bound for a column; null when the column does not represent it. */
export function bindFor(value: ColumnValue, column: StoredAs & Pick<PhysicalColumn, 'type'>): Bind {
  if (containsKeys(column)) return columnKey(value, column.kind)
  if (!isRepresented(value, column)) return null
  return typeof value === 'boolean' ? Number(value) : typeof value === 'number' ? bindNumber(value, column.type) : value
}

/**
 * The library rounds numbers that are nearly whole, so those with a fraction are bound as texts, which the column converts. So are those beyond 2^53 for
 * a column of whole numbers, which would keep all their digits.
 */
function bindNumber(value: number, type: DeclaredType): Bind {
  const isExact = type === 'REAL' ? Number.isInteger(value) : Number.isSafeInteger(value)
  return isExact ? value : jsonText(value)
}

/** The bound values of these columns for a document's row. */
export const bindsFor = (columns: readonly PhysicalColumn[], data: JsonObject): Bind[] =>
  columns.map(column => {
    const value = valueAt(data, column.path)
    return value === null || typeof value === 'object' ? null : bindFor(value, column)
  })

const isRepresentedAt = (column: PhysicalColumn, data: JsonObject): boolean => {
  const value = valueAt(data, column.path)
  return value === null || (typeof value !== 'object' && isRepresented(value, column))
}

/** The layout that records where a document has other values than its columns represent: usually the same one. */
export const layoutWith = (layout: Layout, data: JsonObject): Layout =>
  withVaried(
    layout,
    storedColumns(layout).filter(column => !isVaried(column) && !isRepresentedAt(column, data)),
  )

/** The layout whose columns are varied where those of another one are, which can have fewer columns. */
export const withVariedOf = (layout: Layout, other: Layout): Layout =>
  withVaried(layout, other.columns.filter(isVaried))

function withVaried(layout: Layout, varied: readonly PhysicalColumn[]): Layout {
  const numbers = new Set(varied.map(({ number }) => number))
  const isNew = (column: PhysicalColumn): boolean => numbers.has(column.number) && !isVaried(column)
  if (!layout.columns.some(isNew)) return layout
  return { ...layout, columns: layout.columns.map(one => (isNew(one) ? { ...one, shape: 'varied' } : one)) }
}

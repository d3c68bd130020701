import { jsonText, valueAt } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import type { ColumnKind } from '../../../lib/store-kit/document-store.ts'
import { isOfKind } from '../../../lib/store-kit/value-order.ts'
import { toSortKey } from '../file/connection.ts'
import type { Bind } from '../file/connection.ts'
import type { DeclaredType, PhysicalColumn } from './layout.ts'

/** How a column stores the values of its kind: as SQLite compares them, or as keys (`orderKey`), as columns of instants and side tables do. */
export interface StoredAs {
  kind: ColumnKind
  type: DeclaredType
  isKey: boolean
}

/**
 * A value as it is bound for a column; null when the column cannot hold it. The library ends texts at U+0000, so a column of texts holds none that
 * have it.
 */
export const bindFor = (value: Json, { kind, type, isKey }: StoredAs): Bind => bindValue(value, kind, type, isKey)

/** Without an object for each value: it is called for each column of each row that is written. */
function bindValue(value: Json, kind: ColumnKind, type: DeclaredType, isKey: boolean): Bind {
  if (!isOfKind(value, kind)) return null
  if (isKey) return toSortKey(value, kind)
  if (typeof value === 'string') return value.includes('\0') ? null : value
  return typeof value === 'boolean' ? Number(value) : bindNumber(value, type)
}

/**
 * The library rounds numbers that are nearly whole, so those with a fraction are bound as texts, which the column converts. So are those beyond 2^53 for
 * a column of whole numbers, which would keep all their digits.
 */
function bindNumber(value: number, type: DeclaredType): Bind {
  const isExact = type === 'REAL' ? Number.isInteger(value) : Number.isSafeInteger(value)
  return isExact ? value : jsonText(value)
}

export const isKeyed = ({ kind }: Pick<PhysicalColumn, 'kind'>): boolean => kind === 'instant'

/** The bound values of these columns for a document's row. */
export const bindsFor = (columns: readonly PhysicalColumn[], data: JsonObject): Bind[] =>
  columns.map(column => bindValue(valueAt(data, column.path), column.kind, column.type, isKeyed(column)))

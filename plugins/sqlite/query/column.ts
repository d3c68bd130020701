import type { ColumnKind, ConditionTarget, StandardColumn } from '../../../lib/store-kit/document-store.ts'
import { standardColumnKinds } from '../../../lib/store-kit/standard-columns.ts'
import { columnAt, isScalar } from '../schema/layout.ts'
import type { IndexedStandardColumn, Layout } from '../schema/layout.ts'
import { quoteName } from '../schema/names.ts'
import { indexName } from '../schema/statements.ts'
import { isKeyed } from '../schema/values.ts'
import type { StoredAs } from '../schema/values.ts'

/** A column by which documents can be filtered and sorted. */
export interface QueryColumn extends StoredAs {
  /** The column in SQL, of a row with the alias `d`. */
  sql: string
  /** It never contains null. */
  isRequired: boolean
  /** Its index in SQL: scope, this column, id. */
  index?: string
  /** At most one document of an account has a value. */
  isUnique?: true
  /** It is `id`, the last column of every index. */
  isId: boolean
  /** It contains times as RFC 3339 texts in UTC with milliseconds, which sort as points in time do. */
  isTime: boolean
}

/**
 * The column that decides conditions on a target as this kind, and by which documents are sorted: what it does not hold sorts like null. Undefined when
 * there is none with the values of all documents.
 */
export function queryColumn(layout: Layout, target: ConditionTarget, kind: ColumnKind): QueryColumn | undefined {
  if ('column' in target) return standardColumn(layout, target.column, kind)
  const column = columnAt(layout, target.path, kind)
  if (column === undefined || !isScalar(column) || !column.stored) return undefined
  return {
    sql: `d.${quoteName(column.name ?? '')}`,
    kind,
    type: column.type,
    isKey: isKeyed(column),
    isRequired: false,
    isId: false,
    isTime: false,
    ...(column.unique && { isUnique: true }),
    ...(column.indexed ? { index: quoteName(indexName(layout, column)) } : {}),
  }
}

function standardColumn(layout: Layout, column: StandardColumn, kind: ColumnKind): QueryColumn | undefined {
  if (standardColumnKinds[column] !== kind) return undefined
  return {
    sql: `d.${column}`,
    kind: kind === 'instant' ? 'text' : kind,
    type: kind === 'number' ? 'INTEGER' : 'TEXT',
    isKey: false,
    isRequired: true,
    isId: column === 'id',
    isTime: kind === 'instant',
    ...(isIndexed(layout, column) ? { index: quoteName(indexName(layout, column)) } : {}),
  }
}

const isIndexed = ({ standardIndexes }: Layout, column: StandardColumn): column is IndexedStandardColumn | 'id' =>
  column === 'id' || standardIndexes.some(indexed => indexed === column)

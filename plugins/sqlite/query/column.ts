import type { ColumnKind, ConditionTarget, StandardColumn } from '../../../lib/store-kit/document-store.ts'
import { standardColumnKinds } from '../../../lib/store-kit/standard-columns.ts'
import { columnAt, isScalar, isVaried, lacksKeys } from '../schema/layout.ts'
import type { IndexedStandardColumn, Layout, PhysicalColumn } from '../schema/layout.ts'
import { quoteName } from '../schema/names.ts'
import { indexName } from '../schema/statements.ts'

/** A column by which documents can be filtered and sorted; `kind`, `keyed` and `type` say how its values are stored (`schema/values.ts`). */
export interface QueryColumn extends Pick<PhysicalColumn, 'kind' | 'keyed' | 'type'> {
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

/** The column that decides conditions on a target, or undefined when none represents all its values such that they can be compared as this kind. */
export function conditionColumn(layout: Layout, target: ConditionTarget, kind: ColumnKind): QueryColumn | undefined {
  const column = 'path' in target ? columnAt(layout, target.path, kind) : undefined
  return column !== undefined && isVaried(column) ? undefined : sortColumn(layout, target, kind)
}

/** The column in whose order documents are sorted by a target: arrays and objects, which a column does not represent, sort like null. */
export function sortColumn(layout: Layout, target: ConditionTarget, kind: ColumnKind): QueryColumn | undefined {
  if ('column' in target) return standardColumn(layout, target.column, kind)
  const column = columnAt(layout, target.path, kind)
  if (column === undefined || !isScalar(column) || !column.stored || !column.examined || lacksKeys(column)) {
    return undefined
  }
  return {
    sql: `d.${quoteName(column.name ?? '')}`,
    kind,
    ...(column.keyed && { keyed: true }),
    type: column.type,
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
    isRequired: true,
    isId: column === 'id',
    isTime: kind === 'instant',
    ...(isIndexed(layout, column) ? { index: quoteName(indexName(layout, column)) } : {}),
  }
}

const isIndexed = ({ standardIndexes }: Layout, column: StandardColumn): column is IndexedStandardColumn | 'id' =>
  column === 'id' || standardIndexes.some(indexed => indexed === column)

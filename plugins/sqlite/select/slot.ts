import type { ColumnKind, ConditionTarget, StandardColumn } from '../../../lib/store-kit/document-store.ts'
import { columnValue, indexName } from '../columns.ts'
import type { DeclaredType, IndexedStandardColumn, Layout, Shape } from '../layout.ts'
import { columnAt, isScalar } from '../layout.ts'
import { quoteName } from '../names.ts'

/** A column of the table by which documents can be tested and ordered. */
export interface Slot {
  /** The column's name in SQL. */
  sql: string
  /** Its value in a row that is called `d`. */
  value: string
  /** How its values are kept (`columns.ts`). */
  kind: ColumnKind
  /** What SQLite converts operands to; undefined when it does not. */
  type: DeclaredType | undefined
  shape: Shape
  /** Null never stands in it. */
  required: boolean
  /** Its index in SQL: scope, this column, id. */
  index?: string
  /** It is `id`, the last column of every index. */
  isId: boolean
  /** It has times as RFC 3339 texts in UTC with milliseconds, whose order is that of the moments. */
  isTime: boolean
}

/** The column for a target, or undefined when there is none whose values are comparable in this kind. */
export function slotFor(layout: Layout, target: ConditionTarget, kind: ColumnKind): Slot | undefined {
  if ('column' in target) return standardSlot(layout, target.column, kind)
  const column = columnAt(layout, target.path, kind)
  if (column === undefined || !isScalar(column)) return undefined
  return {
    sql: quoteName(column.name ?? ''),
    value: columnValue(column, 'd.'),
    kind,
    type: column.stored ? column.type : undefined,
    shape: column.examined ? column.shape : 'varied',
    required: false,
    isId: false,
    isTime: false,
    ...(column.indexed ? { index: quoteName(indexName(layout, column)) } : {}),
  }
}

const standardKinds: Readonly<Record<StandardColumn, ColumnKind>> = {
  id: 'text',
  type_slug: 'text',
  status: 'text',
  created_by: 'text',
  account_id: 'text',
  sequence_no: 'number',
  created_at: 'instant',
  updated_at: 'instant',
}

function standardSlot(layout: Layout, column: StandardColumn, kind: ColumnKind): Slot | undefined {
  if (standardKinds[column] !== kind) return undefined
  return {
    sql: column,
    value: `d.${column}`,
    kind: kind === 'instant' ? 'text' : kind,
    type: kind === 'number' ? 'INTEGER' : 'TEXT',
    shape: 'pure',
    required: true,
    isId: column === 'id',
    isTime: kind === 'instant',
    ...(isIndexed(layout, column) ? { index: quoteName(indexName(layout, column)) } : {}),
  }
}

const isIndexed = ({ standardIndexes }: Layout, column: StandardColumn): column is IndexedStandardColumn | 'id' =>
  column === 'id' || standardIndexes.some(indexed => indexed === column)

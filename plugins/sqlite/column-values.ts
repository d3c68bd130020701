import type { Json, JsonObject } from '../../lib/json/types.ts'
import type { Bind } from './connection.ts'
import type { Layout, PhysicalColumn } from './layout.ts'
import { storedColumns } from './layout.ts'
import { operandFor } from './select/operand.ts'

/** What is bound for a row's columns, and at which of these places a text is bound as bytes. */
export interface ColumnValues {
  binds: Bind[]
  casts: number[]
}

const columnsOf = new WeakMap<Layout, PhysicalColumn[]>()

/** The columns of a layout that are written with a row. */
export function writtenColumns(layout: Layout): PhysicalColumn[] {
  const known = columnsOf.get(layout) ?? storedColumns(layout.columns)
  columnsOf.set(layout, known)
  return known
}

/** What a document's stored columns hold: the same as SQLite's expression for the column (`columns.ts`). */
export const columnValues = (layout: Layout, data: JsonObject): ColumnValues => valuesOf(writtenColumns(layout), data)

/** What these columns hold. */
export function valuesOf(columns: readonly PhysicalColumn[], data: JsonObject): ColumnValues {
  const values: ColumnValues = { binds: [], casts: [] }
  for (const column of columns) {
    const value = valueAt(data, column.path)
    if (value === null || typeof value === 'object') {
      values.binds.push(null)
      continue
    }
    const { sql, bind } = operandFor(value, column)
    if (sql !== '?') values.casts.push(values.binds.length)
    values.binds.push(bind)
  }
  return values
}

/** What stands at a path through objects; null when nothing does. */
export function valueAt(data: JsonObject, path: readonly string[]): Json {
  let value: Json = data
  for (const name of path) {
    if (value === null || typeof value !== 'object' || Array.isArray(value) || !Object.hasOwn(value, name)) return null
    value = value[name] ?? null
  }
  return value
}

import type { ColumnKind } from '../../../lib/store-kit/document-store.ts'
import type { Connection } from '../file/connection.ts'
import { manyColumns, storedColumns } from './layout.ts'
import type { Layout, PhysicalColumn } from './layout.ts'
import { quoteName } from './names.ts'
import { valuesName } from './statements.ts'
import { isKeyed } from './values.ts'

/*
 * Columns of release 0.2.0 could contain values of several types, as keys. Such a column is not used any more, and a new one is made when the collection
 * is defined again.
 */

/** A column as release 0.2.0 recorded it. */
interface EarlierColumn extends Omit<PhysicalColumn, 'kind'> {
  kind: ColumnKind | 'mixed'
  /** Of that release alone, in every column. */
  shape?: string
  examined?: boolean
  keyed?: boolean
}

/** A recorded layout in its current form. */
export const currentLayout = (layout: Omit<Layout, 'columns'> & { columns: EarlierColumn[] }): Layout => ({
  ...layout,
  columns: layout.columns.map(currentColumn),
})

function currentColumn({ shape: _shape, examined = true, keyed = false, ...column }: EarlierColumn): PhysicalColumn {
  if (!keyed && isCurrent(column)) return { ...column, inUse: column.inUse && (examined || !column.stored) }
  // No definition has a column at this path, so that it stays out of use.
  return { ...column, path: [], kind: 'json', many: false, indexed: false, unique: false, values: 'none', inUse: false }
}

const isCurrent = (column: EarlierColumn): column is PhysicalColumn => column.kind !== 'mixed'

/** The names of collections that release 0.2.0 recorded last. */
export const earlierCollections = (connection: Connection): ReadonlySet<string> =>
  new Set(
    connection
      .all(
        `SELECT DISTINCT c.name FROM "plinth.collections" AS c, json_each(c.layout, '$.columns') AS of WHERE of.value -> 'shape' IS NOT NULL`,
      )
      .map(([name]) => String(name)),
  )

/** The first character of the keys of values of each kind. */
const keyClass: Readonly<Record<ColumnKind, number>> = { boolean: 1, number: 2, instant: 3, text: 4, json: 5 }

/** Statements that remove the keys of values of other types from what stays in use. */
export function removeOtherKeys(layout: Layout): string[] {
  const isOther = (key: string, { kind }: PhysicalColumn): string =>
    `${key} < '${keyClass[kind]}' OR ${key} >= '${keyClass[kind] + 1}'`
  return [
    ...storedColumns(layout)
      .filter(isKeyed)
      .map(column => {
        const name = quoteName(column.name ?? '')
        return `UPDATE ${quoteName(layout.table)} SET ${name} = NULL WHERE ${isOther(name, column)}`
      }),
    ...manyColumns(layout).map(
      column => `DELETE FROM ${quoteName(valuesName(layout, column))} WHERE ${isOther('key', column)}`,
    ),
  ]
}

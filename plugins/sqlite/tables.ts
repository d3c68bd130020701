import { UniqueViolation } from '../../lib/errors/index.ts'
import {
  copyRows,
  createTable,
  createValues,
  createWords,
  indexStatements,
  uniqueIndexName,
  valuesName,
} from './columns.ts'
import type { Connection } from './connection.ts'
import { isConstraint } from './failures.ts'
import type { Layout, Shape } from './layout.ts'
import { valueColumns } from './layout.ts'
import { quoteName, sideName } from './names.ts'
import { runTask } from './tasks.ts'
import type { Filling } from './tasks.ts'

/** Make a new collection's table with everything beside it, inside a transaction. */
export function createTables(connection: Connection, layout: Layout): void {
  connection.execute(createTable(layout.table, layout.columns), ...indexStatements(layout).values())
  createSides(connection, layout)
}

function createSides(connection: Connection, layout: Layout): void {
  for (const column of valueColumns(layout)) connection.execute(createValues(layout, column))
  for (const { table } of layout.words) connection.execute(...createWords(table))
}

/** Take a collection's table and everything beside it away, inside a transaction. */
export function dropTables(connection: Connection, layout: Layout): void {
  dropSides(connection, layout)
  connection.execute(`DROP TABLE ${quoteName(layout.table)}`)
}

function dropSides(connection: Connection, layout: Layout): void {
  const sides = [
    ...valueColumns(layout).map(column => valuesName(layout, column)),
    ...layout.words.map(({ table }) => table),
  ]
  for (const side of sides) connection.execute(`DROP TABLE ${quoteName(side)}`)
}

/**
 * Make the table of a small collection anew, inside a transaction. The rows are copied to and fro, because to rename a table SQLite reads the definitions of
 * all others, which takes long where these have thousands of columns.
 * @throws `UniqueViolation`
 */
export function rebuildTables(connection: Connection, before: Layout, after: Layout): void {
  const copy = sideName(before.table, 'copy')
  connection.execute(createTable(copy, []), copyRows(before.table, copy, []))
  dropTables(connection, before)
  connection.execute(
    createTable(after.table, after.columns),
    copyRows(copy, after.table, after.columns),
    `DROP TABLE ${quoteName(copy)}`,
  )
  for (const [name, statement] of indexStatements(after)) {
    try {
      connection.execute(statement)
    } catch (error) {
      throw uniqueViolation(error, after, name)
    }
  }
  createSides(connection, after)
  for (const task of fillings(after)) fillAll(connection, task)
  for (const column of after.columns) {
    column.shape = runTask(connection, { kind: 'shape', table: after.table, column }) as Shape
    column.examined = true
  }
}

function fillAll(connection: Connection, task: Filling): void {
  for (let after: unknown = 0; typeof after === 'number';) after = runTask(connection, { ...task, after })
}

/** What a failure to make an index means. */
export function uniqueViolation(error: unknown, layout: Layout, index: string): unknown {
  const column = layout.columns.find(each => uniqueIndexName(layout, each) === index)
  return column !== undefined && isConstraint(error) ? new UniqueViolation(column.path.join('.')) : error
}

/** What must be filled from the documents. */
export const fillings = (layout: Layout): Exclude<Filling, { kind: 'columns' }>[] => [
  ...layout.words.map(index => ({ kind: 'words' as const, table: layout.table, index, after: 0 })),
  ...valueColumns(layout).map(column => ({
    kind: 'values' as const,
    table: layout.table,
    values: valuesName(layout, column),
    column,
    after: 0,
  })),
]

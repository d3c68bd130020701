import type { Catalogue, Collection } from './catalogue.ts'
import { indexStatements } from './columns.ts'
import type { Connection } from './connection.ts'
import type { Layout } from './layout.ts'
import { quoteName } from './names.ts'
import { leftoverColumns, sideTables } from './online.ts'

/** Clear away what an interrupted change of a definition left behind, so that every collection is as its definition says. */
export function tidy(connection: Connection, catalogue: Catalogue): void {
  for (const collection of catalogue.all()) {
    const statements = leftovers(connection, collection.layout)
    const tidied: Collection = { ...collection, layout: completeOnly(collection.layout) }
    if (statements.length === 0 && JSON.stringify(tidied) === JSON.stringify(collection)) continue
    connection.transaction(() => {
      connection.execute(...statements)
      catalogue.save(tidied)
    })
    catalogue.remember(tidied)
  }
}

/** The layout without what was being built, or was about to go. */
const completeOnly = (layout: Layout): Layout => ({
  ...layout,
  columns: layout.columns
    .filter(({ inUse, stored }) => inUse || stored)
    .map(column => ({ ...column, values: column.values === 'ready' ? 'ready' : 'none' })),
  words: layout.words.filter(({ ready }) => ready),
})

/** Statements that take away whatever stands in the file and not in the layout. */
function leftovers(connection: Connection, layout: Layout): string[] {
  const complete = completeOnly(layout)
  const indexes = indexStatements(complete)
  const sides = new Set(sideTables(complete))
  const prefix = `${layout.table}.`
  const present = connection
    .all(`SELECT type, name, tbl_name FROM sqlite_master WHERE sql IS NOT NULL`)
    .map(([type, name, table]) => ({ type: String(type), name: String(name), table: String(table) }))
  return [
    ...present
      .filter(({ type, name, table }) => type === 'index' && table === layout.table && !indexes.has(name))
      .map(({ name }) => `DROP INDEX ${quoteName(name)}`),
    ...present
      .filter(({ type, name }) => type === 'table' && name.startsWith(prefix) && isSide(name.slice(prefix.length)))
      .filter(({ name }) => !sides.has(name))
      .map(({ name }) => `DROP TABLE ${quoteName(name)}`),
    ...leftoverColumns(layout),
  ]
}

/** What layouts name, and not the tables that a full-text index makes for itself. */
const isSide = (name: string): boolean => /^(words|values)\.\d+$/.test(name)

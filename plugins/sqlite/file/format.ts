import { ConfigurationError } from '../../../lib/errors/index.ts'
import { readCollections } from '../schema/catalogue.ts'
import { remakeTables } from '../schema/changes.ts'
import { tableFormat } from '../schema/layout.ts'
import { planLayout } from '../schema/plan-layout.ts'
import type { Connection } from './connection.ts'

const ownTables = `
  CREATE TABLE IF NOT EXISTS "plinth.store" (format INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS "plinth.collections"
    (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, definition TEXT NOT NULL, layout TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS "plinth.accounts" (number INTEGER PRIMARY KEY, account_id TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS "plinth.versions"
    (collection INTEGER NOT NULL, id TEXT NOT NULL, sequence_no INTEGER NOT NULL, meta TEXT NOT NULL, data TEXT NOT NULL);
  CREATE UNIQUE INDEX IF NOT EXISTS "plinth.versions.by_id" ON "plinth.versions" (collection, id, sequence_no);
  CREATE TABLE IF NOT EXISTS "plinth.removed"
    (collection INTEGER NOT NULL, id TEXT NOT NULL, PRIMARY KEY (collection, id)) WITHOUT ROWID;`

/**
 * Turn a new file into a store, and convert one of an earlier format.
 * @throws `ConfigurationError` when a later version wrote the file, or it is not a store
 */
export function prepareFile(connection: Connection, location: string): void {
  if (formatOf(connection, location) === tableFormat) return
  convertTables(connection)
  connection.run('UPDATE "plinth.store" SET format = ?', tableFormat)
}

/** The format of a file; a new one gets the tables that every store has. */
const formatOf = (connection: Connection, location: string): number =>
  connection.transaction(() => {
    refuseForeign(connection, location)
    connection.execute(ownTables)
    const format = connection.number('SELECT format FROM "plinth.store"')
    if (format > tableFormat) {
      throw new ConfigurationError(
        `${location} was written by a later version of Plinth (format ${format}, this one knows ${tableFormat}); start that version, or choose another file`,
      )
    }
    if (format > 0) return format
    connection.run('INSERT INTO "plinth.store" (format) VALUES (?)', tableFormat)
    return tableFormat
  })

function refuseForeign(connection: Connection, location: string): void {
  const own = connection.number(`SELECT count(*) FROM sqlite_master WHERE name = 'plinth.store'`)
  const others = connection.number('SELECT count(*) FROM sqlite_master')
  if (own === 0 && others > 0) {
    throw new ConfigurationError(`${location} is a database of something else; choose another file for the store`)
  }
}

/**
 * Convert a file of an earlier format, one collection in one transaction: an interrupted conversion continues at the next start.
 *
 * - Format 1: columns with an index are generated and stored (`GENERATED ALWAYS AS … STORED`), and every collection has the indexes of standard columns.
 * - Format 2: columns with an index are plain ones, except those that were added to a large table in use, which are generated. Both formats use the
 * function `plinth_key` in definitions of columns, so no other SQLite tool can read the file.
 * - Format 3: columns with an index are plain ones, and definitions use only SQLite's own functions.
 */
function convertTables(connection: Connection): void {
  for (const { definition, layout: before } of readCollections(connection).values()) {
    if (before.format === tableFormat) continue
    const layout = planLayout({ ...before, standardIndexes: [] }, [definition], { fresh: true, keep: false })
    connection.transaction(() => remakeTables(connection, before, { definition, layout }))
  }
}

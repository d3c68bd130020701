import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { release } from '../../../kernel/index.ts'
import { ConfigurationError } from '../../../lib/errors/index.ts'
import type { Release, StoreFormat } from '../../../lib/store-kit/document-store.ts'
import { tableFormat } from '../schema/layout.ts'
import { Connection } from './connection.ts'
import { isDiskFull } from './failures.ts'
import { inMemory } from './ownership.ts'

const ownTables = `
  CREATE TABLE IF NOT EXISTS "plinth.store"
    (format INTEGER NOT NULL, version TEXT, "commit" TEXT, conversion TEXT); -- the last one is of 0.2.0, which reads it
  CREATE TABLE IF NOT EXISTS "plinth.collections"
    (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, definition TEXT NOT NULL, layout TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS "plinth.accounts" (number INTEGER PRIMARY KEY, account_id TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS "plinth.versions"
    (collection INTEGER NOT NULL, id TEXT NOT NULL, sequence_no INTEGER NOT NULL, meta TEXT NOT NULL, data TEXT NOT NULL);
  CREATE UNIQUE INDEX IF NOT EXISTS "plinth.versions.by_id" ON "plinth.versions" (collection, id, sequence_no);
  CREATE TABLE IF NOT EXISTS "plinth.removed"
    (collection INTEGER NOT NULL, id TEXT NOT NULL, PRIMARY KEY (collection, id)) WITHOUT ROWID;`

/** A connection that changes nothing, not even the files next to this one if it is complete by itself. */
export function openReadOnly(path: string): Connection {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const file = log > 0 ? path : `${pathToFileURL(resolve(path)).href}?immutable=1`
  return new Connection(file, [], { readOnly: true })
}

/**
 * The format of a file that no other process uses; undefined when there is no store yet. Changes nothing.
 * @throws `ConfigurationError` when it is not a store
 */
export function formatOfFile(path: string): StoreFormat | undefined {
  if (path === inMemory || !existsSync(path) || statSync(path).size === 0) return undefined
  const connection = openReadOnly(path)
  try {
    return formatOf(connection, path)
  } finally {
    connection.close()
  }
}

/** The format that a connection sees, see {@link formatOfFile}. */
export function formatOf(connection: Connection, location: string): StoreFormat | undefined {
  const own = connection.number(`SELECT count(*) FROM sqlite_master WHERE name = 'plinth.store'`)
  const others = connection.number('SELECT count(*) FROM sqlite_master')
  if (own === 0 && others > 0) {
    throw new ConfigurationError(`${location} is a database of something else; choose another file for the store`)
  }
  const number = own === 0 ? 0 : connection.number('SELECT format FROM "plinth.store"')
  if (number === 0) return undefined
  const [version, commit] =
    number < tableFormat ? [] : (connection.get('SELECT version, "commit" FROM "plinth.store"') ?? [])
  return {
    number,
    current: tableFormat,
    ...(typeof version === 'string' && {
      writtenBy: { version, ...(typeof commit === 'string' && { commit }) },
    }),
  }
}

/**
 * Turn a new file into a store, and record this release as the one that wrote it.
 * @param found the format of the file, which was checked; undefined for a new one
 */
export function prepareFile(connection: Connection, found: StoreFormat | undefined): void {
  connection.transaction(() => {
    connection.execute(ownTables)
    if (found === undefined) connection.run('INSERT INTO "plinth.store" (format) VALUES (?)', tableFormat)
  })
  try {
    recordRelease(connection, release, found?.writtenBy)
  } catch (error) {
    if (!isDiskFull(error)) throw error // a store starts on a full disk, and reads are answered; the next start records it
  }
}

function recordRelease(connection: Connection, { version, commit }: Release, before: Release | undefined): void {
  if (before?.version === version && before.commit === commit) return
  connection.run('UPDATE "plinth.store" SET version = ?, "commit" = ?', version, commit ?? null)
}

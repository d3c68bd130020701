import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { release } from '../../../kernel/index.ts'
import { ConfigurationError } from '../../../lib/errors/index.ts'
import type { Conversion, OpenOptions, Release, StoreFormat } from '../../../lib/store-kit/document-store.ts'
import { currentExceptions, equalDateTimes, formerReferences, maxEqualValues } from '../../../lib/store-kit/index.ts'
import type { EqualValues } from '../../../lib/store-kit/index.ts'
import { Catalogue, deleteCollection, saveCollection } from '../schema/catalogue.ts'
import { removeOtherKeys } from '../schema/earlier-layout.ts'
import type { Collection, Layout, PhysicalColumn } from '../schema/layout.ts'
import { manyColumns, storedColumns, tableFormat } from '../schema/layout.ts'
import { quoteName } from '../schema/names.ts'
import { dropTables, valuesName } from '../schema/statements.ts'
import { Connection } from './connection.ts'
import { isDiskFull } from './failures.ts'
import { logBytes } from './log.ts'
import { inMemory } from './ownership.ts'

/** The columns of `plinth.store` besides `format`: earlier versions do not know them, and ignore them. */
const furtherColumns = ['version', 'commit', 'conversion'] as const

/** The earliest format that is converted. */
const oldestFormat = 3

const ownTables = `
  CREATE TABLE IF NOT EXISTS "plinth.store"
    (format INTEGER NOT NULL, ${furtherColumns.map(name => `${quoteName(name)} TEXT`).join(', ')});
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
  const file = logBytes(path) > 0 ? path : `${pathToFileURL(resolve(path)).href}?immutable=1`
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
  const [version, commit, conversion] = hasRelease(connection)
    ? (connection.get('SELECT version, "commit", conversion FROM "plinth.store"') ?? [])
    : []
  return {
    number,
    current: tableFormat,
    oldest: oldestFormat,
    ...(typeof version === 'string' && {
      writtenBy: { version, ...(typeof commit === 'string' && { commit }) },
    }),
    ...(typeof conversion === 'string' && { conversion: readConversion(conversion) }),
    ...(number < tableFormat && { pending: pendingOf(connection) }),
  }
}

/** Written by {@link prepareFile}. */
const readConversion = (text: string): Conversion => JSON.parse(text)

const hasRelease = (connection: Connection): boolean =>
  connection.number(`SELECT count(*) FROM pragma_table_info('plinth.store') WHERE name = 'version'`) > 0

/** What to delete a table took in a measurement. */
const convertedBytesPerSecond = 100_000_000

/** The conversion leaves documents as they are: it changes definitions and keys, and deletes one table, which are parts of the file. */
function pendingOf(connection: Connection): NonNullable<StoreFormat['pending']> {
  const size = connection.number('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size')
  return { rows: 0, seconds: Math.ceil(size / convertedBytesPerSecond), bytes: size }
}

/**
 * Turn a new file into a store, convert one of an earlier format, and record this release as the one that wrote it.
 * @param found the format of the file, which was checked; undefined for a new one
 */
export function prepareFile(
  connection: Connection,
  found: StoreFormat | undefined,
  options: Pick<OpenOptions, 'onConverted'> = {},
): void {
  connection.transaction(() => {
    connection.execute(ownTables)
    if (found === undefined) connection.run('INSERT INTO "plinth.store" (format) VALUES (?)', tableFormat)
  })
  if (found !== undefined && found.number < tableFormat) {
    addColumns(connection)
    const conversion = connection.transaction(() => {
      const made = convert(connection, found.number)
      connection.run('UPDATE "plinth.store" SET format = ?, conversion = ?', tableFormat, JSON.stringify(made))
      return made
    })
    options.onConverted?.(conversion)
  }
  try {
    recordRelease(connection, release, found?.writtenBy)
  } catch (error) {
    if (!isDiskFull(error)) throw error // a store starts on a full disk, and reads are answered; the next start records it
  }
}

function recordRelease(connection: Connection, { version, commit }: Release, before: Release | undefined): void {
  if (before?.version === version && before.commit === commit) return
  addColumns(connection)
  connection.run('UPDATE "plinth.store" SET version = ?, "commit" = ?', version, commit ?? null)
}

function addColumns(connection: Connection): void {
  if (hasRelease(connection)) return
  connection.transaction(() => {
    for (const name of furtherColumns)
      connection.execute(`ALTER TABLE "plinth.store" ADD COLUMN ${quoteName(name)} TEXT`)
  })
}

/**
 * Convert a file of an earlier format. In format 3 references were stored in a collection of their own, and the searches of words excepted them by their
 * places; their columns and the words are made when the collections are defined again: in the background, after the start. In formats 3 and 4 keys of
 * date-times could have more than three digits of a second's fraction.
 * @throws `ConfigurationError` when values of a unique property are equal in the current format
 */
function convert(connection: Connection, from: number): Conversion {
  const started = performance.now()
  const collections = new Catalogue(connection).all()
  refuseEqualInstants(connection, collections)
  for (const { definition, layout } of collections) {
    const collection = {
      definition,
      layout: {
        ...layout,
        format: tableFormat,
        words: layout.words.map(index => ({ ...index, except: currentExceptions(index.except) })),
      },
    }
    if (definition.name === formerReferences) {
      connection.execute(...dropTables(layout))
      deleteCollection(connection, collection)
      continue
    }
    connection.execute(...removeOtherKeys(layout), ...instantUpdates(layout))
    saveCollection(connection, collection)
  }
  const seconds = Math.round(performance.now() - started) / 1000
  return { from, to: tableFormat, rows: 0, seconds, at: new Date().toISOString(), ...release }
}

const isInstant = ({ kind }: PhysicalColumn): boolean => kind === 'instant'

/** Whether a key is one of an instant: the digit of its class, twelve digits of seconds, and a fraction. */
const isInstantKey = (key: string): string => `${key} >= '3' AND ${key} < '4'`

/** A key of an instant with a fraction of at most three digits, without zeros at its end. */
const toMilliseconds = (key: string): string => `rtrim(substr(${key}, 1, 17), '0')`

/** The statements that cut the keys of instants to milliseconds. In a side table a document can have that key already. */
function instantUpdates(layout: Layout): string[] {
  const update = (table: string, key: string, or = ''): string =>
    `UPDATE ${or} ${quoteName(table)} SET ${key} = ${toMilliseconds(key)} WHERE ${isInstantKey(key)} AND length(${key}) > 17`
  return [
    ...storedColumns(layout)
      .filter(isInstant)
      .map(({ name }) => update(layout.table, quoteName(name ?? ''))),
    ...manyColumns(layout)
      .filter(isInstant)
      .map(column => update(valuesName(layout, column), 'key', 'OR REPLACE')),
  ]
}

const maxIdsLength = 1_000

/** Refuse a file in which documents have different date-times at a unique property that are equal to the millisecond. */
function refuseEqualInstants(connection: Connection, collections: readonly Collection[]): void {
  const found = collections.flatMap(({ layout }) => equalInstants(connection, layout))
  if (found.length > 0) throw equalDateTimes('convert', found)
}

/** The documents that have date-times at a unique property that are equal to the millisecond. */
export const equalInstants = (connection: Connection, layout: Layout): EqualValues[] =>
  layout.columns
    .filter(column => column.unique && isInstant(column))
    .flatMap(({ name, path }) => {
      const key = quoteName(name ?? '')
      const sql =
        `SELECT min(type_slug), substr(group_concat(id, ', ' ORDER BY id), 1, ${maxIdsLength}) FROM ${quoteName(layout.table)} ` +
        `WHERE ${isInstantKey(key)} GROUP BY account_id, ${toMilliseconds(key)} HAVING count(*) > 1 LIMIT ${maxEqualValues}`
      const property = path.join('.')
      return connection.all(sql).map(([type, ids]) => ({ type: String(type), property, ids: String(ids) }))
    })

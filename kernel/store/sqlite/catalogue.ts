import type { CollectionDefinition } from '../../contracts/document-store.ts'
import { ConfigurationError } from '../../errors.ts'
import type { Connection } from './connection.ts'
import type { Layout } from './layout.ts'

/** A collection: what was asked for, and how it is kept. */
export interface Collection {
  definition: CollectionDefinition
  layout: Layout
}

const format = 1

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

/** The collections of a file with their layouts, in memory and in its own tables (their names begin with `plinth.`). */
export class Catalogue {
  readonly #connection: Connection
  readonly #collections = new Map<string, Collection>()
  readonly #changed = new Set<Collection>()

  /**
   * Read the catalogue; a new file gets one.
   * @throws `ConfigurationError` when a later version wrote the file, or it is no store at all
   */
  constructor(connection: Connection, location: string) {
    this.#connection = connection
    connection.transaction(() => {
      refuseForeign(connection, location)
      connection.execute(ownTables)
      const found = connection.number('SELECT format FROM "plinth.store"')
      if (found > format) {
        throw new ConfigurationError(
          `${location} was written by a later version of Plinth (format ${found}, this one knows ${format}); start that version, or choose another file`,
        )
      }
      if (found === 0) connection.run('INSERT INTO "plinth.store" (format) VALUES (?)', format)
    })
    for (const [name, definition, layout] of connection.all(
      'SELECT name, definition, layout FROM "plinth.collections"',
    )) {
      this.#collections.set(String(name), {
        definition: JSON.parse(String(definition)) as CollectionDefinition,
        layout: JSON.parse(String(layout)) as Layout,
      })
    }
  }

  find(name: string): Collection | undefined {
    return this.#collections.get(name)
  }

  all(): Collection[] {
    return [...this.#collections.values()]
  }

  /** A number for a new collection. */
  nextNumber(): number {
    return 1 + this.#connection.number('SELECT max(number) FROM "plinth.collections"')
  }

  /** Write a collection down, inside a transaction; {@link remember} it once that is committed. */
  save({ definition, layout }: Collection): void {
    this.#connection.run(
      'INSERT OR REPLACE INTO "plinth.collections" (number, name, definition, layout) VALUES (?, ?, ?, ?)',
      layout.number,
      definition.name,
      JSON.stringify(definition),
      JSON.stringify(layout),
    )
  }

  remember(collection: Collection): void {
    this.#collections.set(collection.definition.name, collection)
  }

  /** Take a collection out, inside a transaction; {@link forget} it once that is committed. */
  delete({ layout }: Collection): void {
    this.#connection.run('DELETE FROM "plinth.collections" WHERE number = ?', layout.number)
    this.#connection.run('DELETE FROM "plinth.versions" WHERE collection = ?', layout.number)
    this.#connection.run('DELETE FROM "plinth.removed" WHERE collection = ?', layout.number)
  }

  forget(name: string): void {
    this.#collections.delete(name)
  }

  /** Note that a layout was changed in place by a write. */
  noteChange(collection: Collection): void {
    this.#changed.add(collection)
  }

  /** Write down what was noted; to be called before a commit. */
  saveNoted(): void {
    for (const collection of this.#changed) {
      if (this.#collections.get(collection.definition.name) === collection) this.save(collection)
    }
  }

  /** What was noted is committed. */
  clearNoted(): void {
    this.#changed.clear()
  }
}

function refuseForeign(connection: Connection, location: string): void {
  const own = connection.number(`SELECT count(*) FROM sqlite_master WHERE name = 'plinth.store'`)
  const others = connection.number('SELECT count(*) FROM sqlite_master')
  if (own === 0 && others > 0) {
    throw new ConfigurationError(`${location} is a database of something else; choose another file for the store`)
  }
}

import type { CollectionDefinition } from '../../lib/store-kit/document-store.ts'
import type { Connection } from './connection.ts'
import type { Layout } from './layout.ts'
import type { News } from './prepared.ts'

/** A collection: what was asked for, and how it is kept. */
export interface Collection {
  definition: CollectionDefinition
  layout: Layout
}

/** The collections of a file with their layouts, in memory and in its own tables (their names begin with `plinth.`). */
export class Catalogue {
  readonly #connection: Connection
  readonly #collections = new Map<string, Collection>()
  #news = new Map<string, boolean>()

  /** Read the catalogue of a file that was prepared (`file-format.ts`). */
  constructor(connection: Connection) {
    this.#connection = connection
    for (const collection of readCollections(connection)) {
      this.#collections.set(collection.definition.name, collection)
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
  save(collection: Collection): void {
    saveCollection(this.#connection, collection)
  }

  remember(collection: Collection): void {
    const { name } = collection.definition
    this.#collections.set(name, collection)
    this.#note(name, false)
  }

  /** Take a collection out, inside a transaction; {@link forget} it once that is committed. */
  delete({ layout }: Collection): void {
    this.#connection.run('DELETE FROM "plinth.collections" WHERE number = ?', layout.number)
    this.#connection.run('DELETE FROM "plinth.versions" WHERE collection = ?', layout.number)
    this.#connection.run('DELETE FROM "plinth.removed" WHERE collection = ?', layout.number)
  }

  forget(name: string): void {
    this.#collections.delete(name)
    this.#note(name, false)
  }

  /** Note that a layout was changed in place for a write, in whose transaction it is to be written down. */
  noteChange({ definition }: Collection): void {
    this.#note(definition.name, true)
  }

  /** What changed since the last time, for who writes documents. */
  takeNews(): News[] {
    if (this.#news.size === 0) return []
    const news = [...this.#news].map(([name, save]) => ({ name, collection: this.#collections.get(name), save }))
    this.#news = new Map()
    return news
  }

  /** These did not arrive, or what was to be written down was not. */
  takeBack(news: readonly News[]): void {
    for (const { name, save } of news) this.#note(name, save)
  }

  #note(name: string, save: boolean): void {
    this.#news.set(name, save || this.#news.get(name) === true)
  }
}

/** What a file says of its collections. */
export const readCollections = (connection: Connection): Collection[] =>
  connection.all('SELECT definition, layout FROM "plinth.collections"').map(([definition, layout]) => ({
    definition: JSON.parse(String(definition)) as CollectionDefinition,
    layout: JSON.parse(String(layout)) as Layout,
  }))

/** Write a collection down, inside a transaction. */
export function saveCollection(connection: Connection, { definition, layout }: Collection): void {
  connection.run(
    'INSERT OR REPLACE INTO "plinth.collections" (number, name, definition, layout) VALUES (?, ?, ?, ?)',
    layout.number,
    definition.name,
    JSON.stringify(definition),
    JSON.stringify(layout),
  )
}

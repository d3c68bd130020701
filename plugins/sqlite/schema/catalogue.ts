import { currentDefinition } from '../../../lib/store-kit/earlier-definitions.ts'
import type { Connection } from '../file/connection.ts'
import { currentLayout } from './earlier-layout.ts'
import type { Collection } from './layout.ts'

/** The collections of a file, in the thread that answers requests. */
export class Catalogue {
  readonly #collections: Map<string, Collection>

  /** Read the catalogue of a file that `file/format.ts` has prepared. */
  constructor(connection: Connection) {
    this.#collections = readCollections(connection)
  }

  find(name: string): Collection | undefined {
    return this.#collections.get(name)
  }

  /** @throws when there is no collection of this name */
  get(name: string): Collection {
    return definedCollection(this.#collections, name)
  }

  all(): Collection[] {
    return [...this.#collections.values()]
  }

  set(collection: Collection): void {
    this.#collections.set(collection.definition.name, collection)
  }

  delete(name: string): void {
    this.#collections.delete(name)
  }
}

/** @throws when there is no collection of this name */
export function definedCollection(collections: ReadonlyMap<string, Collection>, name: string): Collection {
  const collection = collections.get(name)
  if (collection === undefined) throw new Error(`there is no collection ${JSON.stringify(name)}: define it first`)
  return collection
}

/** The collections recorded in a file, by their names. */
export function readCollections(connection: Connection): Map<string, Collection> {
  const rows = connection.all('SELECT name, definition, layout FROM "plinth.collections"')
  return new Map(
    rows.map(([name, definition, layout]) => [
      String(name),
      {
        definition: currentDefinition(JSON.parse(String(definition))),
        layout: currentLayout(JSON.parse(String(layout))),
      },
    ]),
  )
}

/** Record a collection, inside a transaction. */
export function saveCollection(connection: Connection, { definition, layout }: Collection): void {
  connection.run(
    'INSERT OR REPLACE INTO "plinth.collections" (number, name, definition, layout) VALUES (?, ?, ?, ?)',
    layout.number,
    definition.name,
    JSON.stringify(definition),
    JSON.stringify(layout),
  )
}

/** Delete the record of a collection, inside a transaction. */
export function deleteCollection(connection: Connection, { layout: { number } }: Collection): void {
  connection.run('DELETE FROM "plinth.collections" WHERE number = ?', number)
  connection.run('DELETE FROM "plinth.versions" WHERE collection = ?', number)
  connection.run('DELETE FROM "plinth.removed" WHERE collection = ?', number)
}

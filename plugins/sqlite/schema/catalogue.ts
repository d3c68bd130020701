import { currentDefinition } from '../../../lib/store-kit/earlier-definitions.ts'
import type { Connection } from '../file/connection.ts'
import { currentLayout } from './earlier-layout.ts'
import type { Collection } from './layout.ts'

/** The collections of a file, by their names. */
export class Catalogue {
  readonly #collections: Map<string, Collection>

  /** Read the catalogue of a file that `file/format.ts` has prepared. */
  constructor(connection: Connection) {
    const rows = connection.all('SELECT name, definition, layout FROM "plinth.collections"')
    this.#collections = new Map(
      rows.map(([name, definition, layout]) => [
        String(name),
        {
          definition: currentDefinition(JSON.parse(String(definition))),
          layout: currentLayout(JSON.parse(String(layout))),
        },
      ]),
    )
  }

  find(name: string): Collection | undefined {
    return this.#collections.get(name)
  }

  /** @throws when there is no collection of this name */
  get(name: string): Collection {
    const collection = this.#collections.get(name)
    if (collection === undefined) throw new Error(`there is no collection ${JSON.stringify(name)}: define it first`)
    return collection
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

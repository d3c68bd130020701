import { readMeta, textCondition } from '../../../lib/store-kit/index.ts'
import type { DocumentStore } from '../../../kernel/index.ts'
import { compileType } from './compile-type.ts'
import { defineSets, dropSets } from './sets.ts'
import { typeId } from './slugs.ts'
import { parseType, typeRecords } from './type-record.ts'
import type { StoredType } from './type-record.ts'

/** The stored types, and the collections that must match them. */
export class Catalogue {
  readonly #store: DocumentStore

  constructor(store: DocumentStore) {
    this.#store = store
  }

  /** The stored type with this slug, in any status. */
  async get(slug: string): Promise<StoredType | undefined> {
    const document = await this.#store.get(typeRecords.name, typeId(slug))
    return document === undefined ? undefined : parseType(document)
  }

  /** The stored type whose resources are in this collection. */
  owner(collection: string): Promise<StoredType | undefined> {
    return typeRecords.findFirst(this.#store, [textCondition('collection', 'eq', collection)], { status: 'any' })
  }

  /** The last sequence number of a slug that is no longer used; 0 when it was never used. */
  async lastNumber(slug: string): Promise<number> {
    const document = await this.#store.get(typeRecords.name, typeId(slug))
    return document === undefined ? 0 : readMeta(document).sequence_no
  }

  /** Every stored type, in any status. */
  async all(): Promise<StoredType[]> {
    const types: StoredType[] = []
    for await (const portion of this.#store.scan(typeRecords.name)) {
      types.push(...portion.flatMap(document => parseType(document) ?? []))
    }
    return types
  }

  /**
   * Make a collection match its type, even when the type changes meanwhile. An empty collection without a type is dropped.
   * @param dropsSets also remove the sets of rows of a type that has none any more
   */
  async settle(collection: string, dropsSets = false): Promise<void> {
    for (;;) {
      const owner = await this.owner(collection)
      if (owner === undefined) {
        if (await this.isUnused(collection)) {
          await dropSets(this.#store, collection)
          await this.#store.drop(collection)
        }
        return
      }
      const type = compileType(owner)
      await this.#store.define(type.definition)
      await defineSets(this.#store, type)
      if (dropsSets && type.drafts === undefined) await dropSets(this.#store, collection)
      const now = await this.owner(collection)
      if (now?.id === owner.id && now.meta.sequence_no === owner.meta.sequence_no) return
    }
  }

  /** Whether a collection never contained a resource. */
  async isUnused(collection: string): Promise<boolean> {
    for await (const portion of this.#store.scan(collection, { size: 1 })) return portion.length === 0
    return true
  }
}

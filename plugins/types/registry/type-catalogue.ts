import { newestFirst } from '../../../lib/query/index.ts'
import { readMeta } from '../../../lib/store-kit/index.ts'
import type { DocumentStore, WriteOperation } from '../../../kernel/index.ts'
import { compileType } from './compile-type.ts'
import { typesOf } from './list-types.ts'
import { typeId } from './slugs.ts'
import { readStoredType, typesCollection } from './type-record.ts'
import type { StoredType, VacatedRecord } from './type-record.ts'

/** The types as they are kept, and the collections that must be as the types say. */
export class Catalogue {
  readonly #store: DocumentStore

  constructor(store: DocumentStore) {
    this.#store = store
  }

  /** The stored type with this slug, in whatever status. */
  async get(slug: string): Promise<StoredType | undefined> {
    const document = await this.#store.get(typesCollection.name, typeId(slug))
    return document === undefined ? undefined : readStoredType(document)
  }

  /** The stored type whose resources are in this collection. */
  async owner(collection: string): Promise<StoredType | undefined> {
    const condition = { kind: 'text', operator: 'eq', operands: [collection], field: 'collection' } as const
    const page = await this.#store.list({
      ...typesOf([{ ...condition, target: { path: ['collection'] } }], 'any'),
      sort: newestFirst,
      limit: 1,
    })
    return page.documents.map(readStoredType)[0]
  }

  /** The sequence number under which a slug that is no longer used is remembered; 0 when it never was. */
  async lastNumber(slug: string): Promise<number> {
    const document = await this.#store.get(typesCollection.name, typeId(slug))
    return document === undefined ? 0 : readMeta(document).sequence_no
  }

  /** Every stored type, in whatever status. */
  async all(): Promise<StoredType[]> {
    const types: StoredType[] = []
    for await (const portion of this.#store.scan(typesCollection.name)) {
      types.push(...portion.flatMap(document => readStoredType(document) ?? []))
    }
    return types
  }

  /**
   * Make a collection what its type says, also when the type changes meanwhile. Without a type, an empty collection is taken away.
   */
  async settle(collection: string): Promise<void> {
    for (;;) {
      const owner = await this.owner(collection)
      if (owner === undefined) {
        if (await this.isUnused(collection)) await this.#store.drop(collection)
        return
      }
      await this.#store.define(compileType(owner).definition)
      const now = await this.owner(collection)
      if (now?.id === owner.id && now.meta.sequence_no === owner.meta.sequence_no) return
    }
  }

  /** Whether there never was a resource in a collection. */
  async isUnused(collection: string): Promise<boolean> {
    for await (const portion of this.#store.scan(collection, { size: 1 })) return portion.length === 0
    return true
  }

  async write(operations: readonly WriteOperation[]): Promise<void> {
    await this.#store.write(operations)
  }
}

/** The operation that brings a type with a new slug; with one that was used and given up, its sequence numbers go on. */
export const bringType = (type: StoredType): WriteOperation =>
  type.meta.sequence_no === 1
    ? { kind: 'insert', collection: typesCollection.name, document: { ...type, data: type.record } }
    : replaceType(type)

/** The operation that replaces a type by its next state, whose `sequence_no` is one more. */
export const replaceType = ({ id, meta, record }: StoredType): WriteOperation => ({
  kind: 'replace',
  collection: typesCollection.name,
  document: { id, meta, data: record },
  expected: meta.sequence_no - 1,
})

/** The operation that gives up a type's slug, if the type still is in this state. */
export function vacate(type: StoredType): WriteOperation {
  const { id, meta } = nextState(type, type.record)
  const data: VacatedRecord = { slug: type.record.slug, collection: null }
  return {
    kind: 'replace',
    collection: typesCollection.name,
    document: { id, meta, data },
    expected: type.meta.sequence_no,
  }
}

/** The next state of a type. */
export function nextState(current: StoredType, record: StoredType['record'], status = current.meta.status): StoredType {
  const meta = {
    ...current.meta,
    status,
    sequence_no: current.meta.sequence_no + 1,
    updated_at: new Date().toISOString(),
  }
  return { id: typeId(record.slug), meta, record }
}

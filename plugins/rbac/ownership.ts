import { LRUCache } from 'lru-cache'
import { isUrnOf, readMeta } from '../../lib/store-kit/index.ts'
import type { DocumentMeta, DocumentStore } from '../../lib/store-kit/index.ts'
import { newestFirst } from '../../lib/query/index.ts'
import type { TypeRegistry } from '../types/contract.ts'
import type { Holder } from './grants/held-grants.ts'

type Creation = Pick<DocumentMeta, 'account_id' | 'created_by'>

/** The creators of resources, who own them. */
export class Ownership {
  readonly #store: DocumentStore
  readonly #registry: TypeRegistry
  /** Account and creator by the id of a resource; both never change. */
  readonly #creations = new LRUCache<string, Creation>({ maxSize: 10_000, sizeCalculation: () => 1 })

  constructor(store: DocumentStore, registry: TypeRegistry) {
    this.#store = store
    this.#registry = registry
  }

  /** The user who created this resource, of any status, if it is one of the account. */
  async ownerOf(accountId: string, typeSlug: string, id: string): Promise<string | undefined> {
    if (!isUrnOf(typeSlug, id)) return undefined
    const creation = this.#creations.get(id) ?? (await this.#readCreation(typeSlug, id))
    return creation?.account_id === accountId ? creation.created_by : undefined
  }

  /** Whether the holder created any resource of this type in their account. */
  async ownsSome({ id, account_id }: Holder, typeSlug: string): Promise<boolean> {
    const type = await this.#registry.find(typeSlug)
    if (type === undefined) return false
    const { documents } = await this.#store.list({
      collection: type.collection,
      account_id,
      status: 'any',
      visibility: { all: false, owner: id, ids: [] },
      conditions: [],
      words: [],
      sort: newestFirst,
      limit: 1,
    })
    return documents.length > 0
  }

  async #readCreation(typeSlug: string, id: string): Promise<Creation | undefined> {
    const type = await this.#registry.find(typeSlug)
    const document = type === undefined ? undefined : await this.#store.get(type.collection, id)
    if (document === undefined) return undefined
    const { account_id, created_by } = readMeta(document)
    const creation = { account_id, created_by }
    this.#creations.set(id, creation)
    return creation
  }
}

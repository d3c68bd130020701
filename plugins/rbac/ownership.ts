import { isUrnOf, readMeta } from '../../lib/store-kit/index.ts'
import type { DocumentStore } from '../../lib/store-kit/index.ts'
import { newestFirst } from '../../lib/query/index.ts'
import type { TypeRegistry } from '../types/contract.ts'
import type { Holder } from './grants/held-grants.ts'

const maxCachedCreators = 10_000

/** The creators of resources, who own them. */
export class Ownership {
  readonly #store: DocumentStore
  readonly #registry: TypeRegistry
  /** Account and creator by the id of a resource; both never change. */
  readonly #creators = new Map<string, string>()

  constructor(store: DocumentStore, registry: TypeRegistry) {
    this.#store = store
    this.#registry = registry
  }

  /** Whether the holder created this resource, of any status, in their account. */
  async owns(holder: Holder, typeSlug: string, id: string): Promise<boolean> {
    if (!isUrnOf(typeSlug, id)) return false
    const creator = this.#creators.get(id) ?? (await this.#readCreator(typeSlug, id))
    return creator === creatorKey(holder.account_id, holder.id)
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

  async #readCreator(typeSlug: string, id: string): Promise<string | undefined> {
    const type = await this.#registry.find(typeSlug)
    const document = type === undefined ? undefined : await this.#store.get(type.collection, id)
    if (document === undefined) return undefined
    const { account_id, created_by } = readMeta(document)
    if (this.#creators.size >= maxCachedCreators) this.#creators.clear()
    this.#creators.set(id, creatorKey(account_id, created_by))
    return creatorKey(account_id, created_by)
  }
}

const creatorKey = (accountId: string, userId: string): string => `${accountId} ${userId}`

import { newestFirst } from '../../lib/query/index.ts'
import { isUrnOf, readMeta } from '../../lib/store-kit/index.ts'
import type { TypeRegistry } from '../types/contract.ts'
import type { DocumentStore } from '../../kernel/index.ts'
import type { Holder } from './held-grants.ts'

const mostRemembered = 10_000

/**
 * Who created what: a resource's creator owns it. Who created a resource, and in which account it is, never changes, so that this is remembered;
 * that there is no such resource is not.
 */
export class Ownership {
  readonly #store: DocumentStore
  readonly #registry: TypeRegistry
  /** By the id of a resource: account and creator. */
  readonly #creators = new Map<string, string>()
  /** Who owns something of a type. */
  readonly #owners = new Set<string>()

  constructor(store: DocumentStore, registry: TypeRegistry) {
    this.#store = store
    this.#registry = registry
  }

  /** Whether someone created this resource, in whatever status, in the account that they work in. */
  owns(who: Holder, typeSlug: string, id: string): boolean | Promise<boolean> {
    if (!isUrnOf(typeSlug, id)) return false
    const known = this.#creators.get(id)
    return known === undefined ? this.#read(who, typeSlug, id) : known === creator(who.account_id, who.id)
  }

  /** Whether someone created any resource of this type in the account that they work in. */
  ownsSome({ id, account_id }: Holder, typeSlug: string): boolean | Promise<boolean> {
    return this.#owners.has(`${creator(account_id, id)} ${typeSlug}`) || this.#look({ id, account_id }, typeSlug)
  }

  async #read(who: Holder, typeSlug: string, id: string): Promise<boolean> {
    const type = await this.#registry.find(typeSlug)
    const document = type === undefined ? undefined : await this.#store.get(type.collection, id)
    if (document === undefined) return false
    const { account_id, created_by } = readMeta(document)
    if (this.#creators.size >= mostRemembered) this.#creators.clear()
    this.#creators.set(id, creator(account_id, created_by))
    return account_id === who.account_id && created_by === who.id
  }

  async #look({ id, account_id }: Holder, typeSlug: string): Promise<boolean> {
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
    if (documents.length === 0) return false
    if (this.#owners.size >= mostRemembered) this.#owners.clear()
    this.#owners.add(`${creator(account_id, id)} ${typeSlug}`)
    return true
  }
}

const creator = (accountId: string, userId: string): string => `${accountId} ${userId}`

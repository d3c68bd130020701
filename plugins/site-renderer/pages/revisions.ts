import type { DocumentStore, Feed } from '../../../kernel/index.ts'
import type { TypeRegistry } from '../../types/contract.ts'

/** The number of changes at some point in time. */
export interface Mark {
  readonly common: string
  readonly counts: ReadonlyMap<string, number>
}

/**
 * Counts the changes in the collections of all types, to invalidate cached results. Results should only be cached
 * while {@link isCurrent} is true.
 */
export class Revisions {
  readonly #store: DocumentStore
  readonly #registry: TypeRegistry
  readonly #counts = new Map<string, number>()
  /** Changes that can concern any collection. */
  #common = 0
  #feed: Feed | undefined
  /** The collections whose changes are counted. */
  watched: ReadonlySet<string> = new Set()
  /** The types whose collections are all watched. */
  #registryRevision: number | undefined
  #following: Promise<void> | undefined
  #closed = false

  constructor(store: DocumentStore, registry: TypeRegistry) {
    this.#store = store
    this.#registry = registry
  }

  /**
   * Follow the changes of every type that exists now. Costs nothing if no type has changed since the last call.
   * @throws StoreUnavailable
   */
  async follow(): Promise<void> {
    if (this.#registryRevision === this.#registry.revision) return
    this.#following ??= this.#followAll().finally(() => (this.#following = undefined))
    await this.#following
  }

  /** Whether every change so far is counted. */
  isCurrent(): boolean {
    return this.#feed?.current === true && this.#registryRevision === this.#registry.revision
  }

  /** The current counts, for a result that is computed from now on. */
  mark(): Mark {
    return { common: `${this.#registry.revision}.${this.#common}`, counts: new Map(this.#counts) }
  }

  /** Whether nothing in these collections, and no type, has changed since. */
  isUnchanged(mark: Mark, collections: ReadonlySet<string>): boolean {
    if (mark.common !== `${this.#registry.revision}.${this.#common}`) return false
    for (const name of collections) if (mark.counts.get(name) !== this.#counts.get(name)) return false
    return true
  }

  close(): void {
    this.#closed = true
    this.#feed?.close()
  }

  async #followAll(): Promise<void> {
    const { revision } = this.#registry
    const types = await this.#registry.all()
    const collections = types.flatMap(({ collection, drafts }) => [
      collection,
      ...(drafts === undefined ? [] : [drafts.published.collection]),
    ])
    if (collections.some(name => !this.watched.has(name))) await this.#watch(new Set(collections))
    this.#registryRevision = revision
  }

  async #watch(collections: ReadonlySet<string>): Promise<void> {
    const count = (name: string): void => void this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    const feed = await this.#store.watch([...collections], {
      changed: ({ collection }) => count(collection),
      written: count,
      lost: () => void (this.#common += 1),
    })
    this.#feed?.close()
    this.#feed = feed
    this.watched = collections
    this.#common += 1 // changes before the new feed are not known
    if (this.#closed) feed.close()
  }
}

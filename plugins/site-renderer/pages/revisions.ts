import type { DocumentStore, Feed } from '../../../kernel/index.ts'
import type { TypeRegistry } from '../../types/contract.ts'

/** How many changes there had been at some time. */
export interface Mark {
  readonly common: string
  readonly counts: ReadonlyMap<string, number>
}

/**
 * Counts the changes of the collections of all types, so that what was made of them is known to be old. What was made is worth keeping only
 * while {@link isCurrent} says so.
 */
export class Revisions {
  readonly #store: DocumentStore
  readonly #registry: TypeRegistry
  readonly #counts = new Map<string, number>()
  /** Changes that may concern any collection. */
  #common = 0
  #feed: Feed | undefined
  /** The collections whose changes are counted. */
  watched: ReadonlySet<string> = new Set()
  /** The types of which all collections are watched. */
  #registryRevision: number | undefined
  #following: Promise<void> | undefined
  #closed = false

  constructor(store: DocumentStore, registry: TypeRegistry) {
    this.#store = store
    this.#registry = registry
  }

  /**
   * Follow the changes of every type that there is by now. Costs nothing where no type changed since the last call.
   * @throws StoreUnavailable
   */
  async follow(): Promise<void> {
    if (this.#registryRevision === this.#registry.revision) return
    this.#following ??= this.#followAll().finally(() => (this.#following = undefined))
    await this.#following
  }

  /** Whether every change up to now is counted. */
  isCurrent(): boolean {
    return this.#feed?.current === true && this.#registryRevision === this.#registry.revision
  }

  /** The counts up to now, for what is made from here on. */
  mark(): Mark {
    return { common: `${this.#registry.revision}.${this.#common}`, counts: new Map(this.#counts) }
  }

  /** Whether nothing in these collections, and no type, changed since. */
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
    const collections = types.map(({ collection }) => collection)
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
    this.#common += 1 // what happened before the new feed was there is not known
    if (this.#closed) feed.close()
  }
}

import type { DocumentStore, Feed } from '../../../kernel/index.ts'
import type { TypeRegistry } from '../../types/contract.ts'

/** A point in time, for a result that is computed from then on. */
export interface Mark {
  /** The revision of the registry of types. */
  readonly types: number
  /** How many changes there had been. */
  readonly changes: number
}

/**
 * Notes the changes in the collections of all types, to invalidate cached results. Results should only be cached
 * while {@link isCurrent} is true.
 */
export class Revisions {
  readonly #store: DocumentStore
  readonly #registry: TypeRegistry
  #changes = 0
  /** By collection: the number of its last change. */
  readonly #last = new Map<string, number>()
  /** The number of the last change that can concern any collection. */
  #lastOfAny = 0
  #feed: Feed | undefined
  /** The collections whose changes are noted. */
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

  /** Whether every change so far is noted. */
  isCurrent(): boolean {
    return this.#feed?.current === true && this.#registryRevision === this.#registry.revision
  }

  /** For a result that is computed from now on. */
  mark(): Mark {
    return { types: this.#registry.revision, changes: this.#changes }
  }

  /** Whether nothing in these collections, and no type, has changed since. */
  isUnchanged(mark: Mark, collections: ReadonlySet<string>): boolean {
    if (mark.types !== this.#registry.revision || this.#lastOfAny > mark.changes) return false
    for (const name of collections) if ((this.#last.get(name) ?? 0) > mark.changes) return false
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
    const note = (name: string): void => void this.#last.set(name, ++this.#changes)
    const noteAny = (): void => void (this.#lastOfAny = ++this.#changes)
    const feed = await this.#store.watch([...collections], {
      changed: ({ collection }) => note(collection),
      written: note,
      lost: noteAny,
    })
    this.#feed?.close()
    this.#feed = feed
    this.watched = collections
    noteAny() // changes before the new feed are not known
    if (this.#closed) feed.close()
  }
}

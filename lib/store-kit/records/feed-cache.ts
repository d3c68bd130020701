import { LRUCache } from 'lru-cache'
import type { DocumentStore, Feed } from '../document-store.ts'

export interface FeedCacheOptions<Value> {
  store: DocumentStore
  /** The collection whose changes invalidate values. It must be defined when the cache starts. */
  collection: string
  /** Read a value from the store. `undefined` is not kept; `null` is. */
  load: (key: string) => Promise<Value | undefined>
  /** What a change of the document with this id invalidates: the value whose key equals the id, or everything. Default: the former. */
  staleAfter?: 'its-id' | 'everything'
  /** Called on every change, after the stale values are removed. */
  changed?: () => void
  /** Total weight of the values; those that were not used for the longest time are dropped. Default: 20,000. */
  maxWeight?: number
  /** A whole number from 1 on. Default: every value weighs 1. */
  weightOf?: (value: Value) => number
}

/**
 * Values computed from the documents of a collection, cached while the store's change feed reports that it is current. While the feed is silent,
 * every value is loaded again. Own writes are visible from the answer on, because the store reports them before that.
 */
export class FeedCache<Value> {
  readonly #options: FeedCacheOptions<Value>
  readonly #values: LRUCache<string, { value: Value }>
  /** Loads in progress. A change removes the entry, so that the loaded value is not cached. */
  readonly #loading = new Map<string, Promise<Value | undefined>>()
  #feed: Feed | undefined

  constructor(options: FeedCacheOptions<Value>) {
    this.#options = options
    const { maxWeight: maxSize = 20_000, weightOf = () => 1 } = options
    // A value that weighs more than all others may is kept alone.
    this.#values = new LRUCache({ maxSize, sizeCalculation: ({ value }) => Math.min(weightOf(value), maxSize) })
  }

  /** Begin to follow the changes. */
  async start(): Promise<void> {
    const { store, collection } = this.#options
    this.#feed = await store.watch([collection], {
      changed: ({ id }) => this.#invalidate([id]),
      written: (_collection, ids) => this.#invalidate(ids),
      lost: () => this.#invalidate('all'),
    })
  }

  close(): void {
    this.#feed?.close()
  }

  /** The current value of a key; the same object until something changes. */
  async get(key: string): Promise<Value | undefined> {
    const kept = this.#feed?.current === true ? this.#values.get(key) : undefined
    return kept !== undefined ? kept.value : (this.#loading.get(key) ?? this.#load(key))
  }

  /** Load this key again at the next `get`. */
  forget(key: string): void {
    this.#values.delete(key)
    this.#loading.delete(key)
  }

  clear(): void {
    this.#values.clear()
    this.#loading.clear()
  }

  #invalidate(ids: readonly string[] | 'all'): void {
    if (ids === 'all' || this.#options.staleAfter === 'everything') this.clear()
    else for (const id of ids) this.forget(id)
    this.#options.changed?.()
  }

  async #load(key: string): Promise<Value | undefined> {
    const loading = this.#options.load(key)
    this.#loading.set(key, loading)
    try {
      const value = await loading
      if (value !== undefined && this.#loading.get(key) === loading) this.#values.set(key, { value })
      return value
    } finally {
      if (this.#loading.get(key) === loading) this.#loading.delete(key)
    }
  }
}

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
  /** When the total weight of the values exceeds this, all are dropped. Default: 20,000. */
  maxWeight?: number
  /** Default: every value weighs 1. */
  weightOf?: (value: Value) => number
}

/**
 * Values computed from the documents of a collection, cached while the store's change feed reports that it is current. While the feed is silent,
 * every value is loaded again. Own writes are visible from the answer on, because the store reports them before that.
 */
export class FeedCache<Value> {
  readonly #options: FeedCacheOptions<Value>
  readonly #values = new Map<string, Value>()
  /** Loads in progress. A change removes the entry, so that the loaded value is not cached. */
  readonly #loading = new Map<string, Promise<Value | undefined>>()
  #weight = 0
  #feed: Feed | undefined

  constructor(options: FeedCacheOptions<Value>) {
    this.#options = options
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
    return kept !== undefined ? kept : (this.#loading.get(key) ?? this.#load(key))
  }

  /** Load this key again at the next `get`. */
  forget(key: string): void {
    const value = this.#values.get(key)
    if (value !== undefined) this.#weight -= this.#weightOf(value)
    this.#values.delete(key)
    this.#loading.delete(key)
  }

  clear(): void {
    this.#values.clear()
    this.#loading.clear()
    this.#weight = 0
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
      if (value !== undefined && this.#loading.get(key) === loading) this.#keep(key, value)
      return value
    } finally {
      if (this.#loading.get(key) === loading) this.#loading.delete(key)
    }
  }

  #keep(key: string, value: Value): void {
    const weight = this.#weightOf(value)
    if (this.#weight + weight > (this.#options.maxWeight ?? 20_000)) this.clear()
    this.forget(key)
    this.#values.set(key, value)
    this.#weight += weight
  }

  #weightOf(value: Value): number {
    return this.#options.weightOf?.(value) ?? 1
  }
}

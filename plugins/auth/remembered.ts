import type { DocumentStore, Feed, StoredDocument } from '../../kernel/index.ts'

/** More are in use at once nowhere; then all are forgotten. */
const maxRemembered = 20_000
/** A write that somebody else makes may be under way for this long, ms: transactions last 5 s at most. */
const maxWriteMs = 10_000

/**
 * Documents of one collection by their ids, remembered while the store's change feed is current, so that no request reads the store to know
 * who is asking.
 */
export class Remembered<Value> {
  readonly #store: DocumentStore
  readonly #collection: string
  readonly #read: (document: StoredDocument | undefined) => Value | undefined
  readonly #values = new Map<string, Value>()
  /** Reads under way; a change meanwhile takes its entry away, so that the result is not remembered. */
  readonly #reading = new Map<string, Promise<Value | undefined>>()
  /** Until when a document is read from the store whatever the feed says. */
  readonly #doubted = new Map<string, number>()
  #feed: Feed | undefined

  /** @param read what is remembered of a document, or of there being none; undefined is not remembered */
  constructor(
    store: DocumentStore,
    collection: string,
    read: (document: StoredDocument | undefined) => Value | undefined,
  ) {
    this.#store = store
    this.#collection = collection
    this.#read = read
  }

  /** Begin to follow the changes. The collection must be defined. */
  async start(): Promise<void> {
    this.#feed = await this.#store.watch([this.#collection], {
      changed: ({ id }) => this.forget(id),
      lost: () => this.#forgetAll(),
    })
  }

  close(): void {
    this.#feed?.close()
  }

  /** Without a promise when remembered. */
  get(id: string): Value | undefined | Promise<Value | undefined> {
    const current = this.#feed?.current === true && !this.#isDoubted(id)
    return (current ? this.#values.get(id) : undefined) ?? this.#reading.get(id) ?? this.#begin(id)
  }

  /** It changed, and is read anew when asked for. */
  forget(id: string): void {
    this.#values.delete(id)
    this.#reading.delete(id)
  }

  /** Somebody has operations that change it, and the answer to that may come before the feed tells of it. */
  doubt(id: string): void {
    this.#doubted.set(id, performance.now() + maxWriteMs)
  }

  #isDoubted(id: string): boolean {
    const until = this.#doubted.get(id)
    if (until === undefined) return false
    if (performance.now() < until) return true
    this.#doubted.delete(id)
    return false
  }

  #begin(id: string): Promise<Value | undefined> {
    const reading: Promise<Value | undefined> = this.#store
      .get(this.#collection, id)
      .then(document => {
        const value = this.#read(document)
        if (value !== undefined && this.#reading.get(id) === reading) this.#remember(id, value)
        return value
      })
      .finally(() => {
        if (this.#reading.get(id) === reading) this.#reading.delete(id)
      })
    this.#reading.set(id, reading)
    return reading
  }

  #remember(id: string, value: Value): void {
    if (this.#values.size >= maxRemembered) this.#values.clear()
    this.#values.set(id, value)
  }

  #forgetAll(): void {
    this.#values.clear()
    this.#reading.clear()
  }
}

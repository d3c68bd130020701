import type { DocumentStore, Feed, StoredDocument } from '../../kernel/index.ts'

/** More are in use at once nowhere; then all are forgotten. */
const mostRemembered = 20_000

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
    const current = this.#feed?.current === true
    return (current ? this.#values.get(id) : undefined) ?? this.#reading.get(id) ?? this.#begin(id)
  }

  /** It changed, and is read anew when asked for. */
  forget(id: string): void {
    this.#values.delete(id)
    this.#reading.delete(id)
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
    if (this.#values.size >= mostRemembered) this.#values.clear()
    this.#values.set(id, value)
  }

  #forgetAll(): void {
    this.#values.clear()
    this.#reading.clear()
  }
}

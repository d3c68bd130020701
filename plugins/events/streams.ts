import type { Change, DocumentStore, Feed, StoredDocument } from '../../kernel/index.ts'
import { sharedAccount } from '../../kernel/index.ts'
import { readMeta } from '../../lib/store-kit/index.ts'
import { eventRecords } from './record.ts'
import type { Subscriber } from './subscriber.ts'

const heartbeatIntervalMs = 15_000
const rightsIntervalMs = 400
const portionSize = 500

/** Whether the caller who opened a stream is still allowed to read it. */
type MayRead = () => boolean | Promise<boolean>

/** The open streams of this instance. While there is one, the store's change feed is followed, and its events are read once for all streams. */
export class Streams {
  readonly #store: DocumentStore
  readonly #warn: (error: unknown, message: string) => void
  readonly #open = new Map<Subscriber, MayRead>()
  #feed: Promise<Feed> | undefined
  #timers: NodeJS.Timeout[] = []
  #arrived: string[] = []
  #reading = false

  constructor(store: DocumentStore, warn: (error: unknown, message: string) => void) {
    this.#store = store
    this.#warn = warn
  }

  /** Send future events to a subscriber. Resolves when no event can be missed any more. */
  async add(subscriber: Subscriber, mayRead: MayRead): Promise<void> {
    let followed: Promise<Feed> | undefined
    while (followed === undefined || followed !== this.#feed) {
      followed = this.#feed ??= this.#follow()
      await followed
    }
    this.#open.set(subscriber, mayRead)
  }

  remove(subscriber: Subscriber): void {
    this.#open.delete(subscriber)
    if (this.#open.size === 0) this.#rest()
  }

  /** End every stream. Their readers reconnect, here or elsewhere, with the id of the last event that they received. */
  endAll(): void {
    for (const subscriber of this.#open.keys()) subscriber.end()
    this.#open.clear()
    this.#rest()
  }

  #follow(): Promise<Feed> {
    this.#timers = [
      setInterval(() => this.#beat(), heartbeatIntervalMs).unref(),
      setInterval(() => this.#checkRights(), rightsIntervalMs).unref(),
    ]
    const feed = this.#store.watch([eventRecords.name], {
      changed: change => this.#changed(change),
      lost: () => this.endAll(),
    })
    feed.catch(() => this.endAll()) // the waiting request gets the error
    return feed
  }

  #rest(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
    this.#arrived = []
    this.#feed?.then(
      feed => feed.close(),
      () => {}, // nothing to close
    )
    this.#feed = undefined
  }

  #beat(): void {
    for (const subscriber of this.#open.keys()) subscriber.write(': \n\n')
  }

  #checkRights(): void {
    for (const [subscriber, mayRead] of this.#open) {
      void Promise.resolve()
        .then(mayRead)
        .catch(() => false) // a caller whose right cannot be confirmed does not have it
        .then(allowed => {
          if (!allowed) subscriber.end()
        })
    }
  }

  #changed({ kind, id }: Change): void {
    if (kind !== 'insert' || this.#open.size === 0) return
    this.#arrived.push(id)
    if (this.#reading) return
    this.#reading = true
    setImmediate(() => {
      this.#readArrived().catch((error: unknown) => {
        this.#warn(error, 'events could not be read; ending the event streams, whose readers come back')
        this.endAll()
      })
    })
  }

  async #readArrived(): Promise<void> {
    try {
      while (this.#arrived.length > 0) await this.#readPortion(this.#arrived.splice(0, portionSize))
    } finally {
      this.#reading = false
    }
  }

  /** Read these events with one query and deliver them in the order in which they were reported. */
  async #readPortion(ids: string[]): Promise<void> {
    const found = new Map<string, StoredDocument>()
    for (const event of await this.#store.getMany(eventRecords.name, ids)) found.set(event.id, event)
    for (const id of ids) {
      const event = found.get(id)
      if (event !== undefined) this.#deliver(event)
    }
  }

  #deliver(event: StoredDocument): void {
    const { account_id } = readMeta(event)
    for (const subscriber of this.#open.keys()) {
      if (account_id === sharedAccount || account_id === subscriber.account_id) subscriber.send(event)
    }
  }
}

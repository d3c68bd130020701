import { randomUUID } from 'node:crypto'
import type { Db } from 'mongodb'
import type { Connection } from '../server/connection.ts'
import { ensureIndexes } from '../schema/ensure-collection.ts'

/** The heartbeat of an instance: the time at which it was sent, by the clock of that process. */
interface Beat {
  _id: string
  at: number
  seen: Date
}

export const heartbeats = '_heartbeats'
const intervalMs = 300
const maxSendMs = 1_000
const keptSeconds = 3_600

export async function prepareHeartbeats(database: Db): Promise<void> {
  await ensureIndexes(database, heartbeats, [{ name: 'ended', key: { seen: 1 }, expireAfterSeconds: keptSeconds }])
}

/** Writes a document of its own periodically, which then appears in the change stream. */
export class Heartbeat {
  readonly id = randomUUID()
  readonly #connection: Connection
  readonly #after: () => void
  #timer: NodeJS.Timeout | undefined

  /** @param after called after each attempt */
  constructor(connection: Connection, after: () => void) {
    this.#connection = connection
    this.#after = after
  }

  start(): void {
    if (this.#timer === undefined) this.#wait(0)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Send one in addition to the regular ones. The change stream shows whether it arrives. */
  async send(): Promise<void> {
    const beat = { at: performance.now(), seen: new Date() }
    await this.#connection
      .run(
        database => database.collection<Beat>(heartbeats).replaceOne({ _id: this.id }, beat, { upsert: true }),
        maxSendMs,
      )
      .catch(() => undefined) // the feed is then not current, which is all that matters
  }

  #wait(milliseconds: number): void {
    const timer = setTimeout(() => {
      void this.send().then(() => {
        if (this.#timer !== timer) return // stopped meanwhile
        this.#after()
        this.#wait(intervalMs)
      })
    }, milliseconds)
    this.#timer = timer.unref()
  }
}

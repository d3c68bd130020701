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
/** How often it is sent while the feed is used, and while it is not. */
const defaultIntervals = { usedMs: 300, idleMs: 5_000 }
const maxSendMs = 1_000
const keptSeconds = 3_600

export async function prepareHeartbeats(database: Db): Promise<void> {
  await ensureIndexes(database, heartbeats, [{ name: 'ended', key: { seen: 1 }, expireAfterSeconds: keptSeconds }])
}

/** Writes a document of its own periodically, which then appears in the change stream. */
export class Heartbeat {
  readonly id = randomUUID()
  /** When the first one was sent that has not been seen in the change stream, by `performance.now()`. */
  unseenSince: number | undefined
  readonly #connection: Pick<Connection, 'run'>
  readonly #after: () => void
  readonly #intervals: typeof defaultIntervals
  #timer: NodeJS.Timeout | undefined
  /** When it was last needed, by `performance.now()`, and whether the next one is sent as late as while idle. */
  #neededAt = -Infinity
  #isIdle = false

  /** @param after called after each attempt */
  constructor(connection: Pick<Connection, 'run'>, after: () => void, intervals = defaultIntervals) {
    this.#connection = connection
    this.#after = after
    this.#intervals = intervals
  }

  start(): void {
    this.need()
    if (this.#timer === undefined) this.#wait(0)
  }

  /** Somebody asks whether the feed is current. After a while without such questions, it is written less often. */
  need(): void {
    this.#neededAt = performance.now()
    if (!this.#isIdle || this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#wait(0)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Send one in addition to the regular ones. The change stream shows whether it arrives. */
  async send(): Promise<void> {
    const beat = { at: performance.now(), seen: new Date() }
    this.unseenSince ??= beat.at
    await this.#connection
      .run(
        database => database.collection<Beat>(heartbeats).replaceOne({ _id: this.id }, beat, { upsert: true }),
        maxSendMs,
      )
      .catch(() => undefined) // the feed is then not current, which is all that matters
  }

  #wait(milliseconds: number): void {
    const { usedMs, idleMs } = this.#intervals
    this.#isIdle = milliseconds === idleMs
    const timer = setTimeout(() => {
      this.#isIdle = false
      void this.send().then(() => {
        if (this.#timer !== timer) return // stopped meanwhile
        this.#after()
        this.#wait(performance.now() - this.#neededAt < idleMs ? usedMs : idleMs)
      })
    }, milliseconds)
    this.#timer = timer.unref()
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import { MongoError, Timestamp } from 'mongodb'
import type { ChangeStream, ChangeStreamOptions, Document, FindOptions, ResumeToken } from 'mongodb'
import type { Change, ChangeListener, Feed } from '../../../lib/store-kit/document-store.ts'
import { StoreUnavailable } from '../../../lib/errors/index.ts'
import { callListener } from '../../../lib/store-kit/listeners.ts'
import type { Connection } from '../server/connection.ts'
import { failure, hasCode } from '../server/errors.ts'
import { Heartbeat, heartbeats } from './heartbeat.ts'

type Listener = ChangeListener & { collections: ReadonlySet<string> }

/** The fields of a change that the stream is asked for. */
interface Told extends Document {
  _id: ResumeToken
  operationType: 'insert' | 'replace' | 'dropDatabase'
  ns: { coll: string }
  documentKey: { _id: string }
  fullDocument?: { removed?: boolean; sequence_no?: number; at?: number }
}

/** The fields of a document that show how it changed; a document that is inserted again under its id appears as an insert. */
const shown = { 'fullDocument.removed': 1, 'fullDocument.sequence_no': 1, 'fullDocument.at': 1 } as const
/** After a silence of this length the feed is not current; after the second length the stream is restarted. */
const maxSilenceMs = 1_000
const maxStallMs = 5_000
const pauseMs = 250
/** The server no longer has the history from this position on, or cannot interpret the position. */
const historyGone = [136, 260, 280, 286]
/** A failure that repeats for this many attempts is logged as a warning. */
const failuresBeforeWarning = 8

/**
 * Committed changes of watched collections, by every instance: one change stream for all listeners. This instance writes a heartbeat and waits for it
 * in the stream; every change that was committed before the heartbeat has been delivered by then.
 */
export class ChangeFeed {
  readonly #connection: Connection
  readonly #heartbeat: Heartbeat
  readonly #listeners = new Set<Listener>()
  #stream: ChangeStream<Document, Told> | undefined
  #from: ChangeStreamOptions = {}
  /** When the most recently received heartbeat was sent, by `performance.now()`. */
  #lastBeat = -Infinity
  #awaitingBeat = new Set<() => void>()
  #streamSince = 0
  #running: Promise<void> | undefined
  /** Consecutive failures for which the server gave a reason. */
  #failures = 0

  constructor(connection: Connection) {
    this.#connection = connection
    this.#heartbeat = new Heartbeat(connection, () => this.#restartIfStalled())
  }

  /**
   * How documents are read. While the feed is silent, this instance may be connected to a former primary, whose answers may be outdated (and with
   * them the rights of a user). The primary must then confirm that it still is the primary.
   */
  get reading(): Pick<FindOptions, 'readConcern'> {
    const isSilent = this.#listeners.size > 0 && this.#isSilent()
    return isSilent ? { readConcern: { level: 'linearizable' } } : {}
  }

  #isSilent(): boolean {
    return performance.now() - this.#lastBeat > maxSilenceMs
  }

  /** @throws `StoreUnavailable` */
  async watch(collections: readonly string[], listener: ChangeListener): Promise<Feed> {
    const now = await this.#now()
    const entry: Listener = {
      collections: new Set(collections),
      changed: change => listener.changed(change),
      lost: () => listener.lost(),
      written: (collection, ids) => listener.written?.(collection, ids),
    }
    const known = this.#watched()
    this.#listeners.add(entry)
    if (this.#running === undefined) {
      this.#from = now
      this.#lastBeat = -Infinity
      this.#running = this.#run()
    } else if (collections.some(name => !known.has(name))) {
      this.#restart() // from the current position, so that no change is missed
      void this.#heartbeat.send()
    }
    this.#heartbeat.start() // also when the last listener left a moment ago and the stream has not ended yet
    await this.#untilCurrent()
    // Asked for every request. While nobody asks there are fewer heartbeats, and the first one to ask reads from the store. Reads alone do not ask: the
    // service itself looks for work every few seconds.
    const isCurrent = (): boolean => {
      this.#heartbeat.need()
      return this.#listeners.has(entry) && !this.#isSilent()
    }
    const end = (): void => {
      this.#listeners.delete(entry)
      if (this.#listeners.size === 0) void this.close()
    }
    return {
      get current() {
        return isCurrent()
      },
      close: end,
    }
  }

  /** Notify listeners of changes by this instance; the stream delivers the changes later. */
  wrote(changed: ReadonlyMap<string, readonly string[]>): void {
    for (const listener of this.#listeners) {
      for (const [name, ids] of changed) {
        if (listener.collections.has(name)) callListener(() => listener.written?.(name, ids))
      }
    }
  }

  /** Wait for the first heartbeat, so that a feed that is created under normal conditions is current. */
  async #untilCurrent(): Promise<void> {
    const deadline = performance.now() + maxSilenceMs
    while (this.#lastBeat === -Infinity && performance.now() < deadline) {
      await new Promise<void>(resolve => {
        this.#awaitingBeat.add(resolve)
        setTimeout(resolve, deadline - performance.now()).unref()
      })
    }
  }

  async close(): Promise<void> {
    this.#listeners.clear()
    this.#heartbeat.stop()
    this.#restart()
    await this.#running
  }

  /** The position in the history after everything that has happened so far. */
  async #now(): Promise<ChangeStreamOptions> {
    const { operationTime } = await this.#connection.run(database => database.command({ ping: 1 }))
    if (!(operationTime instanceof Timestamp)) throw new Error('the server does not say what time it is')
    const { t, i } = operationTime
    return { startAtOperationTime: new Timestamp({ t, i: i + 1 }) }
  }

  #watched(): Set<string> {
    return new Set([...this.#listeners].flatMap(({ collections }) => [...collections]))
  }

  /** End the stream; {@link #run} starts another one, if there are listeners. */
  #restart(): void {
    this.#lastBeat = -Infinity
    const stream = this.#stream
    this.#stream = undefined
    if (stream !== undefined) close(stream)
  }

  #restartIfStalled(): void {
    const now = performance.now()
    const since = Math.max(this.#heartbeat.unseenSince ?? now, this.#streamSince)
    if (now - since > maxStallMs) this.#restart()
  }

  async #run(): Promise<void> {
    while (this.#listeners.size > 0) {
      const stream = this.#open()
      try {
        for await (const told of stream) {
          if (this.#stream !== stream) break
          if (told.operationType === 'dropDatabase') {
            await this.#startFromNow()
            break
          }
          this.#from = { resumeAfter: stream.resumeToken }
          this.#tell(told)
        }
      } catch (error) {
        if (this.#stream !== stream) continue // it was ended here
        this.#lastBeat = -Infinity
        this.#noteFailure(error)
        if (hasCode(error, ...historyGone)) await this.#startFromNow()
        else await delay(pauseMs)
      } finally {
        close(stream)
      }
    }
    this.#running = undefined
  }

  /** Log once that the stream cannot be opened, except when the server is unreachable, which every other operation reports. */
  #noteFailure(error: unknown): void {
    if (failure(error) instanceof StoreUnavailable || hasCode(error, ...historyGone)) return
    this.#failures += 1
    if (this.#failures !== failuresBeforeWarning) return
    const reason =
      error instanceof MongoError && error.code !== undefined ? `error ${error.code}` : failure(error).message
    process.emitWarning(
      `the change stream of MongoDB cannot be opened (${reason}); until it can, everything is read from the store. It needs the action changeStream on the database`,
    )
  }

  #open(): ChangeStream<Document, Told> {
    const watched = [...this.#watched()]
    const pipeline = [
      {
        $match: {
          $or: [
            { operationType: 'dropDatabase' },
            { operationType: { $in: ['insert', 'replace'] }, 'ns.coll': { $in: watched } },
            { 'ns.coll': heartbeats, 'documentKey._id': this.#heartbeat.id },
          ],
        },
      },
      { $project: { operationType: 1, ns: 1, documentKey: 1, ...shown } },
    ]
    this.#streamSince = performance.now()
    this.#stream = this.#connection.database.watch<Document, Told>(pipeline, this.#from)
    return this.#stream
  }

  #tell({ operationType, ns, documentKey, fullDocument }: Told): void {
    this.#failures = 0
    if (ns.coll === heartbeats) {
      this.#lastBeat = fullDocument?.at ?? -Infinity
      this.#heartbeat.unseenSince = undefined
      for (const resolve of this.#awaitingBeat) resolve()
      this.#awaitingBeat.clear()
      return
    }
    const { removed, sequence_no = 1 } = fullDocument ?? {}
    const kind = removed === true ? 'remove' : sequence_no > 1 || operationType === 'replace' ? 'replace' : 'insert'
    const change: Change = { collection: ns.coll, id: documentKey._id, kind }
    for (const listener of this.#listeners) {
      if (!listener.collections.has(ns.coll)) continue
      const isTold = callListener(() => listener.changed(change))
      if (!isTold) callListener(() => listener.lost()) // the listener failed, so it must read everything again
    }
  }

  /** The changes in between are not known. Continue from now, and notify the listeners. */
  async #startFromNow(): Promise<void> {
    while (this.#listeners.size > 0) {
      try {
        this.#from = await this.#now()
        break
      } catch {
        await delay(pauseMs) // also unreachable; no listener is notified until it is back
      }
    }
    for (const listener of this.#listeners) callListener(() => listener.lost())
  }
}

/** Nobody awaits the result, and an unreachable server is already known. */
function close(stream: ChangeStream<Document, Told>): void {
  stream.close().catch(() => undefined)
}

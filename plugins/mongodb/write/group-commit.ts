import { setTimeout as delay } from 'node:timers/promises'
import { StoreUnavailable, WriteRefused } from '../../../lib/errors/index.ts'
import { NotTogether, attempt } from './attempt.ts'
import type { Connection } from '../server/connection.ts'
import { patience } from '../server/connection.ts'
import type { Intent } from './effects.ts'
import { failure, isTransient, within } from '../server/errors.ts'
import type { GuardTarget, Guards } from './guards.ts'
import { GuardReserved, GuardsMissing } from './guards.ts'
import type { PreparedWrite } from './prepared-write.ts'
import type { Transactions } from './transactions.ts'
import { backOff } from './transactions.ts'
import { WriteQueue, documentsOf } from './write-queue.ts'
import type { QueuedWrite } from './write-queue.ts'

/** Transactions under way at once, over different documents, so that one that waits holds up none of the others. */
const maxTransactions = 4
/** So often writes that conflict with others are tried together before each goes alone. */
const triesTogether = 3
const longestHold = 1_000

/**
 * Writes of one turn of the event loop, and those that came while their documents were in use, share a transaction and are answered when it is
 * durable. Each is all or nothing for itself: one that is refused or in the way goes alone, and the others without it. A few transactions go on at once;
 * none touches a document of another one.
 */
export class GroupCommit {
  readonly #connection: Connection
  readonly #transactions: Transactions
  readonly #guards: Guards
  readonly #queue = new WriteQueue()
  /** Each transaction under way, until all its writes are answered, with the documents that it touches. */
  readonly #running = new Map<Promise<void>, ReadonlySet<string>>()
  #dispatching: Promise<void> | undefined
  /** Resolved when there is something new to dispatch, or a transaction ended. */
  #news = deferred()
  #held: Promise<unknown> = Promise.resolve()

  constructor(connection: Connection, transactions: Transactions, guards: Guards) {
    this.#connection = connection
    this.#transactions = transactions
    this.#guards = guards
  }

  /** @throws `WriteRefused`, `StoreUnavailable` */
  write(write: PreparedWrite): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.add({ write, deadline: performance.now() + patience, resolve, reject })
      setImmediate(() => this.#wake())
    })
  }

  /** Resolves when everything that was accepted is answered. */
  async finish(): Promise<void> {
    this.#wake()
    await this.#dispatching
    await Promise.all(this.#running.keys())
  }

  /**
   * Run work while no transaction of ours is under way: those that are end first, others wait, though not longer than a second. A change of indexes or of a
   * validator waits for every open transaction, and makes those fail that come meanwhile.
   */
  async beside<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#held
    const { promise, resolve } = deferred()
    this.#held = before.then(() => Promise.race([promise, delay(longestHold, undefined, { ref: false })]))
    try {
      await before
      await Promise.all(this.#running.keys())
      return await work()
    } finally {
      resolve()
    }
  }

  #wake(): void {
    this.#news.resolve()
    this.#dispatching ??= this.#dispatch().finally(() => (this.#dispatching = undefined))
  }

  /** Begin transactions until no write waits for one. */
  async #dispatch(): Promise<void> {
    while (!this.#queue.isEmpty) {
      await this.#held
      this.#news = deferred()
      const busy = new Set([...this.#running.values()].flatMap(documents => [...documents]))
      const batch = this.#running.size < maxTransactions ? this.#queue.take(busy) : []
      if (batch.length > 0) this.#begin(batch)
      else if (!this.#queue.isEmpty) await this.#news.promise
    }
  }

  #begin(batch: readonly QueuedWrite[]): void {
    const running = this.#settle(batch).finally(() => {
      this.#running.delete(running)
      this.#wake()
    })
    this.#running.set(running, documentsOf(batch))
  }

  /** Answer all of these. */
  async #settle(batch: readonly QueuedWrite[]): Promise<void> {
    let together = batch
    const alone: QueuedWrite[] = []
    const reserved: string[] = []
    for (let tries = 1; together.length > 0; tries++) {
      try {
        await this.#commit(together)
        break
      } catch (error) {
        const guilty = error instanceof NotTogether ? together.find(({ write }) => write === error.write) : undefined
        const stuck = together.length > 1 && (isConflict(error) ? tries >= triesTogether : isRefusal(error))
        if (guilty !== undefined && alone.length < triesTogether) {
          alone.push(guilty)
          together = together.filter(queued => queued !== guilty)
        } else if (guilty !== undefined || stuck) {
          alone.push(...together)
          together = []
        } else {
          const given = await this.#makeWay(error, tries, together, reserved)
          if (given !== undefined) together = rejectAll(together, given)
        }
      }
    }
    if (reserved.length > 0) await this.#guards.release(this.#connection.database, reserved).catch(() => undefined) // others do it in a second
    for (const queued of alone) await this.#settle([queued])
  }

  /** See to it that a transaction may succeed when it is repeated. @returns the error to answer with when it is not to be repeated */
  async #makeWay(
    error: unknown,
    tries: number,
    together: readonly QueuedWrite[],
    reserved: string[],
  ): Promise<unknown> {
    const again = isTransient(error) || error instanceof GuardsMissing || error instanceof GuardReserved
    if (!again) return failure(error)
    const deadline = earliest(together)
    try {
      if (error instanceof GuardReserved)
        await within(deadline - performance.now(), this.#guards.releaseForgotten(this.#connection.database))
      if (isConflict(error) && tries >= triesTogether && reserved.length === 0) {
        const writes = together.map(({ write }) => write)
        reserved.push(
          ...(await within(deadline - performance.now(), this.#guards.reserve(this.#connection.database, writes))),
        )
      }
      await backOff(tries, deadline)
      return undefined
    } catch (stuck) {
      return error instanceof StoreUnavailable ? error : stuck
    }
  }

  /** One transaction. Answers all when it is committed, and those that it refused. */
  async #commit(together: readonly QueuedWrite[]): Promise<void> {
    const deadline = earliest(together)
    const writes = together.map(({ write }) => write)
    for (const target of this.#guards.unmade(writes)) await this.#makeGuard(target, deadline)
    const stays = (intents: Intent[]): boolean => intents.some(({ refusal }) => refusal === undefined)
    const intents = await this.#transactions
      .once(deadline, (session, database) => attempt(session, database, this.#guards, writes), stays)
      .catch((error: unknown) => {
        if (!(error instanceof WriteRefused)) throw error
        return [{ write: writes[0], refusal: error }]
      })
    const refusals = new Map(intents.map(({ write, refusal }) => [write, refusal]))
    for (const { write, resolve, reject } of together) {
      const refusal = refusals.get(write)
      if (refusal === undefined) resolve()
      else reject(refusal)
    }
  }

  async #makeGuard(target: GuardTarget, deadline: number): Promise<void> {
    await this.#transactions.untilDone(deadline, (session, database) => this.#guards.make(session, database, target))
    this.#guards.remember(target)
  }
}

const isConflict = (error: unknown): boolean => isTransient(error) && !(error instanceof StoreUnavailable)

/** Whether the server refused what it was asked for, so that some of the writes may be carried out without the others. */
const isRefusal = (error: unknown): boolean =>
  !(error instanceof StoreUnavailable || error instanceof GuardsMissing || error instanceof GuardReserved)

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>(done => (resolve = done))
  return { promise, resolve }
}

/** @returns none, for there is nothing left to do about them */
function rejectAll(waiting: readonly QueuedWrite[], error: unknown): [] {
  for (const { reject } of waiting) reject(error)
  return []
}

const earliest = (waiting: readonly QueuedWrite[]): number => Math.min(...waiting.map(({ deadline }) => deadline))

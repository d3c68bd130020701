import { setTimeout as delay } from 'node:timers/promises'
import { StoreUnavailable, WriteRefused } from '../../errors.ts'
import { NotTogether, attempt } from './attempt.ts'
import type { Connection } from './connection.ts'
import { patience } from './connection.ts'
import type { Intent } from './effects.ts'
import { failure, isTransient, within } from './failures.ts'
import type { GuardTarget, Guards } from './guards.ts'
import { GuardReserved, GuardsMissing } from './guards.ts'
import type { PreparedWrite } from './prepared-write.ts'
import type { Transactions } from './transactions.ts'
import { backOff } from './transactions.ts'

/** A write that waits for its answer. */
interface Waiting {
  write: PreparedWrite
  /** When it must be answered, by `performance.now()`. */
  deadline: number
  resolve: () => void
  reject: (error: unknown) => void
}

const mostWrites = 100
const mostBytes = 4 * 1024 * 1024
/** So often writes that conflict with others are tried together before each goes alone. */
const triesTogether = 3
/** A write that waited so long that less time is left is not begun. */
const leastTime = 200
const longestHold = 1_000

/**
 * Writes of one turn of the event loop, and those that came while a transaction was under way, share a transaction and are answered when it is
 * durable. Each is all or nothing for itself: one that is refused or in the way goes alone, and the others without it.
 */
export class GroupCommit {
  readonly #connection: Connection
  readonly #transactions: Transactions
  readonly #guards: Guards
  #queue: Waiting[] = []
  #running: Promise<void> | undefined
  #settling: Promise<void> = Promise.resolve()
  #held: Promise<unknown> = Promise.resolve()

  constructor(connection: Connection, transactions: Transactions, guards: Guards) {
    this.#connection = connection
    this.#transactions = transactions
    this.#guards = guards
  }

  /** @throws `WriteRefused`, `StoreUnavailable` */
  write(write: PreparedWrite): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ write, deadline: performance.now() + patience, resolve, reject })
      this.#running ??= new Promise<void>(done => setImmediate(done)).then(() => this.#drain())
    })
  }

  /** Resolves when everything that was accepted is answered. */
  async finish(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  /**
   * Run work while no transaction of ours is under way: those that are end first, others wait, though not longer than a second. Building an index
   * waits for every open transaction, and makes those fail that come meanwhile.
   */
  async beside<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#held
    const { promise, resolve } = deferred()
    this.#held = before.then(() => Promise.race([promise, delay(longestHold, undefined, { ref: false })]))
    try {
      await before
      await this.#settling
      return await work()
    } finally {
      resolve()
    }
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#held
      this.#settling = this.#settle(this.#take())
      await this.#settling
    }
    this.#running = undefined
  }

  /** The next writes that can share a transaction: none touches a document that another changes, and all keep their order on a document. */
  #take(): Waiting[] {
    const batch: Waiting[] = []
    const rest: Waiting[] = []
    const changed = new Set<string>()
    const checked = new Set<string>()
    let size = 0
    for (const waiting of this.#queue) {
      const { write, deadline } = waiting
      if (deadline - performance.now() < leastTime) {
        waiting.reject(new StoreUnavailable())
        continue
      }
      const apart =
        !some(write.changed, key => changed.has(key) || checked.has(key)) &&
        !some(write.checked, key => changed.has(key))
      const fits = batch.length === 0 || (batch.length < mostWrites && size + write.size <= mostBytes)
      if (apart && fits) {
        batch.push(waiting)
        size += write.size
      } else {
        rest.push(waiting)
      }
      for (const key of write.changed) changed.add(key)
      for (const key of write.checked) checked.add(key)
    }
    this.#queue = rest
    return batch
  }

  /** Answer all of these. */
  async #settle(batch: readonly Waiting[]): Promise<void> {
    let together = batch
    const alone: Waiting[] = []
    const reserved: string[] = []
    for (let tries = 1; together.length > 0; tries++) {
      try {
        await this.#commit(together)
        break
      } catch (error) {
        const guilty = error instanceof NotTogether ? together.find(({ write }) => write === error.write) : undefined
        const stuck = isConflict(error) && tries >= triesTogether && together.length > 1
        if (guilty !== undefined && alone.length < triesTogether) {
          alone.push(guilty)
          together = together.filter(waiting => waiting !== guilty)
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
    for (const waiting of alone) await this.#settle([waiting])
  }

  /** See to it that a transaction may succeed when it is repeated. @returns the error to answer with when it is not to be repeated */
  async #makeWay(error: unknown, tries: number, together: readonly Waiting[], reserved: string[]): Promise<unknown> {
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
  async #commit(together: readonly Waiting[]): Promise<void> {
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

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>(done => (resolve = done))
  return { promise, resolve }
}

const some = <T>(values: Iterable<T>, test: (value: T) => boolean): boolean => {
  for (const value of values) if (test(value)) return true
  return false
}

/** @returns none, for there is nothing left to do about them */
function rejectAll(waiting: readonly Waiting[], error: unknown): [] {
  for (const { reject } of waiting) reject(error)
  return []
}

const earliest = (waiting: readonly Waiting[]): number => Math.min(...waiting.map(({ deadline }) => deadline))

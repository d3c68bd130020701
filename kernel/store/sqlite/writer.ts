import type { Change, WriteOperation } from '../../contracts/document-store.ts'
import { StoreUnavailable } from '../../errors.ts'
import type { Accounts } from './accounts.ts'
import type { Catalogue } from './catalogue.ts'
import type { Connection } from './connection.ts'
import type { LogSync } from './durability.ts'
import { concernsStatement, storeError } from './failures.ts'
import { Operations } from './operations.ts'

interface Pending {
  operations: readonly WriteOperation[]
  resolve: () => void
  reject: (reason: unknown) => void
}

/** How long one transaction may collect writes before it commits, ms: it holds the event loop. */
const longestGroup = 12

/** A write and what became of it: the reason of its refusal, or undefined. */
interface Attempted {
  pending: Pending
  refusal: unknown
}

/**
 * Group commit: the writes of one turn of the event loop share one transaction and are answered when it is on the disk. Each is inside
 * a savepoint, so that one that is refused takes nothing else with it. Waiting for the disk does not hold the event loop.
 */
export class Writer {
  readonly #connection: Connection
  readonly #catalogue: Catalogue
  readonly #accounts: Accounts
  readonly #operations: Operations
  readonly #log: LogSync
  readonly #committed: (changes: readonly Change[]) => void
  #queue: Pending[] = []
  #scheduled = false
  #exclusive: Promise<unknown> | undefined
  #unanswered = 0
  #broken: unknown

  /** @param committed is told what each transaction changed, before anybody gets an answer */
  constructor(
    connection: Connection,
    catalogue: Catalogue,
    accounts: Accounts,
    log: LogSync,
    committed: (changes: readonly Change[]) => void,
  ) {
    this.#connection = connection
    this.#catalogue = catalogue
    this.#accounts = accounts
    this.#operations = new Operations(connection, catalogue, accounts)
    this.#log = log
    this.#committed = committed
  }

  /** Resolves when the write is durable. Throws `WriteRefused`, or `StoreUnavailable`. */
  write(operations: readonly WriteOperation[]): Promise<void> {
    if (this.#broken !== undefined) return Promise.reject(diskFailed(this.#broken))
    return new Promise((resolve, reject) => {
      this.#queue.push({ operations, resolve, reject })
      this.#schedule()
    })
  }

  /** Do something while no write is under way; they wait for it. */
  async exclusive<T>(work: () => Promise<T> | T): Promise<T> {
    while (this.#exclusive !== undefined) await this.#exclusive
    const working = (async () => work())()
    const over = working.then(
      () => undefined,
      () => undefined,
    )
    this.#exclusive = over
    await over
    this.#exclusive = undefined
    this.#schedule()
    return working
  }

  /** Resolves when everything that was accepted is answered. */
  async idle(): Promise<void> {
    while (this.#queue.length > 0 || this.#unanswered > 0 || this.#exclusive !== undefined) {
      await (this.#exclusive ?? new Promise(resolve => setImmediate(resolve)))
    }
  }

  #schedule(): void {
    if (this.#scheduled || this.#exclusive !== undefined || this.#queue.length === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      if (this.#exclusive === undefined) this.#flush()
      this.#schedule()
    })
  }

  /** One transaction with as many of the waiting writes as fit into its time. */
  #flush(): void {
    const group: Attempted[] = []
    try {
      this.#connection.run('PRAGMA synchronous = NORMAL')
      this.#connection.run('BEGIN IMMEDIATE')
      const begun = performance.now()
      let taken = 0
      for (const pending of this.#queue) {
        group.push({ pending, refusal: this.#attempt(pending.operations) })
        taken += 1
        if (performance.now() - begun > longestGroup) break
      }
      this.#queue = this.#queue.slice(taken)
      this.#operations.finish()
      this.#catalogue.saveNoted()
      this.#connection.run('COMMIT')
    } catch (error) {
      this.#abandon(group, error)
      return
    }
    this.#connection.run('PRAGMA synchronous = FULL')
    this.#catalogue.clearNoted()
    void this.#answer(group, this.#operations.takeChanges())
  }

  /** Answer a committed group as soon as it cannot be lost any more. */
  async #answer(group: readonly Attempted[], changes: readonly Change[]): Promise<void> {
    this.#unanswered += 1
    try {
      await this.#log.committed()
    } catch (error) {
      this.#broken = error
      for (const { pending } of group) pending.reject(diskFailed(error))
      return
    } finally {
      this.#unanswered -= 1
    }
    this.#committed(changes)
    for (const { pending, refusal } of group) {
      if (refusal === undefined) pending.resolve()
      else pending.reject(refusal)
    }
  }

  /** @returns why the write was refused, or undefined */
  #attempt(operations: readonly WriteOperation[]): unknown {
    this.#operations.prepare(operations)
    this.#connection.run('SAVEPOINT one')
    try {
      this.#operations.apply(operations)
    } catch (error) {
      if (!concernsStatement(error)) throw error
      this.#operations.forget()
      this.#connection.run('ROLLBACK TO one')
      this.#connection.run('RELEASE one')
      return storeError(error)
    }
    this.#operations.keep()
    this.#connection.run('RELEASE one')
    return undefined
  }

  /** The transaction failed as a whole: nobody in it is told that it is done. */
  #abandon(group: readonly { pending: Pending }[], error: unknown): void {
    const pending = group.length > 0 ? group.map(each => each.pending) : this.#queue
    this.#queue = this.#queue.filter(each => !pending.includes(each))
    this.#operations.reset()
    let reason = error
    try {
      this.#connection.rollBack()
      this.#connection.run('PRAGMA synchronous = FULL')
      this.#accounts.reload()
    } catch (further) {
      reason = new AggregateError([error, further], 'a transaction failed and could not be taken back')
    }
    for (const { reject } of pending) reject(new StoreUnavailable(undefined, { cause: reason }))
  }
}

const diskFailed = (cause: unknown): StoreUnavailable =>
  new StoreUnavailable('the disk failed; the service must be started again before anything can be changed', { cause })

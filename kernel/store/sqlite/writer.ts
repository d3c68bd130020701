import type { Change, WriteOperation } from '../../contracts/document-store.ts'
import { StoreUnavailable, WriteRefused } from '../../errors.ts'
import type { Accounts } from './accounts.ts'
import type { Catalogue } from './catalogue.ts'
import type { LogSync } from './durability.ts'
import { errorOf, storeError } from './failures.ts'
import { Preparation } from './preparation.ts'
import type { Group, Outcome, PreparedOperation, Refusal } from './prepared.ts'
import type { Runner } from './runner.ts'

interface Pending {
  operations: readonly WriteOperation[]
  resolve: () => void
  reject: (reason: unknown) => void
}

/** Who is told what became of writes before their callers are. */
export interface Audience {
  /** What was changed, in order, and by how many operations. */
  committed(changes: readonly Change[], operations: number): void
  /** Something may have been changed, and nobody knows what. */
  lost(): void
}

/** What the writer works with. */
export interface WriterParts {
  catalogue: Catalogue
  accounts: Accounts
  runner: Runner
  log: LogSync
  audience: Audience
}

/**
 * Group commit: the writes of one turn of the event loop share one transaction and are answered when it is on the disk. Each is all or
 * nothing for itself. Neither the transaction (`runner.ts`) nor waiting for the disk holds the event loop.
 */
export class Writer {
  readonly #parts: WriterParts
  readonly #preparation: Preparation
  #queue: Pending[] = []
  #scheduled = false
  #exclusive: Promise<unknown> | undefined
  /** Transactions under way, and beyond them answers. */
  readonly #running = new Set<Promise<unknown>>()
  readonly #answering = new Set<Promise<unknown>>()
  #broken: unknown

  constructor(parts: WriterParts) {
    this.#parts = parts
    this.#preparation = new Preparation(parts.catalogue, parts.accounts)
  }

  /** Resolves when the write is durable. Throws `WriteRefused`, or `StoreUnavailable`. */
  write(operations: readonly WriteOperation[]): Promise<void> {
    if (this.#broken !== undefined) return Promise.reject(diskFailed(this.#broken))
    return new Promise((resolve, reject) => {
      this.#queue.push({ operations, resolve, reject })
      this.#schedule()
    })
  }

  /** Do something while no transaction is under way; writes wait for it. */
  async exclusive<T>(work: () => Promise<T> | T): Promise<T> {
    while (this.#exclusive !== undefined) await this.#exclusive
    const working = (async () => {
      while (this.#running.size > 0) await Promise.all(this.#running)
      return work()
    })()
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
    while (this.#queue.length > 0 || this.#answering.size > 0 || this.#exclusive !== undefined) {
      if (this.#exclusive !== undefined) await this.#exclusive
      else if (this.#answering.size > 0) await Promise.all(this.#answering)
      else await new Promise(resolve => setImmediate(resolve))
    }
  }

  #schedule(): void {
    const { runner } = this.#parts
    if (this.#scheduled || this.#exclusive !== undefined || this.#queue.length === 0) return
    if (this.#running.size >= runner.mostGroups) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      if (this.#exclusive === undefined) this.#send()
      this.#schedule()
    })
  }

  /** One group of as many of the waiting writes as fit. */
  #send(): void {
    const { catalogue, accounts, runner } = this.#parts
    const { pending, writes, operations } = this.#take(runner.mostOperations)
    if (pending.length === 0) return
    const group = { news: catalogue.takeNews(), accounts: accounts.unsaved(), writes }
    const running = runner.run(group)
    const answering = running.then(outcome => this.#answer(pending, group, operations, outcome))
    track(this.#running, running, () => this.#schedule())
    track(this.#answering, answering)
  }

  /** Writes that are wrong in themselves are answered at once. */
  #take(most: number): { pending: Pending[]; writes: PreparedOperation[][]; operations: number } {
    const pending: Pending[] = []
    const writes: PreparedOperation[][] = []
    let operations = 0
    let taken = 0
    for (const each of this.#queue) {
      if (operations >= most) break
      taken += 1
      operations += each.operations.length
      try {
        writes.push(this.#preparation.prepare(each.operations))
        pending.push(each)
      } catch (error) {
        each.reject(error)
      }
    }
    this.#queue = this.#queue.slice(taken)
    return { pending, writes, operations }
  }

  /** Answer a committed group as soon as it cannot be lost any more. */
  async #answer(pending: readonly Pending[], group: Group, operations: number, outcome: Outcome): Promise<void> {
    const { catalogue, accounts, log, audience } = this.#parts
    if ('failed' in outcome) {
      catalogue.takeBack(group.news)
      if (outcome.lost) audience.lost()
      for (const { reject } of pending) reject(new StoreUnavailable(undefined, { cause: errorOf(outcome.failed) }))
      return
    }
    accounts.saved(group.accounts)
    const refusals = new Map(outcome.refused.map(({ write, refusal }) => [write, refusal]))
    const changes = pending.flatMap((each, i) => (refusals.has(i) ? [] : changesOf(each.operations)))
    let failed: StoreUnavailable | undefined
    try {
      await log.committed()
    } catch (error) {
      this.#broken = error
      failed = diskFailed(error)
    }
    audience.committed(changes, operations)
    for (const [i, { resolve, reject }] of pending.entries()) {
      const refusal = refusals.get(i)
      if (failed !== undefined) reject(failed)
      else if (refusal === undefined) resolve()
      else reject(refusedError(refusal))
    }
  }
}

/** Keep a promise that never rejects in a set until it is done. */
function track(set: Set<Promise<unknown>>, promise: Promise<unknown>, done?: () => void): void {
  set.add(promise)
  void promise.then(() => {
    set.delete(promise)
    done?.()
  })
}

function changesOf(operations: readonly WriteOperation[]): Change[] {
  return operations.flatMap(operation => {
    const { collection, kind } = operation
    if (kind === 'check' || kind === 'absent') return []
    return [{ collection, id: 'document' in operation ? operation.document.id : operation.id, kind }]
  })
}

const refusedError = (refusal: Refusal): unknown =>
  'error' in refusal
    ? storeError(errorOf(refusal.error))
    : new WriteRefused(refusal.reason, refusal.operation, refusal.property)

const diskFailed = (cause: unknown): StoreUnavailable =>
  new StoreUnavailable('the disk failed; the service must be started again before anything can be changed', { cause })

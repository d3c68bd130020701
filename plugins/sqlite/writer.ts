import type { Change, WriteOperation } from '../../lib/store-kit/document-store.ts'
import { StoreUnavailable, WriteRefused } from '../../lib/errors/index.ts'
import { checkOperations } from '../../lib/store-kit/check-operations.ts'
import type { Accounts } from './accounts.ts'
import type { Catalogue } from './catalogue.ts'
import { errorOf, failureOf, storeError } from './failures.ts'
import { Preparation } from './preparation.ts'
import type { Group, Outcome, PreparedOperation, Refusal } from './prepared.ts'
import type { Runner } from './runner.ts'

interface Pending {
  operations: readonly WriteOperation[]
  resolve: () => void
  reject: (reason: unknown) => void
}

/** What the writer works with. */
export interface WriterParts {
  catalogue: Catalogue
  accounts: Accounts
  runner: Runner
  /** Is told, before those who asked for it, what was changed, in order, and by how many operations. */
  committed(changes: readonly Change[], operations: number): void
}

/**
 * Group commit: the writes of one turn of the event loop share one transaction and are answered when it is on the disk. Each is all or
 * nothing for itself. The transaction, which waits for the disk, does not hold the event loop (`runner.ts`).
 */
export class Writer {
  readonly #parts: WriterParts
  readonly #preparation: Preparation
  #queue: Pending[] = []
  #scheduled = false
  #restartLog = false
  #exclusive: Promise<unknown> | undefined
  /** Groups that are not answered. */
  readonly #running = new Set<Promise<unknown>>()

  constructor(parts: WriterParts) {
    this.#parts = parts
    this.#preparation = new Preparation(parts.catalogue, parts.accounts)
  }

  /** Resolves when the write is durable. Throws `WriteRefused`, `StoreUnavailable`, or a `TypeError` for what is no operation. */
  async write(operations: readonly WriteOperation[]): Promise<void> {
    checkOperations(operations)
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

  /** With the next transaction the rest of the log is copied, so that it begins anew with the one after. */
  restartLog(): void {
    this.#restartLog = true
  }

  /** Resolves when everything that was accepted is answered. */
  async idle(): Promise<void> {
    while (this.#queue.length > 0 || this.#running.size > 0 || this.#exclusive !== undefined) {
      if (this.#exclusive !== undefined) await this.#exclusive
      else if (this.#running.size > 0) await Promise.all(this.#running)
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
    const group = { news: catalogue.takeNews(), accounts: accounts.unsaved(), writes, restartLog: this.#restartLog }
    this.#restartLog = false
    const running = runner.run(group).catch((error: unknown): Outcome => ({ failed: failureOf(error), lost: false }))
    const answered = running.then(outcome => {
      this.#running.delete(answered)
      this.#answer(pending, group, operations, outcome)
      this.#schedule()
    })
    this.#running.add(answered)
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

  /** Tell of a group, first those who listen, then those who asked for it. */
  #answer(pending: readonly Pending[], group: Group, operations: number, outcome: Outcome): void {
    const { catalogue, accounts } = this.#parts
    if ('failed' in outcome) {
      catalogue.takeBack(group.news)
      const message = outcome.lost ? 'the store failed while it wrote; see whether the change was made' : undefined
      for (const { reject } of pending) reject(new StoreUnavailable(message, { cause: errorOf(outcome.failed) }))
      return
    }
    accounts.saved(group.accounts)
    const refusals = new Map(outcome.refused.map(({ write, refusal }) => [write, refusal]))
    const changes = pending.flatMap((each, i) => (refusals.has(i) ? [] : changesOf(each.operations)))
    this.#parts.committed(changes, operations)
    for (const [i, { resolve, reject }] of pending.entries()) {
      const refusal = refusals.get(i)
      if (refusal === undefined) resolve()
      else reject(refusedError(refusal))
    }
  }
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

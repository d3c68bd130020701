import { setImmediate as turn } from 'node:timers/promises'
import type { Change, WriteOperation } from '../../../lib/store-kit/document-store.ts'
import { checkOperations } from '../../../lib/store-kit/check-operations.ts'
import { OutcomeUnknown, StoreUnavailable, WriteRefused } from '../../../lib/errors/index.ts'
import type { DamageLog } from '../file/damage.ts'
import { errorOf, storeError, ThreadEnded } from '../file/failures.ts'
import type { Catalogue } from '../schema/catalogue.ts'
import type { Executor } from '../threads/executor.ts'
import type { PreparedOperation, Refusal, WriteGroup, WriteOutcome } from '../threads/messages.ts'
import type { Accounts } from './accounts.ts'
import type { ChangeFeed } from './change-feed.ts'
import { prepareOperations } from './prepare.ts'
import { textOf } from './rows.ts'

interface QueuedWrite {
  operations: readonly WriteOperation[]
  resolve: () => void
  reject: (reason: unknown) => void
}

/** The parts that the writer uses. */
interface WriterParts {
  catalogue: Catalogue
  accounts: Accounts
  executor: Executor
  changes: ChangeFeed
  damage: DamageLog
}

/** The number of operations at which a group is full, so that preparing it does not block the event loop for long. */
const maxOperations = 500
/** Likewise this number of characters of documents, so that a transaction does not make the write-ahead log much longer. */
const maxLength = 8_000_000

/**
 * Group commit: the writes of one turn of the event loop share one transaction and are answered when it is on disk. Each is all or
 * nothing by itself. The transaction, which waits for the disk, runs in a thread of its own.
 */
export class Writer {
  readonly #parts: WriterParts
  #queue: QueuedWrite[] = []
  #isScheduled = false
  /** Resolves when everything started earlier is sent (groups of writes) or done (other work). */
  #last: Promise<unknown> = Promise.resolve()
  /** Unanswered groups. */
  readonly #running = new Set<Promise<void>>()

  constructor(parts: WriterParts) {
    this.#parts = parts
  }

  /** Resolves when the write is durable. Throws `WriteRefused`, `StoreUnavailable`, `OutcomeUnknown`, or a `TypeError` for an invalid operation. */
  async write(operations: readonly WriteOperation[]): Promise<void> {
    checkOperations(operations)
    return new Promise((resolve, reject) => {
      this.#queue.push({ operations, resolve, reject })
      this.#schedule()
    })
  }

  /** Run work while no transaction is in progress; writes wait for it. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      await Promise.all(this.#running)
      return work()
    })
  }

  /** Resolves when everything that was accepted is answered. */
  async idle(): Promise<void> {
    while (this.#isScheduled || this.#running.size > 0) {
      await this.#last
      await Promise.all(this.#running)
    }
    await this.#last
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    void this.#inTurn(async () => {
      await turn()
      this.#isScheduled = false
      await this.#send()
      if (this.#queue.length > 0) this.#schedule()
    })
  }

  /** Send one group of as many waiting writes as fit. Invalid writes are answered immediately. */
  async #send(): Promise<void> {
    const { catalogue, accounts, executor } = this.#parts
    const pending: QueuedWrite[] = []
    const writes: PreparedOperation[][] = []
    let length = 0
    for (let operations = 0; operations < maxOperations && length < maxLength;) {
      const next = this.#queue.shift()
      if (next === undefined) break
      operations += next.operations.length
      try {
        const prepared = await prepareOperations({ catalogue, accounts }, next.operations)
        writes.push(prepared)
        length += lengthOf(prepared)
        pending.push(next)
      } catch (error) {
        next.reject(error)
      }
    }
    if (pending.length === 0) return
    const group: WriteGroup = { accounts: accounts.unsaved(), writes, length }
    const running: Promise<void> = executor
      .run({ kind: 'write', group })
      .then(
        outcome => this.#answer(pending, group, outcome),
        (error: unknown) => this.#fail(pending, error),
      )
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Report a group, first to the listeners, then to the callers. */
  #answer(pending: readonly QueuedWrite[], group: WriteGroup, refused: WriteOutcome): void {
    const { accounts, changes } = this.#parts
    accounts.saved(group.accounts)
    changes.tell(pending.flatMap(({ operations }, place) => (refused.has(place) ? [] : changesOf(operations))))
    for (const [place, { resolve, reject }] of pending.entries()) {
      const refusal = refused.get(place)
      if (refusal === undefined) resolve()
      else reject(this.#errorOf(refusal))
    }
  }

  #fail(pending: readonly QueuedWrite[], cause: unknown): void {
    const error = this.#parts.damage.note(storeError(cause))
    for (const { reject } of pending) {
      if (cause instanceof ThreadEnded) reject(new OutcomeUnknown({ cause }))
      else reject(error instanceof StoreUnavailable ? error : new StoreUnavailable(undefined, { cause }))
    }
  }

  #errorOf(refusal: Refusal): unknown {
    if ('error' in refusal) return this.#parts.damage.note(storeError(errorOf(refusal.error)))
    return new WriteRefused(refusal.reason, refusal.operation, refusal.property)
  }
}

function changesOf(operations: readonly WriteOperation[]): Change[] {
  return operations.flatMap(operation => {
    const { collection, kind } = operation
    if (kind === 'check' || kind === 'absent') return []
    return [{ collection, id: 'document' in operation ? operation.document.id : operation.id, kind }]
  })
}

/** Characters of the documents of a write. */
const lengthOf = (operations: readonly PreparedOperation[]): number =>
  operations.reduce((sum, operation) => sum + ('document' in operation ? textOf(operation.document).length : 0), 0)

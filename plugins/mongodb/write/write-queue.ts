import { OutcomeUnknown } from '../../../lib/errors/index.ts'
import { maxAnswerMs } from '../server/connection.ts'
import type { PreparedWrite } from './prepared-write.ts'
import { lateError } from './transactions.ts'

/** Number of concurrent transactions, so that a waiting one does not delay writes to other documents. */
const maxTransactions = 4
const maxBatchWrites = 50
const maxBatchBytes = 4 * 1024 * 1024
/** A write with less time left does not share a transaction, whose time limit is that of its most urgent write. */
const minSharedMs = 1_000

/** A write that waits for its answer. */
interface QueuedWrite {
  write: PreparedWrite
  /** The deadline of its answer, by `performance.now()`. */
  deadline: number
  /** Its shared transaction failed: the next one is its own. */
  isAlone: boolean
  /** Refuses it at its deadline while it waits. The transaction has a timer of its own, which knows whether a commit was sent. */
  timer?: NodeJS.Timeout
  resolve: () => void
  reject: (error: unknown) => void
}

/** Executes writes in one transaction, all or none of them. */
type Commit = (writes: readonly PreparedWrite[], deadline: number) => Promise<void>

/**
 * Writes in the order in which they arrive. Those that wait while transactions are in progress share the next one, if they concern different
 * documents; when a shared transaction fails, each of its writes gets its own. Writes to the same document run one after the other: MongoDB would
 * refuse all but one of them.
 */
export class WriteQueue {
  readonly #commit: Commit
  #waiting: QueuedWrite[] = []
  readonly #running = new Map<readonly QueuedWrite[], Promise<void>>()

  constructor(commit: Commit) {
    this.#commit = commit
  }

  /**
   * Resolves when the write is durable.
   * @throws the errors of its transaction; `StoreUnavailable` when the time is over before a commit was sent, `OutcomeUnknown` when it is over after that
   */
  add(write: PreparedWrite): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const deadline = performance.now() + maxAnswerMs
      this.#waiting.push(this.#withTimer({ write, deadline, isAlone: false, resolve, reject }))
      setImmediate(() => this.#beginNext()) // together with other writes of this turn of the event loop
    })
  }

  #withTimer(queued: QueuedWrite): QueuedWrite {
    const refuse = (): void => {
      this.#waiting = this.#waiting.filter(one => one !== queued)
      queued.reject(lateError())
    }
    queued.timer = setTimeout(refuse, queued.deadline - performance.now())
    return queued
  }

  /** Resolves when everything that was accepted is answered. */
  async finish(): Promise<void> {
    this.#beginNext()
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }

  #beginNext(): void {
    while (this.#running.size < maxTransactions) {
      const batch = this.#take()
      if (batch.length === 0) return
      const running = this.#settle(batch).finally(() => {
        this.#running.delete(batch)
        this.#beginNext()
      })
      this.#running.set(batch, running)
    }
  }

  /** The next writes that can share a transaction: they concern no document that another one, running or waiting before them, changes. */
  #take(): QueuedWrite[] {
    const batch: QueuedWrite[] = []
    const waiting: QueuedWrite[] = []
    const exclusive = new Set<string>()
    const shared = new Set<string>()
    const claim = ({ write }: QueuedWrite): void => {
      for (const key of write.exclusive) exclusive.add(key)
      for (const key of write.shared) shared.add(key)
    }
    const isFree = ({ write }: QueuedWrite): boolean =>
      ![...write.exclusive].some(key => exclusive.has(key) || shared.has(key)) &&
      ![...write.shared].some(key => exclusive.has(key))
    for (const queued of [...this.#running.keys()].flat()) claim(queued)
    const now = performance.now()
    let bytes = 0
    let isFull = false
    for (const queued of this.#waiting) {
      const { size } = queued.write
      const leftMs = queued.deadline - now
      if (leftMs <= 0) continue // its timer, which is due, refuses it
      const isAlone = queued.isAlone || leftMs < minSharedMs
      const fits = !isFull && (batch.length === 0 || (!isAlone && bytes + size <= maxBatchBytes))
      if (fits && isFree(queued)) {
        clearTimeout(queued.timer)
        batch.push(queued)
        bytes += size
        isFull = isAlone || batch.length === maxBatchWrites
      } else {
        waiting.push(queued)
      }
      claim(queued)
    }
    this.#waiting = waiting
    return batch
  }

  /** Answer all of these, or let each wait for a transaction of its own. */
  async #settle(batch: readonly QueuedWrite[]): Promise<void> {
    const deadline = Math.min(...batch.map(queued => queued.deadline))
    try {
      await this.#commit(
        batch.map(({ write }) => write),
        deadline,
      )
      for (const { resolve } of batch) resolve()
    } catch (error) {
      if (batch.length > 1 && !(error instanceof OutcomeUnknown)) {
        for (const queued of batch) queued.isAlone = true
        this.#waiting.unshift(...batch.map(queued => this.#withTimer(queued)))
      } else {
        for (const { reject } of batch) reject(error)
      }
    }
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import type { ClientSession, Db, TransactionOptions } from 'mongodb'
import { StoreUnavailable } from '../../../lib/errors/index.ts'
import type { Connection } from '../server/connection.ts'
import { hasLabel, isTransient, within } from '../server/errors.ts'

const options: TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
}
const unknownResult = 'UnknownTransactionCommitResult'
const longestPause = 60
const pauseInDoubt = 50
const maxKillMs = 1_000

/** Multi-document transactions with an end in sight. */
export class Transactions {
  readonly #connection: Connection
  /** Sessions whose transaction could not be ended, because the server did not answer. Until it is ended there, it holds what it wrote. */
  readonly #abandoned: { id: unknown }[] = []

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /**
   * Run work in one transaction and commit it, once.
   * @param deadline by `performance.now()`
   * @param keep whether what the work did is to be committed
   * @throws what the work throws; `StoreUnavailable` when time is over
   */
  async once<T>(
    deadline: number,
    work: (session: ClientSession, database: Db) => Promise<T>,
    keep: (result: T) => boolean = () => true,
  ): Promise<T> {
    await this.#endAbandoned(deadline)
    const session = this.#connection.client.startSession()
    session.startTransaction(options)
    try {
      const result = await within(left(deadline), work(session, this.#connection.database))
      if (keep(result)) await commit(session, deadline)
      return result
    } finally {
      this.#end(session)
    }
  }

  /** Run work in a transaction, again while it conflicts with others. */
  async untilDone<T>(deadline: number, work: (session: ClientSession, database: Db) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.once(deadline, work)
      } catch (error) {
        if (!isTransient(error)) throw error
        await backOff(attempt, deadline)
      }
    }
  }

  /** What is left open is aborted, without waiting: the next transaction needs another session anyway. */
  #end(session: ClientSession): void {
    if (!session.inTransaction()) {
      void session.endSession()
      return
    }
    const { id } = session
    within(1_000, session.abortTransaction())
      .catch(() => this.#abandoned.push({ id }))
      .finally(() => void session.endSession())
  }

  /**
   * Ask the server to end abandoned transactions, once. It may not know the command (Atlas has no `killSessions` on its smallest clusters) or refuse it; then the
   * transactions end by `transactionLifetimeLimitSeconds`, and a write that meets their locks is repeated until its own time is over.
   */
  async #endAbandoned(deadline: number): Promise<void> {
    const sessions = this.#abandoned.splice(0)
    if (sessions.length === 0) return
    const killing = this.#connection.database.admin().command({ killSessions: sessions.map(({ id }) => id) })
    await within(Math.min(maxKillMs, left(deadline)), killing).catch(() => undefined)
  }
}

/** Wait a little before a transaction is repeated, longer each time. @throws `StoreUnavailable` when time is over */
export async function backOff(attempt: number, deadline: number): Promise<void> {
  const pause = Math.random() * Math.min(longestPause, 2 ** attempt)
  if (left(deadline) <= pause)
    throw new StoreUnavailable('too many changes meet in one place; nothing was changed, try again')
  await delay(pause)
}

const left = (deadline: number): number => Math.max(0, deadline - performance.now())

/** Commit; again while it is unknown whether it happened. */
async function commit(session: ClientSession, deadline: number): Promise<void> {
  for (;;) {
    try {
      await within(left(deadline), session.commitTransaction())
      return
    } catch (error) {
      if (isTransient(error) || !(error instanceof StoreUnavailable || hasLabel(error, unknownResult))) throw error
      if (left(deadline) > pauseInDoubt) {
        await delay(pauseInDoubt)
        continue
      }
      throw new StoreUnavailable(
        'the store did not confirm the change in time: look whether it happened before trying again',
        {
          cause: error,
        },
      )
    }
  }
}

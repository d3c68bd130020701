import { setTimeout as delay } from 'node:timers/promises'
import { MongoError } from 'mongodb'
import type { ClientSession, Db, TransactionOptions } from 'mongodb'
import { OutcomeUnknown, StoreReadOnly, StoreUnavailable } from '../../../lib/errors/index.ts'
import type { Connection } from '../server/connection.ts'
import { failure, hasLabel, isTransient, origin, within } from '../server/errors.ts'
import { inTime } from '../../../lib/event-loop/index.ts'

const options: TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
}
const transientLabel = 'TransientTransactionError'
const maxKillMs = 1_000
const maxCommitPauseMs = 300
/** How long before its end a write that takes long asks why. */
const askBeforeMs = 1_000

/** A transaction in progress. Every command must be sent with its session. */
export interface Transaction {
  session: ClientSession
  database: Db
}

/** Ends the attempt; the transaction is repeated after a pause. */
export class RepeatTransaction extends MongoError {
  constructor(message: string) {
    super(message)
    this.addErrorLabel(transientLabel)
  }
}

/** How a transaction is doing. Its timer decides by this what is known when the time is over. */
interface Progress {
  /** The time is over: no commit is sent any more. */
  isOver: boolean
  /** A commit was sent, and the server has not answered that the transaction was aborted. */
  isCommitting: boolean
}

/**
 * Multi-document transactions with a time limit. The driver's `withTransaction` retries conflicts, and commits with an unknown outcome, for 120 s,
 * and has no option to shorten that (`timeoutMS` has no effect in driver 7.8). It retries conflicts here; the work commits by itself, which
 * `withTransaction` allows.
 */
export class Transactions {
  readonly #connection: Connection
  /** Sessions whose transaction did not end in time, and that could not be ended on the server. Until they end, they hold their locks. */
  #abandoned: ClientSession['id'][] = []
  /** The server was locked by `fsyncLock` when a write took long. */
  #isLocked = false

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /**
   * Run work in a transaction and commit it; all of it is repeated when it conflicts with others.
   * @param deadline by `performance.now()`; after it no commit is sent
   * @throws the errors of the work; `StoreUnavailable` when nothing was committed in time; `OutcomeUnknown` when a commit was sent and not confirmed in time
   */
  async run<T>(deadline: number, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    await this.#endAbandoned(deadline)
    const { client, database } = this.#connection
    const session = client.startSession({ defaultTransactionOptions: options })
    const progress: Progress = { isOver: false, isCommitting: false }
    let hasEnded = false
    const attempt = async (): Promise<T> => {
      progress.isCommitting = false
      if (progress.isOver) throw lateError()
      const result = await work({ session, database }).catch((error: unknown) => {
        throw retryable(error)
      })
      await commit(session, progress)
      return result
    }
    const asking = setTimeout(() => void this.#askWhetherLocked(), left(deadline) - askBeforeMs)
    const late = (): never => {
      progress.isOver = true
      throw progress.isCommitting ? new OutcomeUnknown() : this.#isLocked ? new StoreReadOnly() : lateError()
    }
    const running = session.withTransaction(attempt).finally(() => (hasEnded = true))
    try {
      const result = await inTime(running, left(deadline), late)
      this.#isLocked = false
      return result
    } catch (error) {
      throw failure(error)
    } finally {
      clearTimeout(asking)
      if (!hasEnded) {
        this.#abandoned.push(session.id)
        void this.#endAbandoned(performance.now() + maxKillMs)
      }
      void session.endSession()
    }
  }

  /** A locked server does not refuse writes: it lets them wait. */
  async #askWhetherLocked(): Promise<void> {
    const command = { currentOp: 1, $ownOps: true, op: 'none' }
    const asked = within(askBeforeMs, this.#connection.client.db('admin').command(command))
    this.#isLocked = (await asked.catch(() => ({ fsyncLock: false })))['fsyncLock'] === true // without the answer the write is just late
  }

  /**
   * Ask the server to end abandoned transactions; retried with the next one when it is unreachable. It may not support the command (Atlas has no
   * `killSessions` on its smallest clusters) or refuse it; then the transactions end by `transactionLifetimeLimitSeconds`, and a write that meets
   * their locks is repeated until its own time is over.
   */
  async #endAbandoned(deadline: number): Promise<void> {
    const sessions = this.#abandoned
    if (sessions.length === 0) return
    this.#abandoned = []
    try {
      const killing = this.#connection.database.admin().command({ killSessions: sessions })
      await within(Math.min(maxKillMs, left(deadline)), killing)
    } catch (error) {
      if (error instanceof StoreUnavailable) this.#abandoned.push(...sessions)
    }
  }
}

/**
 * Commit. Any error but one with the label `TransientTransactionError` leaves open whether the transaction was committed. The commit is then repeated,
 * which MongoDB answers with the outcome of the first one, until that is known or the time is over.
 * @throws an error with that label when nothing was committed; `StoreUnavailable` when the time was over before
 */
async function commit(session: ClientSession, progress: Progress): Promise<void> {
  if (progress.isOver) throw lateError()
  progress.isCommitting = true
  for (let pauseMs = 20; ; pauseMs = Math.min(2 * pauseMs, maxCommitPauseMs)) {
    try {
      await session.commitTransaction()
      return
    } catch (error) {
      const isUnknown = hasLabel(error, 'UnknownTransactionCommitResult')
      if (hasLabel(error, transientLabel) && !isUnknown) throw error
      if (progress.isOver) throw new OutcomeUnknown({ cause: error })
      await delay(pauseMs)
      if (progress.isOver) throw new OutcomeUnknown({ cause: error })
    }
  }
}

/** The time was over before a commit was sent. */
export const lateError = (): StoreUnavailable =>
  new StoreUnavailable('the store did not make the change in time; nothing was changed, try again')

/** The error in the form that the driver recognises: a bulk write hides the label of the server's answer. */
function retryable(error: unknown): unknown {
  if (!isTransient(error)) return error
  const cause = origin(error)
  if (!(cause instanceof MongoError)) return failure(error)
  cause.addErrorLabel(transientLabel)
  return cause
}

const left = (deadline: number): number => Math.max(0, deadline - performance.now())

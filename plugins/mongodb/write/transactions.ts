import { MongoError } from 'mongodb'
import type { ClientSession, Db, TransactionOptions } from 'mongodb'
import { StoreUnavailable } from '../../../lib/errors/index.ts'
import type { Connection } from '../server/connection.ts'
import { failure, isTransient, origin, within } from '../server/errors.ts'

const options: TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
}
const transientLabel = 'TransientTransactionError'
const maxKillMs = 1_000

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

/**
 * Multi-document transactions with a time limit. The driver's `withTransaction` retries conflicts, and commits with an unknown outcome, for 120 s,
 * and has no option to shorten that (`timeoutMS` has no effect in driver 7.8).
 */
export class Transactions {
  readonly #connection: Connection
  /** Sessions whose transaction did not end in time, and that could not be ended on the server. Until they end, they hold their locks. */
  #abandoned: ClientSession['id'][] = []

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /**
   * Run work in a transaction and commit it; all of it is repeated when it conflicts with others.
   * @param deadline by `performance.now()`
   * @throws the errors of the work; `StoreUnavailable` when the time is over
   */
  async run<T>(deadline: number, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    await this.#endAbandoned(deadline)
    const { client, database } = this.#connection
    const session = client.startSession({ defaultTransactionOptions: options })
    const progress: { hasEnded: boolean; isCommitting: boolean } = { hasEnded: false, isCommitting: false }
    const attempt = async (): Promise<T> => {
      progress.isCommitting = false
      if (left(deadline) === 0)
        throw new StoreUnavailable('too many changes meet in one place; nothing was changed, try again')
      const result = await work({ session, database }).catch((error: unknown) => {
        throw retryable(error)
      })
      progress.isCommitting = true
      return result
    }
    const running = session.withTransaction(attempt).finally(() => (progress.hasEnded = true))
    try {
      return await within(left(deadline), running)
    } catch (error) {
      if (!(progress.isCommitting && error instanceof StoreUnavailable)) throw error
      throw new StoreUnavailable(
        'the store did not confirm the change in time: look whether it happened before trying again',
        { cause: error },
      )
    } finally {
      if (!progress.hasEnded) {
        this.#abandoned.push(session.id)
        void this.#endAbandoned(performance.now() + maxKillMs)
      }
      void session.endSession()
    }
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

/** The error in the form that the driver recognises: a bulk write hides the label of the server's answer. */
function retryable(error: unknown): unknown {
  if (!isTransient(error)) return error
  const cause = origin(error)
  if (!(cause instanceof MongoError)) return failure(error)
  cause.addErrorLabel(transientLabel)
  return cause
}

const left = (deadline: number): number => Math.max(0, deadline - performance.now())

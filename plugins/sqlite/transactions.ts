import { WriteRefused } from '../../lib/errors/index.ts'
import { readCollections, saveCollection } from './catalogue.ts'
import type { Collection } from './catalogue.ts'
import type { Connection } from './connection.ts'
import { concernsStatement, failureOf, isSqliteError } from './failures.ts'
import { Operations } from './operations.ts'
import type { Group, Outcome, PreparedOperation, Refusal, Refused } from './prepared.ts'

/** A write was refused that had changed something already. */
class MustUndo extends Error {}

/**
 * Runs groups of writes, several groups in one transaction. Each write is all or nothing for itself. That is cheap as long as nothing is refused
 * that has changed something: then the transaction is run again with a savepoint around each write.
 */
export class Transactions {
  readonly #connection: Connection
  readonly #collections: Map<string, Collection>
  readonly #operations: Operations

  /** @param connection its own, or the only one on a database in memory */
  constructor(connection: Connection) {
    this.#connection = connection
    this.#collections = new Map(readCollections(connection).map(each => [each.definition.name, each]))
    this.#operations = new Operations(connection, this.#collections)
  }

  /** One transaction with all of these groups. */
  run(groups: readonly Group[]): Outcome[] {
    for (const { news } of groups) this.#learn(news)
    const outcomes = this.#outcomes(groups)
    if (groups.some(({ restartLog }) => restartLog)) this.#copyLog()
    return outcomes
  }

  #outcomes(groups: readonly Group[]): Outcome[] {
    try {
      return this.#transaction(groups, false)
    } catch (error) {
      const failed = failureOf(error)
      return groups.map(() => ({ failed, lost: false }))
    }
  }

  #copyLog(): void {
    try {
      this.#connection.all('PRAGMA wal_checkpoint(PASSIVE)')
    } catch (error) {
      if (!isSqliteError(error)) throw error // the log stays as it is, and is looked at again; see `checkpoints.ts`
    }
  }

  #learn(news: Group['news']): void {
    for (const { name, collection } of news) {
      if (collection === undefined) this.#collections.delete(name)
      else this.#collections.set(name, collection)
    }
  }

  #transaction(groups: readonly Group[], careful: boolean): Outcome[] {
    try {
      this.#connection.rollBack()
      this.#connection.run('BEGIN IMMEDIATE')
      for (const group of groups) this.#keepBooks(group)
      const outcomes = groups.map(({ writes }) => ({ refused: this.#attemptAll(writes, careful) }))
      this.#operations.finish()
      this.#connection.run('COMMIT')
      return outcomes
    } catch (error) {
      this.#operations.reset()
      this.#connection.rollBack()
      if (error instanceof MustUndo) return this.#transaction(groups, true)
      throw error
    }
  }

  /** What stands whatever becomes of the writes. */
  #keepBooks({ news, accounts }: Group): void {
    for (const { collection, save } of news) if (save && collection) saveCollection(this.#connection, collection)
    for (const [account, number] of accounts) {
      this.#connection.run(
        'INSERT OR IGNORE INTO "plinth.accounts" (number, account_id) VALUES (?, ?)',
        number,
        account,
      )
    }
  }

  #attemptAll(writes: readonly PreparedOperation[][], careful: boolean): Refused[] {
    return writes.flatMap((operations, write) => {
      const refusal = careful ? this.#attemptCarefully(operations) : this.#attempt(operations)
      return refusal === undefined ? [] : [{ write, refusal }]
    })
  }

  /** @throws `MustUndo` */
  #attempt(operations: readonly PreparedOperation[]): Refusal | undefined {
    try {
      this.#operations.apply(operations)
      return undefined
    } catch (error) {
      const refusal = refusalOf(error)
      if (this.#operations.touched) throw new MustUndo()
      this.#operations.forget()
      return refusal
    }
  }

  #attemptCarefully(operations: readonly PreparedOperation[]): Refusal | undefined {
    this.#connection.run('SAVEPOINT one')
    try {
      this.#operations.apply(operations)
      this.#connection.run('RELEASE one')
      return undefined
    } catch (error) {
      const refusal = refusalOf(error)
      this.#operations.forget()
      this.#connection.run('ROLLBACK TO one')
      this.#connection.run('RELEASE one')
      return refusal
    }
  }
}

/** @throws the error itself when it concerns more than the one write */
function refusalOf(error: unknown): Refusal {
  if (error instanceof WriteRefused) {
    return { reason: error.reason, operation: error.index, property: error.property }
  }
  if (!concernsStatement(error)) throw error
  return { error: failureOf(error) }
}

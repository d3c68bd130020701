import { WriteRefused } from '../../../lib/errors/index.ts'
import type { Connection } from '../file/connection.ts'
import { concernsStatement, failureOf, isDamage } from '../file/failures.ts'
import { Catalogue } from '../schema/catalogue.ts'
import { changeSchema } from '../schema/changes.ts'
import type { TableChange } from '../schema/changes.ts'
import type { PreparedOperation, Refusal, WriteGroup, WriteOutcome } from '../threads/messages.ts'
import { applyOperations, writeWords } from './operations.ts'
import type { WordEntry } from './operations.ts'

/** Runs groups of writes, several groups in one transaction. Each write is all or nothing by itself. */
export class Transactions {
  readonly #connection: Connection
  readonly #catalogue: Catalogue

  constructor(connection: Connection) {
    this.#connection = connection
    this.#catalogue = new Catalogue(connection)
  }

  /**
   * One transaction with all of these groups. If one of the writes meets a damaged part of the file, which ends the transaction, each gets its own.
   * @throws when none of them was written
   */
  write(groups: readonly WriteGroup[]): WriteOutcome[] {
    try {
      return this.#writeTogether(groups)
    } catch (error) {
      if (!isDamage(error)) throw error
      return groups.map(group => this.#writeSeparately(group))
    }
  }

  #writeSeparately(group: WriteGroup): WriteOutcome {
    const refused: WriteOutcome = new Map()
    for (const [place, operations] of group.writes.entries()) {
      const refusal = this.#refusalOf({ ...group, writes: [operations] })
      if (refusal !== undefined) refused.set(place, refusal)
    }
    return refused
  }

  /** Run a group with a single write. @returns why it was refused */
  #refusalOf(group: WriteGroup): Refusal | undefined {
    try {
      return this.#writeTogether([group])[0]?.get(0)
    } catch (error) {
      return { error: failureOf(error) }
    }
  }

  #writeTogether(groups: readonly WriteGroup[]): WriteOutcome[] {
    this.#connection.rollBack()
    return this.#connection.transaction(() => {
      const words: WordEntry[] = []
      for (const group of groups) this.#note(group)
      const outcomes = groups.map(({ writes }) => this.#writeAll(writes, words))
      writeWords(this.#connection, words)
      return outcomes
    })
  }

  /** Change collections; later writes use the new state. */
  change(change: TableChange): number | null {
    return changeSchema(this.#connection, this.#catalogue, change)
  }

  /** Write the records that are kept whatever the outcome of the writes. */
  #note({ accounts }: WriteGroup): void {
    const sql = 'INSERT OR IGNORE INTO "plinth.accounts" (number, account_id) VALUES (?, ?)'
    for (const [account, number] of accounts) this.#connection.run(sql, number, account)
  }

  #writeAll(writes: readonly PreparedOperation[][], words: WordEntry[]): WriteOutcome {
    const refused: WriteOutcome = new Map()
    for (const [place, operations] of writes.entries()) {
      this.#connection.run('SAVEPOINT one')
      try {
        words.push(...applyOperations(this.#connection, this.#catalogue, operations))
      } catch (error) {
        refused.set(place, refusalOf(error))
        this.#connection.run('ROLLBACK TO one')
      }
      this.#connection.run('RELEASE one')
    }
    return refused
  }
}

/** @throws the error itself when it affects more than the one write */
function refusalOf(error: unknown): Refusal {
  if (error instanceof WriteRefused) {
    return { reason: error.reason, operation: error.index, property: error.property }
  }
  if (!concernsStatement(error)) throw error
  return { error: failureOf(error) }
}

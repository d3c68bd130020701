import type { Background } from './background.ts'
import type { Connection } from './connection.ts'
import type { Writer } from './writer.ts'

/** Pages of the write-ahead log (4 KiB each) from which on it is copied into the file. */
const mostPages = 16_000
/** So many are copied between two transactions, so that the log begins anew instead of growing. */
const fewPages = 1_000
/** Each round copies what came during the one before; writers that are faster than the copying end it. */
const mostRounds = 5
/** So many operations write no great part of the log. */
const fewOperations = 200

/**
 * Copies the write-ahead log into the file while the service works: most of it beside the writer, and what came meanwhile between two of
 * its transactions.
 */
export class Checkpoints {
  readonly #connection: Connection
  readonly #background: Background
  #underWay: Promise<void> | undefined
  #operations = 0

  constructor(connection: Connection, background: Background) {
    this.#connection = connection
    this.#background = background
  }

  /** To be called after commits. The log is looked at when it may have grown enough. */
  noteCommit(writer: Writer, operations: number): void {
    this.#operations += operations
    if (this.#underWay !== undefined || this.#operations < fewOperations) return
    this.#operations = 0
    const over = (): void => {
      this.#underWay = undefined
    }
    // what fails leaves the log as it is; the next writes try again, and the report of the store tells of a log that keeps growing
    this.#underWay = this.#copy(writer).then(over, over)
  }

  /** Resolves when no copying is under way. */
  async idle(): Promise<void> {
    await this.#underWay
  }

  async #copy(writer: Writer): Promise<void> {
    if (this.#pages().log < mostPages) return
    for (let round = 0; round < mostRounds; round++) {
      await this.#background.run({ kind: 'checkpoint' })
      const { log, copied } = this.#pages()
      if (log - copied <= fewPages) break
    }
    writer.restartLog()
  }

  #pages(): { log: number; copied: number } {
    const [, log, copied] = this.#connection.get('PRAGMA wal_checkpoint(NOOP)') ?? []
    return { log: Number(log ?? 0), copied: Number(copied ?? 0) }
  }
}

import type { Background } from './background.ts'
import type { Connection } from './connection.ts'
import type { Writer } from './writer.ts'

/**
 * Pages of the write-ahead log (4 KiB each) from which on it is copied into the file. In a longer log a page that is changed again and again is
 * copied less often; every read of a page that is not in it looks for it there, at a cost that grows with the log.
 */
const mostPages = 32_000
/** After so long without a commit, in ms, the log is copied however short it is: then reads need not look into it. */
const rest = 1_000
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
  readonly #resting: NodeJS.Timeout
  #underWay: Promise<void> | undefined
  #operations = 0
  #closed = false

  constructor(connection: Connection, background: Background) {
    this.#connection = connection
    this.#background = background
    this.#resting = setTimeout(() => this.#begin(() => this.#copyAtRest()), rest).unref()
  }

  /** To be called after commits. The log is looked at when it may have grown enough. */
  noteCommit(writer: Writer, operations: number): void {
    this.#resting.refresh()
    this.#operations += operations
    if (this.#operations < fewOperations) return
    this.#operations = 0
    this.#begin(() => this.#copyLong(writer))
  }

  /** Resolves when no copying is under way, and none will be. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#resting)
    await this.#underWay
  }

  /** What fails leaves the log as it is; the next writes try again, and the report of the store tells of a log that keeps growing. */
  #begin(copy: () => Promise<void>): void {
    if (this.#underWay !== undefined || this.#closed) return
    const over = (): void => {
      this.#underWay = undefined
    }
    this.#underWay = copy().then(over, over)
  }

  async #copyAtRest(): Promise<void> {
    const { log, copied } = this.#pages()
    if (log > copied) await this.#background.run({ kind: 'checkpoint' })
  }

  async #copyLong(writer: Writer): Promise<void> {
    if (this.#pages().log < mostPages) return
    for (let round = 0; round < mostRounds; round++) {
      await this.#background.run({ kind: 'checkpoint' })
      const { log, copied } = this.#pages()
      if (log - copied <= fewPages) break
    }
    writer.restartLog()
  }

  #pages(): { log: number; copied: number } {
    this.#connection.endReading() // a connection that reads is not told
    const [, log, copied] = this.#connection.get('PRAGMA wal_checkpoint(NOOP)') ?? []
    return { log: Number(log ?? 0), copied: Number(copied ?? 0) }
  }
}

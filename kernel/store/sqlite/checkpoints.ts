import type { Background } from './background.ts'
import type { Connection } from './connection.ts'
import type { Writer } from './writer.ts'

/** Pages of the write-ahead log (4 KiB each) from which on it is copied into the file. */
const mostPages = 8_000
/** So many operations write no great part of that. */
const fewOperations = 200

/**
 * Copies the write-ahead log into the file while the service works: most of it beside the writers, and what came meanwhile while they wait
 * a moment, so that the log begins anew instead of growing.
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
    const pages = Number(this.#connection.get('PRAGMA wal_checkpoint(NOOP)')?.[1] ?? 0)
    if (pages < mostPages) return
    this.#underWay = this.#copy(writer).finally(() => {
      this.#underWay = undefined
    })
  }

  /** Resolves when no copying is under way. */
  async idle(): Promise<void> {
    await this.#underWay
  }

  async #copy(writer: Writer): Promise<void> {
    await this.#background.run({ kind: 'checkpoint' })
    await writer.exclusive(() => this.#background.run({ kind: 'checkpoint' }))
  }
}

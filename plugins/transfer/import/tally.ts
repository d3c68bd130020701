import { inTurns } from '../../../lib/event-loop/index.ts'
import type { Refusal } from './batches.ts'
import { refuseDiffering, type Outcome } from './write-rows.ts'

/** The number of rows with each result. */
export interface ImportCounts {
  rows: number
  loaded: number
  updated: number
  /** Rows whose resource existed already with the same content. */
  there: number
  /** Rows whose `@id` is that of a resource with other content. */
  differs: number
  refused: number
}

export const noCounts = (): ImportCounts => ({ rows: 0, loaded: 0, updated: 0, there: 0, differs: 0, refused: 0 })

/** Counts the results of rows, and reports each row that is refused or differs. */
export class ImportTally {
  readonly #counts: ImportCounts
  readonly #tell: (row: Refusal) => Promise<void> | void
  readonly #onBatch: (rows: number) => void

  /**
   * @param counts the counts to increase
   * @param onBatch called after the rows of a batch were counted and reported
   */
  constructor(counts: ImportCounts, tell: (row: Refusal) => Promise<void> | void, onBatch: (rows: number) => void) {
    this.#counts = counts
    this.#tell = tell
    this.#onBatch = onBatch
  }

  /** Add the outcome of rows that were written, or did not need to be. */
  async settled({ created, updated, there, differing, refused, unchanged }: Outcome): Promise<void> {
    const before = this.#counts.rows
    const present = there.length + unchanged
    this.#counts.rows += created.length + updated.length + present + differing.length
    this.#counts.loaded += created.length
    this.#counts.updated += updated.length
    this.#counts.there += present
    this.#counts.differs += differing.length
    for await (const row of inTurns(refused)) await this.refused(row)
    for (const { row, names } of differing) await this.#tell(refuseDiffering(row, names))
    this.#onBatch(this.#counts.rows - before)
  }

  /** Add a refused row. */
  async refused(row: Refusal): Promise<void> {
    this.#counts.rows++
    this.#counts.refused++
    await this.#tell(row)
  }

  /** A resource exists but is incomplete. @param wasLoaded whether it was counted as loaded or updated, and not as already there */
  async incomplete(row: Refusal, wasLoaded: boolean): Promise<void> {
    if (!wasLoaded) this.#counts.there--
    else if (this.#counts.loaded > 0) this.#counts.loaded--
    else this.#counts.updated--
    this.#counts.refused++
    await this.#tell(row)
  }
}

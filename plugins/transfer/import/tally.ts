import type { Refusal } from './batches.ts'
import { refuseDiffering, type Outcome } from './write-rows.ts'

/** How many rows became what. */
export interface ImportCounts {
  rows: number
  loaded: number
  updated: number
  /** Rows whose resource was there already, as they are. */
  there: number
  /** Rows whose `@id` is that of a resource with other content. */
  differs: number
  refused: number
}

export const noCounts = (): ImportCounts => ({ rows: 0, loaded: 0, updated: 0, there: 0, differs: 0, refused: 0 })

/** Counts what becomes of rows, and tells of each that is refused or differs. */
export class ImportTally {
  readonly #counts: ImportCounts
  readonly #tell: (row: Refusal) => Promise<void> | void
  readonly #onBatch: (rows: number) => void

  /**
   * @param counts are added to
   * @param onBatch called when the rows of a batch were counted and told
   */
  constructor(counts: ImportCounts, tell: (row: Refusal) => Promise<void> | void, onBatch: (rows: number) => void) {
    this.#counts = counts
    this.#tell = tell
    this.#onBatch = onBatch
  }

  /** Rows were written, or need not be. */
  async settled({ created, updated, there, differing, refused, unchanged }: Outcome): Promise<void> {
    const before = this.#counts.rows
    const present = there.length + unchanged
    this.#counts.rows += created.length + updated.length + present + differing.length
    this.#counts.loaded += created.length
    this.#counts.updated += updated.length
    this.#counts.there += present
    this.#counts.differs += differing.length
    for (const row of refused) await this.refused(row)
    for (const { row, names } of differing) await this.#tell(refuseDiffering(row, names))
    this.#onBatch(this.#counts.rows - before)
  }

  /** A row that was put off is refused. */
  async refused(row: Refusal): Promise<void> {
    this.#counts.rows++
    this.#counts.refused++
    await this.#tell(row)
  }

  /** A row is there but lacks something. @param wasLoaded whether it was told as loaded just now, and not as there */
  async incomplete(row: Refusal, wasLoaded: boolean): Promise<void> {
    if (!wasLoaded) this.#counts.there--
    else if (this.#counts.loaded > 0) this.#counts.loaded--
    else this.#counts.updated--
    this.#counts.refused++
    await this.#tell(row)
  }
}

import { inTurns } from '../../../lib/event-loop/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import type { RowReading } from '../../../lib/tabular/index.ts'
import type { Refusal } from './batches.ts'
import { refuseDiffering, type Outcome } from './write-rows.ts'

/**
 * The number of rows with each result. Where there are any, `without_secrets` counts the rows of a copy that were loaded or updated without values
 * that the type requires and that exports leave out.
 */
export interface ImportCounts extends Record<string, number> {
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

export function addCounts(counts: ImportCounts, more: ImportCounts): ImportCounts {
  const sum = noCounts()
  for (const name of Object.keys({ ...counts, ...more })) sum[name] = (counts[name] ?? 0) + (more[name] ?? 0)
  return sum
}

/** What was noticed about the cells of a CSV file. */
export interface CellNotes {
  /** Columns that go to properties which the type does not declare; the first of them. */
  undeclared: string[]
  /** How many cells an export writes otherwise, and the first of them that is not long. */
  rewritten: { cells: number; example?: { column: string; from: string; to: Json } } | undefined
}

const maxUndeclared = 100
const maxNotedLength = 200
const shortened = (text: string): string => (text.length > maxNotedLength ? `${text.slice(0, maxNotedLength)}…` : text)

/** Counts the results of the rows of a file, and reports each row that is refused or differs. */
export class ImportTally {
  readonly #counts: ImportCounts
  readonly #report: (row: Refusal) => void
  readonly #onBatch: () => void
  /** Takes notes of cells, for `createRowReader`. */
  readonly cells: Pick<RowReading, 'onUndeclared' | 'onRewritten'>

  /**
   * @param counts the counts to increase
   * @param notes the notes to add to
   * @param onBatch called after the rows of a batch were counted and reported
   */
  constructor(counts: ImportCounts, notes: CellNotes, report: (row: Refusal) => void, onBatch: () => void) {
    this.#counts = counts
    this.cells = {
      onUndeclared(column) {
        if (notes.undeclared.length < maxUndeclared) notes.undeclared.push(shortened(column))
      },
      onRewritten(column, from, to) {
        notes.rewritten ??= { cells: 0 }
        notes.rewritten.cells++
        if (from.length <= maxNotedLength) notes.rewritten.example ??= { column: shortened(column), from, to }
      },
    }
    this.#report = report
    this.#onBatch = onBatch
  }

  /** Add the outcome of rows that were written, or did not need to be. */
  async settled({ created, updated, there, differing, refused, unchanged, withoutSecrets }: Outcome): Promise<void> {
    const own = there.filter(({ isOwn }) => isOwn).length
    const present = there.length - own + unchanged
    this.#counts.rows += created.length + own + updated.length + present + differing.length
    this.#counts.loaded += created.length + own
    this.#counts.updated += updated.length
    this.#counts.there += present
    this.#counts.differs += differing.length
    if (withoutSecrets > 0) this.#counts['without_secrets'] = (this.#counts['without_secrets'] ?? 0) + withoutSecrets
    for await (const row of inTurns(refused)) this.refused(row)
    for (const { row, names } of differing) this.#report(refuseDiffering(row, names))
    this.#onBatch()
  }

  /** Add a refused row. */
  refused(row: Refusal): void {
    this.#counts.rows++
    this.#counts.refused++
    this.#report(row)
  }

  /** A resource exists but is incomplete. @param wasLoaded whether it was counted as loaded or updated, and not as already there */
  incomplete(row: Refusal, wasLoaded: boolean): void {
    if (!wasLoaded) this.#counts.there--
    else if (this.#counts.loaded > 0) this.#counts.loaded--
    else this.#counts.updated--
    this.#counts.refused++
    this.#report(row)
  }
}

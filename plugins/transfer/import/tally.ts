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

/** What was noticed about the columns and cells of a file. */
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
  /** Reports a row that is refused, or that stays although what it refers to was refused. */
  readonly report: (row: Refusal) => void
  /** Takes notes of cells, for `createRowReader`. */
  readonly cells: Pick<RowReading, 'onUndeclared' | 'onRewritten'>

  /**
   * @param counts the counts to increase
   * @param notes the notes to add to
   */
  constructor(counts: ImportCounts, notes: CellNotes, report: (row: Refusal) => void) {
    this.#counts = counts
    this.cells = {
      onUndeclared(column) {
        const name = shortened(column)
        if (notes.undeclared.length < maxUndeclared && !notes.undeclared.includes(name)) notes.undeclared.push(name)
      },
      onRewritten(column, from, to) {
        notes.rewritten ??= { cells: 0 }
        notes.rewritten.cells++
        if (from.length <= maxNotedLength) notes.rewritten.example ??= { column: shortened(column), from, to }
      },
    }
    this.report = report
  }

  /** Add the outcome of rows that were written, or did not need to be. */
  async settled({ created, updated, there, differing, refused, unchanged, withoutSecrets }: Outcome): Promise<void> {
    const present = there.length + unchanged
    this.#counts.rows += created.length + updated.length + present + differing.length + refused.length
    this.#counts.loaded += created.length
    this.#counts.updated += updated.length
    this.#counts.there += present
    this.#counts.differs += differing.length
    if (withoutSecrets > 0) this.#counts['without_secrets'] = (this.#counts['without_secrets'] ?? 0) + withoutSecrets
    this.#counts.refused += refused.length
    for await (const row of inTurns(refused)) this.report(row)
    for (const { row, names } of differing) this.report(refuseDiffering(row, names))
  }
}

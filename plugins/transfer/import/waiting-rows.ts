import type { ReadyRow } from './batches.ts'
import type { FileImport } from './file-import.ts'

/** A row that waits for the resources that it refers to. */
export interface WaitingRow {
  file: FileImport
  id: string
  /** Ids of the resources that it refers to; the empty text for a name that nothing has so far. */
  needs: readonly string[]
  /** The row as JSON: as an object it would need several times the memory. */
  text: string
}

export const toWaiting = (file: FileImport, row: ReadyRow, needs: readonly string[]): WaitingRow => ({
  file,
  id: row.id,
  needs: [...new Set(needs)],
  text: JSON.stringify(row),
})

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what `toWaiting` wrote
export const readWaiting = ({ text }: Pick<WaitingRow, 'text'>): ReadyRow => JSON.parse(text) as ReadyRow

/**
 * Sort rows so that each follows those that it needs.
 * @param needsOf ids that have to come first
 * @returns without the rows that need each other, or what is not among the rows, and those that need them
 */
export function sortByNeeds(
  rows: readonly WaitingRow[],
  needsOf: (row: WaitingRow) => readonly string[],
): WaitingRow[] {
  const followers = new Map<string, WaitingRow[]>()
  const unmet = new Map<string, number>()
  for (const row of rows) {
    const needs = needsOf(row)
    unmet.set(row.id, needs.length)
    for (const id of needs) {
      const known = followers.get(id)
      if (known === undefined) followers.set(id, [row])
      else known.push(row)
    }
  }
  const sorted = rows.filter(({ id }) => unmet.get(id) === 0)
  for (const { id } of sorted)
    for (const next of followers.get(id) ?? []) {
      const left = (unmet.get(next.id) ?? 0) - 1
      unmet.set(next.id, left)
      if (left === 0) sorted.push(next)
    }
  return sorted
}

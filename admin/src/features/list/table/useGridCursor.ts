import { computed, shallowRef } from 'vue'
import type { Ref } from 'vue'
import type { Resource } from '../../../api/index.ts'
import type { Column } from '../../../schema/index.ts'

/** The keyboard position in a table: a row, or a cell of it. */
interface Place {
  row: string
  column: string | undefined
}

/** Move through the rows and cells of a table. */
export function useGridCursor(
  shownRows: Readonly<Ref<readonly Pick<Resource, 'id'>[]>>,
  shownColumns: Readonly<Ref<readonly Pick<Column, 'key'>[]>>,
) {
  const rows = (): string[] => shownRows.value.map(({ id }) => id)
  const columns = (): string[] => shownColumns.value.map(({ key }) => key)
  /** The same, also when the row no longer exists. */
  const held = shallowRef<Place>()
  /** Counts the moves, so that the focus can follow. */
  const moves = shallowRef(0)
  /** Undefined before the user was in the table, and when the row no longer exists. */
  const place = computed(() => (held.value !== undefined && rows().includes(held.value.row) ? held.value : undefined))

  /** Move to a place; the focus follows. */
  function go(next: Place | undefined): void {
    held.value = next
    moves.value++
  }
  /** Move this many rows; without a position, to the first or last row. */
  function step(by: number): void {
    const ids = rows()
    const from = place.value === undefined ? (by > 0 ? -1 : ids.length) : ids.indexOf(place.value.row)
    const row = ids[Math.min(ids.length - 1, Math.max(0, from + by))]
    if (row !== undefined) go({ row, column: place.value?.column })
  }
  /** Move this many cells; before the first cell is the row itself. */
  function stepCell(by: number): void {
    const keys = columns()
    if (place.value === undefined) return step(1)
    const { row, column } = place.value
    const at = column === undefined ? -1 : keys.indexOf(column)
    const next = Math.min(keys.length - 1, at + by)
    go({ row, column: next < 0 ? undefined : keys[next] })
  }
  /** Move to the next cell that fits, across rows. @returns whether there was one */
  function nextCell(by: 1 | -1, fits: (column: string) => boolean): boolean {
    if (place.value === undefined) return false
    const cells = rows().flatMap(row => columns().map(column => ({ row, column })))
    const { row, column } = place.value
    const at = cells.findIndex(cell => cell.row === row && cell.column === column)
    const rest = by > 0 ? cells.slice(at + 1) : cells.slice(0, Math.max(0, at)).toReversed()
    const next = rest.find(cell => fits(cell.column))
    if (next !== undefined) go(next)
    return next !== undefined
  }
  return {
    place,
    held,
    moves,
    step,
    stepCell,
    nextCell,
    toEnd: (end: 'first' | 'last') => {
      const row = end === 'first' ? rows()[0] : rows().at(-1)
      if (row !== undefined) go({ row, column: place.value?.column })
    },
    go,
    /** Record a place that has the focus already. */
    note: (next: Place) => (held.value = next),
  }
}

export type GridCursor = ReturnType<typeof useGridCursor>

import { watch } from 'vue'
import { loadCellEditor } from './cellEditor.ts'
import type { GridContext } from './useGridContext.ts'

/**
 * Make the focus follow the cursor of a table.
 * @param table the element whose rows have `data-row`, and whose cells have `data-column`
 * @returns a handler for `focusin` on the table: the keys continue from the focused element
 */
export function useGridFocus(
  { cursor, edits }: Pick<GridContext, 'cursor' | 'edits'>,
  table: () => HTMLElement | null | undefined,
): (event: FocusEvent) => void {
  watch(
    cursor.moves,
    () => {
      const place = cursor.place.value
      if (place === undefined || edits.open.value !== undefined) return
      const row = [...(table()?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])].find(
        one => one.dataset['row'] === place.row,
      )
      const cells = row === undefined ? [] : [...row.querySelectorAll<HTMLElement>('td[data-column]')]
      const target = cells.find(cell => cell.dataset['column'] === place.column) ?? row
      target?.focus({ preventScroll: true })
      target?.scrollIntoView({ block: 'nearest', inline: place.column === undefined ? undefined : 'nearest' })
    },
    { flush: 'post' },
  )
  return ({ target }) => {
    if (!(target instanceof Element)) return
    void loadCellEditor()
    const row = target.closest<HTMLElement>('tr[data-row]')?.dataset['row']
    const column = target.closest<HTMLElement>('td[data-column]')?.dataset['column']
    if (row !== undefined) cursor.note({ row, column })
  }
}

import { nextTick, ref } from 'vue'
import type { Ref } from 'vue'

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * Keyboard navigation of the matrix: one toggle is in the Tab order, and arrow keys move from there.
 * @param table the element that contains the toggles
 * @param size number of rows and columns of toggles
 */
export function useMatrixKeys(table: Readonly<Ref<HTMLElement | null>>, size: () => { rows: number; columns: number }) {
  const at = ref({ row: 0, column: 0 })

  async function go(row: number, column: number): Promise<void> {
    const { rows, columns } = size()
    at.value = { row: Math.max(0, Math.min(rows - 1, row)), column: Math.max(0, Math.min(columns - 1, column)) }
    await nextTick()
    const { row: r, column: c } = at.value
    table.value?.querySelector<HTMLElement>(`[data-row="${r}"][data-column="${c}"]`)?.focus()
  }

  /** Handler for `keydown` on the table, whose toggles have `data-row` and `data-column`. */
  function press(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['row'] === undefined) return
    if (event.altKey || event.metaKey) return
    const { row, column } = at.value
    const { rows, columns } = size()
    const step = steps[event.key]
    if (step !== undefined) {
      const way = getComputedStyle(event.target).direction === 'rtl' ? -1 : 1
      void go(row + step[0], column + step[1] * way)
    } else if (event.key === 'Home') void go(event.ctrlKey ? 0 : row, 0)
    else if (event.key === 'End') void go(event.ctrlKey ? rows - 1 : row, columns - 1)
    else return
    event.preventDefault()
  }

  /** Handler for `focusin`. */
  function enter({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement)) return
    const { row, column } = target.dataset
    if (row !== undefined && column !== undefined) at.value = { row: Number(row), column: Number(column) }
  }

  return { at, press, enter }
}

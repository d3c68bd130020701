import { watch } from 'vue'
import type { ListScreen } from '../screen/useListScreen.ts'

/**
 * When the focused element is removed (a row that was archived, a button of a bar that closed), the focus moves to the row that took its
 * place, or else to the page.
 * @param parts its value changes when other parts of the page appear or disappear
 */
export function useKeptFocus({ list, cursor }: Pick<ListScreen, 'list' | 'cursor'>, parts: () => unknown): void {
  let before: string[] = []
  let at = 0
  let known = ''
  watch(
    () => cursor.held.value?.row,
    row => (at = row === undefined ? at : Math.max(0, before.indexOf(row))),
  )
  watch(
    [() => list.rows.value, parts],
    () => {
      const ids = list.rows.value.map(({ id }) => id)
      const isSame = ids.length === before.length && ids.every((id, i) => id === before[i]) && String(parts()) === known
      known = String(parts())
      if (isSame) return
      const held = cursor.held.value?.row
      if (held !== undefined && before.includes(held)) at = before.indexOf(held)
      before = ids
      const { activeElement } = document
      if (activeElement !== null && activeElement !== document.body) return
      if (list.isLoading.value || document.querySelector('dialog:modal') !== null) return
      const row = held !== undefined && ids.includes(held) ? held : ids[Math.min(at, ids.length - 1)]
      if (row === undefined) document.getElementById('main')?.focus({ preventScroll: true })
      else if (cursor.held.value !== undefined) cursor.go({ row, column: undefined })
    },
    { flush: 'post' },
  )
}

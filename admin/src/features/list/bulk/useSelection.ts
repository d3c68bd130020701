import { computed, ref, shallowReactive } from 'vue'
import type { Resource } from '../../../api/index.ts'

/** Which rows are selected. @param rows the rows of the page */
export function useSelection(rows: () => readonly Resource[]) {
  /** The rows that were selected individually, on this page and others. */
  const picked = shallowReactive(new Map<string, Resource>())
  /** Every match of the list is selected, on all pages. */
  const isAll = ref(false)
  let anchor: string | undefined

  const has = (id: string): boolean => isAll.value || picked.has(id)
  /** How many rows of this page are selected. */
  const ofPage = computed(() => {
    const page = rows()
    const count = isAll.value ? page.length : page.filter(({ id }) => picked.has(id)).length
    return count === 0 ? 'none' : count === page.length ? 'all' : 'some'
  })
  function settle(): void {
    if (!isAll.value) return
    isAll.value = false // from now on only rows of this page are selected
    for (const row of rows()) picked.set(row.id, row)
  }
  /** @param isRange selects all rows from the one that was toggled last to this one */
  function toggle(row: Resource, isRange = false): void {
    if (isRange && reach(row)) return
    settle()
    anchor = row.id
    if (!picked.delete(row.id)) picked.set(row.id, row)
  }
  /** @returns whether both ends of the range are on the page */
  function reach(row: Resource): boolean {
    const page = rows()
    const from = page.findIndex(({ id }) => id === anchor)
    const to = page.findIndex(({ id }) => id === row.id)
    if (from < 0 || to < 0) return false
    settle()
    for (const one of page.slice(Math.min(from, to), Math.max(from, to) + 1)) picked.set(one.id, one)
    return true
  }
  function clear(): void {
    isAll.value = false
    picked.clear()
    anchor = undefined
  }
  return {
    picked,
    isAll,
    has,
    /** The selected rows, of which only those of this page are known where every match is selected. */
    rows: computed(() => (isAll.value ? rows() : [...picked.values()])),
    ofPage,
    isEmpty: computed(() => !isAll.value && picked.size === 0),
    toggle,
    togglePage: () => {
      const wasAll = ofPage.value === 'all'
      settle()
      for (const row of rows()) {
        if (wasAll) picked.delete(row.id)
        else picked.set(row.id, row)
      }
    },
    /** Keep the newest versions of the selected rows. */
    refresh: (next: readonly Resource[]) => {
      for (const row of next) if (picked.has(row.id)) picked.set(row.id, row)
    },
    /** Replace the selection with these rows. */
    replace: (next: readonly Resource[]) => {
      clear()
      for (const row of next) picked.set(row.id, row)
    },
    clear,
  }
}

export type Selection = ReturnType<typeof useSelection>

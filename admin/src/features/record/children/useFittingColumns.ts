import { useResizeObserver } from '@vueuse/core'
import { computed, nextTick, ref, watch } from 'vue'
import type { ComputedRef } from 'vue'
import type { Resource } from '../../../api/index.ts'
import type { Column } from '../../../schema/index.ts'

/** The first of the columns that fit into the width of a table: the others are left out, so that none is cut by its edge. */
export function useFittingColumns(
  frame: () => HTMLElement | undefined,
  columns: () => readonly Column[],
  rows: () => readonly Resource[],
): ComputedRef<readonly Column[]> {
  const count = ref(Infinity)
  const shown = computed(() => columns().slice(0, count.value))

  async function fit(): Promise<void> {
    count.value = columns().length
    await nextTick()
    while (count.value > 1 && isTooWide(frame())) {
      count.value--
      await nextTick()
    }
  }
  watch([columns, rows], fit, { flush: 'post' })
  useResizeObserver(frame, entries => {
    const width = entries[0]?.contentRect.width
    if (width !== lastWidth) void fit()
    lastWidth = width
  })
  let lastWidth: number | undefined

  return shown
}

const isTooWide = (element: HTMLElement | undefined): boolean =>
  element !== undefined && element.scrollWidth > element.clientWidth

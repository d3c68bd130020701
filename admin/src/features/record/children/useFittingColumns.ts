import { useResizeObserver } from '@vueuse/core'
import { computed, nextTick, ref, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import type { Resource } from '../../../api/index.ts'
import type { Column } from '../../../schema/index.ts'

/** The first of the columns that fit into the width of a table: the others are left out, so that none is cut by its edge. */
export function useFittingColumns(
  frame: () => HTMLElement | undefined,
  columns: Readonly<Ref<readonly Column[]>>,
  rows: Readonly<Ref<readonly Resource[]>>,
): ComputedRef<readonly Column[]> {
  const count = ref(Infinity)
  const shown = computed(() => columns.value.slice(0, count.value))

  async function fit(): Promise<void> {
    count.value = columns.value.length
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

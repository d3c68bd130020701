import { useElementSize } from '@vueuse/core'
import { computed, watch } from 'vue'
import { contentWidth, fitWidths } from './contentWidths.ts'
import type { ContentWidth } from './contentWidths.ts'
import type { ListContext } from '../screen/useListContext.ts'

/**
 * Sets the widths of a table's columns by their content, as far as there is room. They are measured from the first rows that are shown and
 * then kept, because columns that change with each page would be distracting.
 * @param frame the element in which the table scrolls
 * @param around room for what is next to the columns, in pixels
 */
export function useContentWidths(
  { slug, list, layout }: Pick<ListContext, 'slug' | 'list' | 'layout'>,
  frame: () => HTMLElement | undefined,
  around: number,
): void {
  const { width } = useElementSize(frame)
  const hasRows = computed(() => list.rows.value.length > 0)
  const keys = computed(() => layout.shown.value.map(({ key }) => key).join())
  let natural: ContentWidth[] = []

  watch(
    [slug, keys, hasRows],
    () => {
      natural = layout.shown.value.map((column, at) => contentWidth(column, at, list.rows.value, list.labels.value))
    },
    { immediate: true },
  )
  watch(
    [slug, keys, hasRows, width, layout.widths],
    () => {
      const columns = layout.shown.value
      const widths = columns.map(({ key }, at): ContentWidth => {
        const chosen = layout.widths.value[key]
        return chosen === undefined ? (natural[at] ?? { wanted: 0, least: 0 }) : { wanted: chosen, least: chosen }
      })
      const fitting = fitWidths(widths, width.value === 0 ? Infinity : width.value - around)
      layout.fit(Object.fromEntries(columns.map(({ key }, at) => [key, fitting[at] ?? 0])))
    },
    { immediate: true },
  )
}

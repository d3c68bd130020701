import type { UseQueryReturn } from '@pinia/colada'
import { computed, ref, watch } from 'vue'
import type { GrowingList } from './useMore.ts'

/** Number of rows that are shown at a time. */
const portion = 200

/** An item and its identifier. */
interface Row<Item> {
  id: string
  of: Item
}

/**
 * Present a list that is read in one request as a growing list.
 * @param idOf returns the identifier of an item
 * @param isFound decides which items are shown; when their number changes, the list starts again
 */
export function useWholeList<Item>(
  query: UseQueryReturn<Item[]>,
  idOf: (item: Item) => string,
  isFound: (row: Row<Item>) => boolean = () => true,
): GrowingList<Row<Item>> {
  const all = computed(() => (query.data.value ?? []).map(item => ({ id: idOf(item), of: item })).filter(isFound))
  const shown = ref(portion)
  watch(
    () => all.value.length,
    () => (shown.value = portion),
  )
  return {
    items: computed(() => all.value.slice(0, shown.value)),
    total: computed(() => (query.data.value === undefined ? undefined : { count: all.value.length, isMore: false })),
    hasMore: computed(() => all.value.length > shown.value),
    more: () => {
      shown.value += portion
      return Promise.resolve()
    },
    isLoading: query.isPending,
    isLoadingMore: ref(false),
    error: query.error,
    refetch: () => query.refetch(),
  }
}

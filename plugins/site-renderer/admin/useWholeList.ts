import type { UseQueryReturn } from '@pinia/colada'
import { computed, ref } from 'vue'
import type { GrowingList } from '../../../admin/src/index.ts'

/** So many rows are drawn at a time. */
const portion = 100

/** An item, and what tells it apart. */
export interface Row<Item> {
  id: string
  of: Item
}

/** A list that is read as a whole, as one that grows. @param keyOf tells items apart */
export function useWholeList<Item>(
  query: UseQueryReturn<Item[]>,
  keyOf: (item: Item) => string,
): GrowingList<Row<Item>> {
  const all = computed(() => (query.data.value ?? []).map(item => ({ id: keyOf(item), of: item })))
  const shown = ref(portion)
  return {
    items: computed(() => all.value.slice(0, shown.value)),
    total: computed(() => (query.data.value === undefined ? undefined : { count: all.value.length, isMore: false })),
    hasMore: computed(() => all.value.length > shown.value),
    more: () => {
      shown.value += portion
      return Promise.resolve()
    },
    isLoading: computed(() => query.isPending.value),
    isLoadingMore: ref(false),
    error: computed(() => query.error.value),
    refetch: () => query.refetch(),
  }
}

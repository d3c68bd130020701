import { useQuery } from '@pinia/colada'
import type { EntryKey } from '@pinia/colada'
import { computed, ref, shallowRef, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import { totalOf } from '../../api/index.ts'
import type { Page, Total } from '../../api/index.ts'

/** The result of useMore. */
export interface GrowingList<Item> {
  items: ComputedRef<readonly Item[]>
  total: ComputedRef<Total | undefined>
  hasMore: ComputedRef<boolean>
  /** Read the next page and append it. */
  more(): Promise<void>
  isLoading: ComputedRef<boolean>
  isLoadingMore: Ref<boolean>
  error: ComputedRef<Error | null>
  /** Read the first page again. */
  refetch(): Promise<unknown>
}

/**
 * A list that grows page by page (“Show more”): persons, events, versions, tokens. Lists of resources with filters use useList.
 * @param key identifies the list in the cache; when it changes, the list starts again
 * @param page reads the page of a cursor; without a cursor, the first page
 * @param options.enabled nothing is requested until this returns true
 */
export function useMore<Item>(
  key: () => EntryKey,
  page: (cursor: string | undefined) => Promise<Page<Item>>,
  options: { enabled?: () => boolean } = {},
): GrowingList<Item> {
  const enabled = (): boolean => options.enabled?.() ?? true
  const first = useQuery<Page<Item>>({ key, query: () => page(undefined), enabled })
  const later = shallowRef<Page<Item>[]>([])
  const isLoadingMore = ref(false)
  const failure = shallowRef<Error | null>(null)
  watch(
    () => first.data.value,
    () => (later.value = []),
  )

  const last = computed(() => later.value.at(-1) ?? first.data.value)
  async function more(): Promise<void> {
    const from = last.value
    if (from === undefined || from.cursor === '' || isLoadingMore.value) return
    isLoadingMore.value = true
    failure.value = null
    try {
      const next = await page(from.cursor)
      if (last.value === from) later.value = [...later.value, next]
    } catch (error) {
      failure.value = error instanceof Error ? error : new Error(String(error))
    } finally {
      isLoadingMore.value = false
    }
  }
  return {
    items: computed(() => [...(first.data.value?.data ?? []), ...later.value.flatMap(({ data }) => data)]),
    total: computed(() => (first.data.value === undefined ? undefined : totalOf(first.data.value))),
    hasMore: computed(() => (last.value?.cursor ?? '') !== ''),
    more,
    isLoading: computed(() => first.isPending.value),
    isLoadingMore,
    error: computed(() => first.error.value ?? failure.value),
    refetch: () => first.refetch(),
  }
}

import { useInfiniteQuery, useQueryCache } from '@pinia/colada'
import type { EntryKey, UseInfiniteQueryData } from '@pinia/colada'
import { computed, ref } from 'vue'
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
  error: Readonly<Ref<Error | null>>
  /** Read the pages again. */
  refetch(): Promise<unknown>
}

/** A growing list whose items can be changed here, before the service knows. */
export interface ChangeableList<Item> extends GrowingList<Item> {
  /** Replace the items that were read, until they are read again. */
  change(next: (item: Item) => Item): void
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
): ChangeableList<Item> {
  const { enabled } = options
  const cache = useQueryCache()
  const query = useInfiniteQuery<Page<Item>, Error, string>(() => ({
    key: key(),
    query: ({ pageParam }) => page(pageParam === '' ? undefined : pageParam),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => (cursor === '' ? undefined : cursor),
    ...(enabled !== undefined && { enabled: enabled() }),
  }))
  const pages = computed(() => query.data.value?.pages ?? [])
  const isLoadingMore = ref(false)

  async function more(): Promise<void> {
    if (isLoadingMore.value || !hasMore.value) return
    isLoadingMore.value = true
    await query.loadNextPage({ cancelRefetch: false }).finally(() => (isLoadingMore.value = false))
  }
  const hasMore = computed(() => (pages.value.at(-1)?.cursor ?? '') !== '')
  return {
    items: computed(() => pages.value.flatMap(({ data }) => data)),
    total: computed(() => (pages.value[0] === undefined ? undefined : totalOf(pages.value[0]))),
    hasMore,
    more,
    isLoading: query.isPending,
    isLoadingMore,
    error: query.error,
    refetch: () => query.refetch(),
    change: next => {
      if (pages.value.length === 0) return
      cache.setQueryData<UseInfiniteQueryData<Page<Item>, string>>(key(), (read = { pages: [], pageParams: [] }) => ({
        ...read,
        pages: read.pages.map(one => ({ ...one, data: one.data.map(next) })),
      }))
    },
  }
}

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
  /** Read the pages again; a request for them that is under way is enough. */
  refetch(): Promise<unknown>
}

/** A growing list with its pages, whose items can be changed here, before the service knows. */
export interface PagedList<Item> extends GrowingList<Item> {
  /** The pages that were read. */
  pages: ComputedRef<readonly Page<Item>[]>
  /** Pages are being read, for the first time or again. */
  isReading: Readonly<Ref<boolean>>
  /** Replace the items that were read, until they are read again. */
  change(next: (item: Item) => Item): void
}

/** How often the next page is requested where its request is ended by another one, or by a change that is shown meanwhile. */
const maxAttempts = 4

/**
 * A list that grows page by page (“Show more”): persons, events, versions, cards of a board. Tables of resources use useList.
 * @param key identifies the list in the cache; when it changes, the list starts again
 * @param page reads the page of a cursor; without a cursor, the first page
 * @param options.enabled nothing is requested until this returns true
 * @param options.keepsPrevious the list of the key before is shown until the first page of a new key was read
 */
export function useMore<Item>(
  key: () => EntryKey,
  page: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Item>>,
  options: { enabled?: () => boolean; keepsPrevious?: boolean } = {},
): PagedList<Item> {
  const { enabled, keepsPrevious = false } = options
  const cache = useQueryCache()
  const query = useInfiniteQuery<Page<Item>, Error, string>(() => ({
    key: key(),
    query: ({ pageParam, signal }) => page(pageParam === '' ? undefined : pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => (cursor === '' ? undefined : cursor),
    ...(enabled !== undefined && { enabled: enabled() }),
    ...(keepsPrevious && { placeholderData: previous => previous }),
  }))
  const pages = computed(() => query.data.value?.pages ?? [])
  const isLoadingMore = ref(false)

  async function more(): Promise<void> {
    if (isLoadingMore.value || !hasMore.value) return
    isLoadingMore.value = true
    const { length } = pages.value
    const isRead = (): boolean => pages.value.length > length || !hasMore.value || query.error.value !== null
    for (let attempt = 0; attempt === 0 || (attempt < maxAttempts && !isRead()); attempt++)
      await Promise.allSettled([query.loadNextPage({ cancelRefetch: false })])
    isLoadingMore.value = false
  }
  const hasMore = computed(() => (pages.value.at(-1)?.cursor ?? '') !== '')
  return {
    items: computed(() => pages.value.flatMap(({ data }) => data)),
    total: computed(() => (pages.value[0] === undefined ? undefined : totalOf(pages.value[0]))),
    pages,
    hasMore,
    more,
    isLoading: query.isPending,
    isReading: query.isLoading,
    isLoadingMore,
    error: query.error,
    refetch: () => (query.isLoading.value ? query.refresh() : query.refetch()),
    change: next => {
      if (pages.value.length === 0) return
      cache.setQueryData<UseInfiniteQueryData<Page<Item>, string>>(key(), (read = { pages: [], pageParams: [] }) => ({
        ...read,
        pages: read.pages.map(one => ({ ...one, data: one.data.map(next) })),
      }))
    },
  }
}

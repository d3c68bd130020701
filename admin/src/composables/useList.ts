import { useQuery } from '@pinia/colada'
import type { UseQueryReturn } from '@pinia/colada'
import { computed, ref, toValue, watch } from 'vue'
import type { ComputedRef, MaybeRefOrGetter, Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { listResources } from '../api/index.ts'
import type { ApiError, Labels, Page, Resource } from '../api/index.ts'
import { readView, viewQuery, writeView } from './view.ts'
import type { View } from './view.ts'

/** What useList gives. */
export interface ResourceList {
  /** What is shown: words, filters, sort, columns, page. Comes from the address bar. */
  view: ComputedRef<View>
  /** Change some of it; everything but columns goes back to the first page. Adds to the history unless `replace`. */
  change(part: Partial<View>, options?: { replace?: boolean }): Promise<void>
  rows: ComputedRef<readonly Resource[]>
  labels: ComputedRef<Labels | undefined>
  /** How many fit; undefined until `count` was asked for. */
  total: ComputedRef<number | undefined>
  /** Ask how many fit. */
  count(): void
  hasNext: ComputedRef<boolean>
  hasPrevious: ComputedRef<boolean>
  next(): Promise<void>
  previous(): Promise<void>
  /** Nothing is there yet. */
  isLoading: ComputedRef<boolean>
  /** Old rows are shown while new ones are on their way. */
  isRefreshing: ComputedRef<boolean>
  error: UseQueryReturn<Page<Resource>, ApiError>['error']
  refetch(): Promise<unknown>
}

/** Rows of a page. */
export const pageSize = 50

/** A list of resources of a type, as the address bar describes it. */
export function useList(slug: MaybeRefOrGetter<string>): ResourceList {
  const route = useRoute()
  const router = useRouter()
  const view = computed(() => readView(route.query))
  const isCounting = ref(false)
  const earlier: Ref<string[]> = ref([])

  const query = useQuery<Page<Resource>, ApiError>({
    key: () => ['resources', toValue(slug), writeView({ ...view.value, columns: [] }), isCounting.value],
    query: ({ signal }) =>
      listResources(
        toValue(slug),
        { ...viewQuery(view.value), limit: pageSize, labels: true, ...(isCounting.value && { count: true }) },
        signal,
      ),
    placeholderData: previous =>
      previous?.data.every(({ type_slug: type }) => type === toValue(slug)) ? previous : undefined,
  })

  async function go(next: View, replace = false): Promise<void> {
    await router[replace ? 'replace' : 'push']({ query: writeView(next) })
  }
  async function change(part: Partial<View>, { replace = false } = {}): Promise<void> {
    const isSameRows = Object.keys(part).every(name => name === 'columns')
    if (!isSameRows) earlier.value = []
    await go({ ...view.value, ...(!isSameRows && { cursor: '', page: 1 }), ...part }, replace)
  }
  watch(
    () => toValue(slug),
    () => {
      earlier.value = []
      isCounting.value = false
    },
  )

  const page = computed(() => query.data.value)
  return {
    view,
    change,
    rows: computed(() => page.value?.data ?? []),
    labels: computed(() => page.value?.labels),
    total: computed(() => page.value?.total),
    count: () => (isCounting.value = true),
    hasNext: computed(() => page.value?.has_more ?? false),
    hasPrevious: computed(() => view.value.cursor !== ''),
    next: async () => {
      const cursor = page.value?.cursor ?? ''
      if (cursor === '' || query.isPlaceholderData.value) return
      earlier.value = [...earlier.value, view.value.cursor]
      await go({ ...view.value, cursor, page: view.value.page + 1 })
    },
    previous: async () => {
      const cursor = earlier.value.at(-1) ?? '' // an address that was copied knows no way back but to the beginning
      const isKnown = earlier.value.length > 0
      earlier.value = earlier.value.slice(0, -1)
      await go({ ...view.value, cursor, page: isKnown ? view.value.page - 1 : 1 })
    },
    isLoading: computed(() => query.isPending.value),
    isRefreshing: computed(() => query.isLoading.value && page.value !== undefined),
    error: query.error,
    refetch: () => query.refetch(),
  }
}

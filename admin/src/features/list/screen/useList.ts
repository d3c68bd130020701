import { useQuery, useQueryCache } from '@pinia/colada'
import type { UseQueryReturn } from '@pinia/colada'
import { computed, ref, toValue, watch } from 'vue'
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { countLimit, listResources, totalOf } from '../../../api/index.ts'
import type { ApiError, Labels, Page, Resource, Total } from '../../../api/index.ts'
import { readView, viewQuery, writeView } from '../../../composables/view/view.ts'
import type { View } from '../../../composables/view/view.ts'

/** What useList gives. */
export interface ResourceList {
  /** What is shown: words, filters, sort, columns, page. Comes from the address bar. */
  view: ComputedRef<View>
  /** Change some of it; what changes the rows goes back to the first page. Adds to the history unless `replace`. */
  change(part: Partial<View>, options?: { replace?: boolean }): Promise<void>
  rows: ComputedRef<readonly Resource[]>
  labels: ComputedRef<Labels | undefined>
  /** How many fit; undefined until `count` was asked for, and where there are more than are counted. */
  total: ComputedRef<number | undefined>
  /** How many fit, as far as they are counted. */
  counted: ComputedRef<Total | undefined>
  /** Ask how many fit. */
  count(): void
  isCounting: ComputedRef<boolean>
  /** Where the next page begins; empty after the last one. */
  nextCursor: ComputedRef<string>
  /** Where the earlier pages began. */
  earlier: ComputedRef<readonly string[]>
  hasNext: ComputedRef<boolean>
  hasPrevious: ComputedRef<boolean>
  next(): Promise<void>
  previous(): Promise<void>
  first(): Promise<void>
  /** Put a row in the place of an older one; nothing is asked of the service. */
  replaceRow(row: Resource): void
  /** Nothing is there yet. */
  isLoading: ComputedRef<boolean>
  /** Old rows are shown while new ones are on their way. */
  isRefreshing: ComputedRef<boolean>
  error: UseQueryReturn<Page<Resource>, ApiError>['error']
  refetch(): Promise<unknown>
}

/** Rows of a page. */
export const pageSize = 50

/** What changes nothing about the rows. */
const looks = new Set(['columns', 'widths', 'saved'])

/**
 * A list of resources of a type, as the address bar describes it.
 * @param options.labels whether it is asked what references are called; it is dear, and not wanted where none is shown
 * @param options.enabled nothing is asked until then
 */
export function useList(
  slug: MaybeRefOrGetter<string>,
  options: { labels?: (view: View) => boolean; enabled?: (view: View) => boolean } = {},
): ResourceList {
  const route = useRoute()
  const router = useRouter()
  const cache = useQueryCache()
  const view = computed(() => readView(route.query))
  const filters = computed(() => writeView({ ...bare(view.value), sort: '', cursor: '' }))
  const wantsLabels = (): boolean => options.labels?.(view.value) ?? true
  const isCounted = ref(false)
  const isEnabled = (): boolean => options.enabled?.(view.value) ?? true

  const key = computed(() => ['resources', toValue(slug), writeView(bare(view.value)), wantsLabels()])
  const query = useQuery<Page<Resource>, ApiError>({
    key: () => key.value,
    query: ({ signal }) =>
      listResources(
        toValue(slug),
        { ...viewQuery(view.value), limit: view.value.size ?? pageSize, ...(wantsLabels() && { labels: true }) },
        signal,
      ),
    enabled: isEnabled,
    placeholderData: previous =>
      previous?.data.every(({ type_slug: type }) => type === toValue(slug)) ? previous : undefined,
  })
  const counting = useQuery<Total, ApiError>({
    key: () => ['resources', toValue(slug), 'count', filters.value],
    query: async ({ signal }) => {
      const { q, filters: asked, groups, status } = view.value
      const narrowed = viewQuery({ ...readView({}), q, filters: asked, groups, status })
      const page = await listResources(toValue(slug), { ...narrowed, limit: 1, count: countLimit }, signal)
      return totalOf(page) ?? { count: 0, isMore: false }
    },
    enabled: () => isCounted.value,
  })

  /** Where the earlier pages began: kept with the entry of the history, so that loading anew does not lose it. */
  const earlier = computed<string[]>(() => {
    void route.fullPath
    const kept: unknown = history.state?.earlier
    return Array.isArray(kept) ? kept.map(String) : []
  })
  async function go(next: View, { replace = false, kept = [] as string[] } = {}): Promise<void> {
    await router[replace ? 'replace' : 'push']({ query: writeView(next), state: { earlier: kept } })
  }
  async function change(part: Partial<View>, { replace = false } = {}): Promise<void> {
    const isSameRows = Object.keys(part).every(name => looks.has(name))
    const from = isSameRows ? view.value : { ...view.value, cursor: '', page: 1 }
    await go({ ...from, ...part }, { replace, kept: isSameRows ? earlier.value : [] })
  }
  watch([() => toValue(slug), () => JSON.stringify(filters.value)], () => (isCounted.value = false))

  const page = computed(() => query.data.value)
  const counted = computed(() => (isCounted.value ? counting.data.value : undefined))
  return {
    view,
    change,
    rows: computed(() => (isEnabled() ? (page.value?.data ?? []) : [])),
    labels: computed(() => page.value?.labels),
    total: computed(() => (counted.value?.isMore === false ? counted.value.count : undefined)),
    counted,
    count: () => (isCounted.value = true),
    isCounting: computed(() => isCounted.value && counting.isLoading.value),
    nextCursor: computed(() => (page.value?.has_more === true ? page.value.cursor : '')),
    earlier,
    hasNext: computed(() => page.value?.has_more ?? false),
    hasPrevious: computed(() => view.value.cursor !== ''),
    next: async () => {
      const cursor = page.value?.cursor ?? ''
      if (cursor === '' || query.isPlaceholderData.value) return
      const kept = [...earlier.value, view.value.cursor]
      await go({ ...view.value, cursor, page: view.value.page + 1 }, { kept })
    },
    previous: async () => {
      const cursor = earlier.value.at(-1) ?? '' // an address that was copied knows no way back but to the beginning
      const isKnown = earlier.value.length > 0
      await go({ ...view.value, cursor, page: isKnown ? view.value.page - 1 : 1 }, { kept: earlier.value.slice(0, -1) })
    },
    first: () => go({ ...view.value, cursor: '', page: 1 }),
    replaceRow: row => {
      cache.setQueryData<Page<Resource>>(key.value, old =>
        old === undefined
          ? { data: [row], cursor: '', has_more: false }
          : { ...old, data: old.data.map(other => (other.id === row.id ? row : other)) },
      )
    },
    isLoading: computed(() => query.isPending.value),
    isRefreshing: computed(() => query.isLoading.value && page.value !== undefined),
    error: query.error,
    refetch: () => query.refetch(),
  }
}

/** What decides which rows there are. */
function bare(view: View): View {
  const { widths: _widths, saved: _saved, layout: _layout, ...rest } = view
  return { ...rest, columns: [], page: 1 }
}

import { useQuery, useQueryCache } from '@pinia/colada'
import { computed, ref, toValue, watch } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { countLimit, listResources, totalOf } from '../../../api/index.ts'
import type { ApiError, Page, Resource, Total } from '../../../api/index.ts'
import { requestQuery } from '../../../composables/view/requestQuery.ts'
import { readView, writeView } from '../../../composables/view/view.ts'
import type { View } from '../../../composables/view/view.ts'

/** Rows per page. */
export const pageSize = 50

/** Parts of the view that do not affect the rows. */
const looks = new Set(['columns', 'widths', 'saved'])

/**
 * A list of resources of a type, as the address describes it.
 * @param options.labels whether the labels of references are requested; they are expensive, so only where they are shown
 * @param options.enabled no request is sent while this is false
 */
export function useList(
  slug: MaybeRefOrGetter<string>,
  options: { labels: (view: View) => boolean; enabled: (view: View) => boolean },
) {
  const route = useRoute()
  const router = useRouter()
  const cache = useQueryCache()
  /** What is shown: words, filters, sort, columns, page. Read from the address. */
  const view = computed(() => readView(route.query))
  const filters = computed(() => writeView({ ...bare(view.value), sort: '', cursor: '' }))
  const wantsLabels = (): boolean => options.labels(view.value)
  const isCounted = ref(false)
  const isEnabled = (): boolean => options.enabled(view.value)

  const key = computed(() => ['resources', toValue(slug), writeView(bare(view.value)), wantsLabels()])
  const query = useQuery<Page<Resource>, ApiError>({
    key: () => key.value,
    query: ({ signal }) =>
      listResources(
        toValue(slug),
        {
          ...requestQuery(view.value, toValue(slug)),
          limit: view.value.size ?? pageSize,
          ...(wantsLabels() && { labels: 'all' }),
        },
        signal,
      ),
    enabled: isEnabled,
    placeholderData: previous =>
      previous?.data.every(({ type_slug: type }) => type === toValue(slug)) ? previous : undefined,
  })
  /** Without words and filters the matches are counted along with the list, once its rows are shown. */
  function isCheap(): boolean {
    const { q, filters: asked, groups } = view.value
    const isNarrowed = q !== '' || asked.length > 0 || groups.length > 0
    return !isNarrowed && (query.data.value?.has_more === true || view.value.cursor !== '')
  }
  const counting = useQuery<Total, ApiError>({
    key: () => ['resources', toValue(slug), 'count', filters.value],
    query: async ({ signal }) => {
      const { q, filters: asked, groups, status } = view.value
      const narrowed = requestQuery({ ...readView({}), q, filters: asked, groups, status }, toValue(slug))
      const page = await listResources(toValue(slug), { ...narrowed, limit: 1, count: countLimit }, signal)
      return totalOf(page) ?? { count: 0, isMore: false }
    },
    enabled: () => isCounted.value || isCheap(),
  })

  /** Cursors of the earlier pages: kept in the history entry, so that they survive a reload. */
  const earlier = computed<string[]>(() => {
    void route.fullPath
    const kept: unknown = history.state?.earlier
    return Array.isArray(kept) ? kept.map(String) : []
  })
  async function go(next: View, { replace = false, kept = [] as string[] } = {}): Promise<void> {
    await router[replace ? 'replace' : 'push']({ query: writeView(next), state: { earlier: kept } })
  }
  /** Change a part of the view; a change of the rows goes back to the first page. Adds a history entry unless `replace`. */
  async function change(part: Partial<View>, { replace = false } = {}): Promise<void> {
    const isSameRows = Object.keys(part).every(name => looks.has(name))
    const from = isSameRows ? view.value : { ...view.value, cursor: '', page: 1 }
    await go({ ...from, ...part }, { replace, kept: isSameRows ? earlier.value : [] })
  }
  watch([() => toValue(slug), () => JSON.stringify(filters.value)], () => (isCounted.value = false))

  const page = computed(() => query.data.value)
  /** How many resources match, as far as the service counts. */
  const counted = computed(() => (isCounted.value || isCheap() ? counting.data.value : undefined))
  return {
    view,
    change,
    rows: computed(() => (isEnabled() ? (page.value?.data ?? []) : [])),
    labels: computed(() => page.value?.labels),
    /** How many resources match; undefined until they are counted, and where there are more than the service counts. */
    total: computed(() => (counted.value?.isMore === false ? counted.value.count : undefined)),
    counted,
    /** Request the number of matches; without words and filters this happens by itself. */
    count: () => (isCounted.value = true),
    isCounting: computed(() => (isCounted.value || isCheap()) && counting.isLoading.value),
    /** Cursor of the next page; empty on the last one. */
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
      const cursor = earlier.value.at(-1) ?? '' // a copied address has no earlier pages, so it goes back to the first
      const isKnown = earlier.value.length > 0
      await go({ ...view.value, cursor, page: isKnown ? view.value.page - 1 : 1 }, { kept: earlier.value.slice(0, -1) })
    },
    first: () => go({ ...view.value, cursor: '', page: 1 }),
    /** Replace a row by a newer version, without a request. */
    replaceRow: (row: Resource) => {
      cache.setQueryData<Page<Resource>>(key.value, old => {
        if (old === undefined) return { data: [row], cursor: '', has_more: false }
        const { [row.id]: _before, ...others } = old.labels ?? {}
        const data = old.data.map(other => (other.id === row.id ? row : other))
        return { ...old, data, ...(old.labels !== undefined && { labels: { ...others, ...row.labels } }) }
      })
    },
    /** No page has been read yet. */
    isLoading: query.isPending,
    /** The old rows are shown while new ones are loading. */
    isRefreshing: computed(() => query.isLoading.value && page.value !== undefined),
    error: query.error,
    refetch: () => query.refetch(),
  }
}

export type ResourceList = ReturnType<typeof useList>

/** The parts of a view that affect the rows. */
function bare(view: View): View {
  const { widths: _widths, saved: _saved, layout: _layout, ...rest } = view
  return { ...rest, columns: [], page: 1 }
}

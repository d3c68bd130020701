import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import { useRoute } from 'vue-router'
import { ApiError, listResources } from '../../api/index.ts'
import type { Resource, ResourceType } from '../../api/index.ts'
import { useMe } from '../../stores/me.ts'
import { useSidebar } from '../../stores/sidebar.ts'
import { useTypes } from '../../stores/types.ts'

/** What useResourceSearch gives. */
export interface ResourceSearch {
  /** Newest first. */
  found: Ref<readonly Resource[]>
  isSearching: Ref<boolean>
  /** Types that were not searched yet. */
  left: ComputedRef<readonly ResourceType[]>
  /** Search the next ones, too. */
  more(): void
  /** Some types could not be searched. */
  isPartial: Ref<boolean>
}

const typesAtOnce = 8
const requestsAtOnce = 4
const perType = 5
const maxFound = 30
const debounceMs = 180

/**
 * Resources that hold words beginning as what was typed, over the types that this person may read: the one that is open first, then those of
 * the sidebar. Few requests at once, dropped when somebody types on.
 */
export function useResourceSearch(text: Ref<string>, first: () => readonly string[]): ResourceSearch {
  const me = useMe()
  const types = useTypes()
  const sidebar = useSidebar()
  const route = useRoute()
  const found = shallowRef<readonly Resource[]>([])
  const isSearching = ref(false)
  const isPartial = ref(false)
  const searched = ref(0)
  let controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  const order = computed(() => {
    const here = [route.params['typeSlug']].flat().map(String)
    const shown = sidebar.groups.flatMap(group => group.types.map(({ slug }) => slug))
    const slugs = new Set([...here, ...first(), ...shown, ...types.listed.map(({ slug }) => slug)])
    return [...slugs].flatMap(slug => {
      const type = types.listed.find(one => one.slug === slug)
      return type !== undefined && me.can('odrl:read', slug) ? [type] : []
    })
  })
  const words = computed(() => text.value.match(/[\p{L}\p{N}]+/gu)?.slice(0, 16) ?? [])
  const query = computed(() => (words.value.join('').length < 2 ? '' : words.value.join(' ')))

  watch(query, () => {
    stop()
    found.value = []
    searched.value = 0
    isPartial.value = false
    if (query.value === '') return
    isSearching.value = true
    timer = setTimeout(search, debounceMs)
  })

  function stop(): void {
    clearTimeout(timer)
    controller.abort()
    controller = new AbortController()
    isSearching.value = false
  }

  function search(): void {
    const own = controller
    const batch = order.value.slice(searched.value, searched.value + typesAtOnce)
    searched.value += batch.length
    isSearching.value = true
    const next = batch.values()
    const work = async (): Promise<void> => {
      for (const { slug } of next) await searchIn(slug, own.signal)
    }
    void Promise.all(Array.from({ length: requestsAtOnce }, work)).then(() => {
      if (controller === own) isSearching.value = false
    })
  }

  async function searchIn(slug: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    try {
      const { data } = await listResources(slug, { q: query.value, limit: perType }, signal)
      if (signal.aborted) return
      const all = [...found.value, ...data]
      found.value = all.sort((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, maxFound)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      isPartial.value = true // the others are worth showing all the same
    }
  }

  onScopeDispose(stop)
  const left = computed(() => (query.value === '' ? [] : order.value.slice(searched.value)))
  return { found, isSearching, left, more: search, isPartial }
}

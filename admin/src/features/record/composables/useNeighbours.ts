import { computed, ref, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { listResources, shortId } from '../../../api/index.ts'
import { attempt } from '../../../composables/feedback/refusal.ts'
import { usePlaces } from '../../../composables/page/usePlaces.ts'
import { requestQuery } from '../../../composables/view/requestQuery.ts'
import { readView, writeView } from '../../../composables/view/view.ts'
import { listBefore, rememberList } from '../../list/listPlace.ts'
import type { ListPlace } from '../../list/listPlace.ts'
import { pageSize } from '../../list/screen/useList.ts'

/** The neighbours of a record in the list from which it was opened. @param id the URN, or its last part */
export function useNeighbours(slug: () => string, id: () => string) {
  const route = useRoute()
  const router = useRouter()
  const places = usePlaces()
  const list = ref<ListPlace>()
  let isGoing = false
  watch([slug, id], () => (list.value = listBefore(slug())), { immediate: true })

  const at = computed(() => list.value?.ids.findIndex(urn => shortId(urn) === shortId(id())) ?? -1)
  /** Whether the record was opened from a list that contains it. */
  const isInList = computed(() => at.value >= 0)

  /** Open the previous or next record of the list; loads the previous or next page of the list when necessary. */
  async function go(by: 1 | -1): Promise<void> {
    if (list.value === undefined || !isInList.value || isGoing) return
    isGoing = true
    try {
      const urn = list.value.ids[at.value + by] ?? (await loadNeighbour(list.value, by))
      const to = urn === undefined ? undefined : places.resource(slug(), urn)
      const { show } = route.query
      if (typeof to === 'object') await router.replace({ ...to, query: show === undefined ? {} : { show } })
    } finally {
      isGoing = false
    }
  }

  /** Turn to another page of the list. @returns the record on it that is next to this page; undefined when there is none or loading failed */
  async function loadNeighbour({ query, next, earlier }: ListPlace, by: 1 | -1): Promise<string | undefined> {
    const view = readView(router.resolve({ query }).query)
    const cursor = by > 0 ? next : earlier.at(-1)
    if (cursor === undefined || (by > 0 && cursor === '')) return undefined
    const turned = { ...view, cursor, page: Math.max(1, view.page + by) }
    let neighbour: string | undefined
    await attempt(async () => {
      const page = await listResources(slug(), { ...requestQuery(turned, slug()), limit: view.size ?? pageSize })
      const ids = page.data.map(({ id: urn }) => urn)
      neighbour = by > 0 ? ids[0] : ids.at(-1)
      if (neighbour === undefined) return
      const kept = by > 0 ? [...earlier, view.cursor] : earlier.slice(0, -1)
      rememberList(slug(), { query: writeView(turned), ids, next: page.cursor, earlier: kept })
    })
    return neighbour
  }

  return {
    isInList,
    hasPrevious: computed(() => at.value > 0 || (isInList.value && (list.value?.earlier.length ?? 0) > 0)),
    hasNext: computed(
      () => isInList.value && (at.value < (list.value?.ids.length ?? 0) - 1 || (list.value?.next ?? '') !== ''),
    ),
    go,
  }
}

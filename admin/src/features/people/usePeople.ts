import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { Flat, FlatApi, PeopleFilter } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { useMe } from '../../stores/me.ts'
import { useMore } from '../../composables/data/useMore.ts'
import type { GrowingList } from '../../composables/data/useMore.ts'
import { attempt } from '../../composables/feedback/refusal.ts'
import { toast } from '../../composables/feedback/useToast.ts'

/** A list of persons or organizations, narrowed by what the address says. */
export interface People<Item extends Flat> {
  list: GrowingList<Item>
  filter: ComputedRef<PeopleFilter>
  narrow(change: PeopleFilter): void
  mayChange: ComputedRef<boolean>
  mayArchive: ComputedRef<boolean>
  archive(item: Item): Promise<void>
  restore(item: Item): Promise<void>
  /** The one that the address opens for editing; `new` for one that is not there yet. */
  opened: ComputedRef<string | undefined>
  open(id: string | undefined): void
}

/** See {@link People}. */
export function usePeople<Item extends Flat>(api: FlatApi<Item>): People<Item> {
  const me = useMe()
  const route = useRoute()
  const router = useRouter()
  const filter = computed<PeopleFilter>(() => ({
    q: String(route.query['q'] ?? ''),
    archived: route.query['status'] === 'archived',
  }))
  const list = useMore(
    () => ['resources', api.slug, 'flat', { ...filter.value }],
    cursor => api.list(filter.value, cursor),
  )

  function narrow(change: PeopleFilter): void {
    const { q = '', archived = false } = { ...filter.value, ...change }
    void router.replace({ query: { ...(q !== '' && { q }), ...(archived && { status: 'archived' }) } })
  }

  function open(id: string | undefined): void {
    const { edit: _edit, ...query } = route.query
    void router.replace({ query: id === undefined ? query : { ...query, edit: id } })
  }

  async function archive(item: Item): Promise<void> {
    const isDone = await attempt(() => api.archive(item.id))
    await list.refetch()
    if (isDone) toast(t('common.archived', { name: item.name }), { undo: () => restore(item) })
  }

  async function restore(item: Item): Promise<void> {
    const isDone = await attempt(() => api.restore(item.id))
    await list.refetch()
    if (isDone) toast(t('common.restored', { name: item.name }), { tone: 'good' })
  }

  return {
    list,
    filter,
    narrow,
    mayChange: computed(() => me.can('odrl:modify', api.slug)),
    mayArchive: computed(() => me.can('odrl:delete', api.slug)),
    archive,
    restore,
    opened: computed(() => (typeof route.query['edit'] === 'string' ? route.query['edit'] : undefined)),
    open,
  }
}

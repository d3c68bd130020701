import { computed, shallowRef, watch } from 'vue'
import { api, content, queries, source, t, useMe, value } from '../../../admin/src/index.ts'
import { differences, fromSidebar, sameSidebar, toSidebar } from './arranging.ts'
import type { Arrangement, Sidebar } from './arranging.ts'

/** Save a sidebar: that of a role or the general one. */
async function saveSidebar(sidebar: Sidebar, role: string | undefined): Promise<void> {
  await value(api.PUT('/api/settings/sidebar', { params: { query: { role } }, body: sidebar }))
}

/** A sidebar while it is edited. @param role undefined for the general one */
export function useArranging(role: () => string | undefined) {
  const me = useMe()
  const frame = content.useSidebar()
  const roles = shallowRef<readonly string[]>([])
  const readable = shallowRef((_slug: string): boolean => true)
  /** Whether the role can read a type; otherwise it never sees the type. */
  const mayRead = (slug: string): boolean => readable.value(slug)

  const setting = queries.useSetting<Arrangement>({
    name: () => `${me.me?.id ?? ''} sidebar ${role() ?? ''}`,
    empty: { groups: [], hidden: [] },
    current: () => {
      const of = role()
      return {
        read: async () => {
          const [names, isReadable, sidebar] = await Promise.all([
            source('roles').list(),
            of === undefined ? () => true : source('roles').readableBy(of),
            value(api.GET('/api/settings/sidebar', { params: { query: { role: of } } })),
          ])
          roles.value = names
          if (of === role()) readable.value = isReadable
          // Types that the role cannot read are hidden anyway, and are not saved as hidden.
          return fromSidebar({ ...sidebar, hidden_slugs: sidebar.hidden_slugs.filter(isReadable) })
        },
        write: async arrangement => {
          await saveSidebar(toSidebar(arrangement), of)
          await frame.refresh()
          return arrangement
        },
      }
    },
    isSame: (a, b) => sameSidebar(toSidebar(a), toSidebar(b)),
    rebase: (_saved, mine) => mine,
    words: {
      saved: () => t('sidebar.sidebarSaved'),
      undone: () => t('sidebar.sidebarBack'),
      stale: () => t('sidebar.sidebarStale'),
    },
  })
  const { value: arrangement, saved, ...others } = setting
  watch(role, setting.load, { immediate: true })

  /** The edited sidebar, as it would be saved. */
  const sidebar = computed(() => toSidebar(arrangement.value))
  const changes = computed(() => differences(toSidebar(saved.value), sidebar.value))
  return { ...others, roles, arrangement, sidebar, changes, mayRead }
}

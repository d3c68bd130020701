import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import { listResources } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { source } from '../../sources.ts'
import { useMe } from '../../stores/me.ts'
import { matches } from '../../ui/fields/option.ts'
import type { Option } from '../../ui/fields/option.ts'
import type { References } from '../../features/form/composables/useReferences.ts'

/** Users who are not allowed to see the list of users can choose the creators of this many of the newest resources of a type. */
const maxLookedAt = 200
/** At most this many names are requested at once. */
const maxNames = 100

/**
 * Users to filter by, with their names: all users for administrators; for others, themselves and the creators of resources that they can see.
 * @param slug of the type
 * @param chosen URNs of users
 */
export function useAgentChoices(
  slug: () => string,
  chosen: () => readonly string[],
): Pick<References, 'labelOf' | 'search'> {
  const me = useMe()
  const ids = computed(() => chosen().slice(0, maxNames))
  const names = useQuery({
    key: () => ['agent-names', ids.value],
    query: () => source('users').names(ids.value),
    enabled: () => ids.value.length > 0,
  })
  const people = useQuery({
    key: () => ['agent-choices', slug(), me.isAdministrator],
    query: readPeople,
    enabled: false, // until the user searches
    staleTime: 60_000,
  })

  async function readPeople(): Promise<ReadonlyMap<string, string>> {
    if (me.isAdministrator) return new Map((await source('users').list()).map(({ id, name }) => [id, name]))
    const page = await listResources(slug(), { limit: maxLookedAt })
    const creators = [...new Set(page.data.map(({ created_by: creator }) => creator))].slice(0, maxNames)
    return creators.length === 0 ? new Map() : source('users').names(creators)
  }

  const nameOf = (urn: string): string | undefined => people.data.value?.get(urn) ?? names.data.value?.get(urn)
  function labelOf(urn: string): string {
    if (urn === me.me?.id) return t('value.you')
    return nameOf(urn) ?? (names.isPending.value && ids.value.length > 0 ? '' : t('value.someone'))
  }
  const optionOf = (urn: string): Option => ({ value: urn, label: labelOf(urn), note: nameOf(urn) ?? '' })

  return {
    labelOf,
    search: async text => {
      const { data } = await people.refresh(true)
      const own = me.me?.id
      const all = new Set([...(own === undefined ? [] : [own]), ...(data?.keys() ?? [])])
      return { options: [...all].map(optionOf).filter(option => matches(option, text)) }
    },
  }
}

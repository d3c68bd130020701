import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import { api, everyItem, shortId, value } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { useMe } from '../../stores/me.ts'

/** What users are called: oneself always, the others for administrators, who may see them. @returns the name of a URN */
export function useAgentNames(): (urn: string) => string {
  const me = useMe()
  const query = useQuery({
    key: ['agent-names'],
    query: () => everyItem(cursor => value(api.GET('/api/users', { params: { query: { limit: 1000, cursor } } }))),
    enabled: () => me.isAdministrator,
    staleTime: 60_000,
  })
  const names = computed(() => new Map(query.data.value?.map(({ id, name, email }) => [id, name || email])))
  return urn => {
    if (urn === '') return ''
    if (urn === me.me?.id) return t('list.you')
    if (urn === 'urn:user:system') return t('list.system')
    return names.value.get(urn) ?? shortId(urn)
  }
}

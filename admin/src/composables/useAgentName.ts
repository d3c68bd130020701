import { useQuery, useQueryCache } from '@pinia/colada'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { getUser, hidden, shortId, unless } from '../api/index.ts'
import { t } from '../i18n/index.ts'
import { useMe } from '../stores/me.ts'

const keyOf = (urn: string): string[] => ['agent-name', urn]

/** What a user is called: by name where one may look it up, else by the last part of the id. */
export function useAgentName(urn: () => string): ComputedRef<string> {
  const me = useMe()
  const isMe = (): boolean => urn() === me.me?.id
  const query = useQuery({
    key: () => keyOf(urn()),
    query: () => nameOf(urn()),
    enabled: () => me.isAdministrator && urn().startsWith('urn:user:') && urn() !== 'urn:user:system' && !isMe(),
    staleTime: 60_000,
  })
  return computed(() => {
    if (urn() === '') return ''
    if (isMe()) return t('value.you')
    if (urn() === 'urn:user:system') return t('value.system')
    return query.data.value || shortId(urn())
  })
}

async function nameOf(urn: string): Promise<string> {
  const user = await unless(hidden, getUser(urn), undefined)
  return user === undefined ? '' : user.value.name || user.value.email // of another account, or gone
}

/** Tells names that were learned another way: who looked somebody up knows them. */
export function useKnownNames(): (urn: string, name: string) => void {
  const cache = useQueryCache()
  return (urn, name) => cache.setQueryData(keyOf(urn), name)
}

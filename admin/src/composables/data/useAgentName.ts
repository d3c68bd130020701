import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { t } from '../../i18n/index.ts'
import { source } from '../../sources.ts'
import type { ListedUser } from '../../sources.ts'
import { useMe } from '../../stores/me.ts'

/** Acts for the start, for sample data and for commands on the store. */
export const systemUser = 'urn:user:system'

/** The name of a user; empty until it is known. A user of another account is shown as “someone”. */
export function useAgentName(urn: () => string): ComputedRef<string> {
  const me = useMe()
  const isMe = (): boolean => urn() === me.me?.id
  const query = useQuery({
    key: () => ['agent-name', urn()],
    query: () => nameOf(urn()),
    enabled: () => urn().startsWith('urn:user:') && urn() !== systemUser && !isMe(),
    staleTime: 60_000,
  })
  return computed(() => {
    if (urn() === '') return ''
    if (isMe()) return t('value.you')
    if (urn() === systemUser) return t('value.system')
    return query.data.value === '' || query.error.value !== null ? t('value.someone') : (query.data.value ?? '')
  })
}

/** All users who can sign in, as options and for their names. For administrators. */
export const useEveryUser = (): { users: ComputedRef<readonly ListedUser[]> } => {
  const query = useQuery({ key: ['users', 'all'], query: () => source('users').list(), staleTime: 30_000 })
  return { users: computed(() => query.data.value ?? []) }
}

/** Ids whose names are requested together. */
interface Batch {
  ids: Set<string>
  names: Promise<ReadonlyMap<string, string>>
}

const maxIds = 100
let collecting: Batch | undefined

/** Look up a name. All names that a page needs are requested together. */
async function nameOf(urn: string): Promise<string> {
  if (collecting === undefined || collecting.ids.size === maxIds) collecting = collect()
  const { ids, names } = collecting
  ids.add(urn)
  return (await names).get(urn) ?? ''
}

function collect(): Batch {
  const ids = new Set<string>()
  const all = new Promise(resolve => setTimeout(resolve)).then(() => {
    if (collecting?.ids === ids) collecting = undefined
    return source('users').names([...ids])
  })
  return { ids, names: all }
}

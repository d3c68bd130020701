import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { source } from '../../sources.ts'
import type { ListedUser } from '../../sources.ts'

/** All users who can sign in, as options and for their names. For administrators. */
export const useEveryUser = (): { users: ComputedRef<readonly ListedUser[]> } => {
  const query = useQuery({ key: ['users', 'all'], query: () => source('users').list(), staleTime: 30_000 })
  return { users: computed(() => query.data.value ?? []) }
}

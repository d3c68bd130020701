import { useMutation, useQuery } from '@pinia/colada'
import { computed, ref } from 'vue'
import { ApiError, actions, explainAccess } from '../../../api/index.ts'
import type { Explanation } from '../../../api/index.ts'
import { source } from '../../../sources.ts'
import { refusalOf } from '../../../composables/feedback/refusal.ts'
import { t } from '../../../i18n/index.ts'

/** The rights of a user on a resource, and their reasons. @param first the user to begin with */
export function useExplanations(resource: () => string, first: string) {
  /** The user whose rights are explained. */
  const agent = ref(first)
  const query = useQuery<Explanation[]>({
    key: () => ['explanations', resource(), agent.value],
    query: () => Promise.all(actions.map(action => explainAccess(agent.value, action, resource()))),
    staleTime: 0,
  })
  const asking = useMutation({
    mutation: async (email: string) => {
      const user = await source('users').find(email)
      if (user === undefined) throw new ApiError(404, t('record.noSuchUser', { email }))
      agent.value = user.id
    },
  })
  return {
    agent,
    explanations: query.data,
    error: query.error,
    refetch: query.refetch,
    /** Explain the rights of the user with this email address. */
    ask: asking.mutate,
    /** Why a user cannot be asked about; empty when there is no problem. */
    problem: computed(() => refusalOf(asking.error.value)),
  }
}

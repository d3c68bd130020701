import { useQuery } from '@pinia/colada'
import { ref } from 'vue'
import { ApiError, actions, explainAccess } from '../../../api/index.ts'
import type { Explanation } from '../../../api/index.ts'
import { source } from '../../../sources.ts'
import { refusalOf } from '../../../composables/feedback/refusal.ts'
import { t } from '../../../i18n/index.ts'

/** The rights of a user on a resource, and their reasons. @param first the user to begin with */
export function useExplanations(resource: () => string, first: string) {
  /** The user whose rights are explained. */
  const agent = ref(first)
  /** Why a user cannot be asked about; empty when there is no problem. */
  const problem = ref('')
  const query = useQuery<Explanation[]>({
    key: () => ['explanations', resource(), agent.value],
    query: () => Promise.all(actions.map(action => explainAccess(agent.value, action, resource()))),
    staleTime: 0,
  })

  /** Explain the rights of the user with this email address. */
  async function ask(email: string): Promise<void> {
    problem.value = ''
    try {
      const user = await source('users').find(email)
      if (user === undefined) {
        problem.value = t('record.noSuchUser', { email })
        return
      }
      agent.value = user.id
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      problem.value = refusalOf(error)
    }
  }
  return {
    agent,
    explanations: query.data,
    error: query.error,
    refetch: query.refetch,
    ask,
    problem,
  }
}

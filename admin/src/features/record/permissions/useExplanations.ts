import { useQuery } from '@pinia/colada'
import { computed, ref } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import { ApiError, actions, explainAccess } from '../../../api/index.ts'
import type { Explanation } from '../../../api/index.ts'
import { source } from '../../../sources.ts'
import { t } from '../../../i18n/index.ts'

/** The result of useExplanations. */
export interface Explanations {
  /** The user whose rights are explained. */
  agent: Ref<string>
  /** One explanation for each action; undefined until they are loaded. */
  explanations: ComputedRef<Explanation[] | undefined>
  error: ComputedRef<Error | null>
  refetch(): Promise<unknown>
  /** Explain the rights of the user with this email address. */
  ask(email: string): Promise<void>
  /** Why a user cannot be asked about; empty when there is no problem. */
  problem: Ref<string>
}

/** The rights of a user on a resource, and their reasons. @param first the user to begin with */
export function useExplanations(resource: () => string, first: string): Explanations {
  const agent = ref(first)
  const problem = ref('')
  const query = useQuery<Explanation[]>({
    key: () => ['explanations', resource(), agent.value],
    query: () => Promise.all(actions.map(action => explainAccess(agent.value, action, resource()))),
    staleTime: 0,
  })

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
      problem.value = error.message
    }
  }
  return {
    agent,
    explanations: computed(() => query.data.value),
    error: computed(() => query.error.value),
    refetch: () => query.refetch(),
    ask,
    problem,
  }
}

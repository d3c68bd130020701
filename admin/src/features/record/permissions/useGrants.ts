import { useMutation } from '@pinia/colada'
import { computed } from 'vue'
import { ApiError, grantActions, listGrants, revokeGrant } from '../../../api/index.ts'
import type { Action, Grant, Resource } from '../../../api/index.ts'
import { source } from '../../../sources.ts'
import { t } from '../../../i18n/index.ts'
import { attempt, refusalOf } from '../../../composables/feedback/refusal.ts'
import { useMore } from '../../../composables/data/useMore.ts'
import { useReadAgain } from '../../../composables/data/useReadAgain.ts'
import { toast } from '../../../composables/feedback/useToast.ts'

/** The grants of other users on a resource. For its owner and administrators. */
export function useGrants(resource: () => Resource) {
  const readAgain = useReadAgain()
  const key = (): string[] => ['grants', resource().id]
  const list = useMore(key, cursor => listGrants(resource().type_slug, resource().id, cursor))
  const { mutateAsync: write, isLoading: isWriting } = useMutation({
    mutation: ({ agent_id, actions }: { agent_id: string; actions: readonly Action[] }): Promise<unknown> => {
      const { type_slug: slug, id } = resource()
      return actions.length === 0 ? revokeGrant(slug, id, agent_id) : grantActions(slug, id, { agent_id, actions })
    },
    onSettled: () => readAgain(key()),
  })
  const granting = useMutation({
    mutation: async ({ email, actions }: { email: string; actions: readonly Action[] }) => {
      const user = await source('users').find(email)
      if (user === undefined) throw new ApiError(404, t('record.noSuchUser', { email }))
      await write({ agent_id: user.id, actions })
      toast(() => t('record.granted', { name: user.name || email }))
    },
  })

  return {
    list,
    isSaving: computed(() => isWriting.value || granting.isLoading.value),
    refusal: computed(() => refusalOf(granting.error.value)),
    /** Grant actions to the user with this email address. @returns whether it succeeded */
    grantTo: (email: string, actions: readonly Action[]): Promise<boolean> =>
      attempt(
        () => granting.mutateAsync({ email: email.trim(), actions }),
        () => '',
      ),
    /** Change the actions of a grant; an empty list revokes it. The toast offers to undo it. */
    change: async (grant: Grant, actions: readonly Action[], name: string): Promise<void> => {
      if (!(await attempt(() => write({ ...grant, actions })))) return
      toast(() => t(actions.length === 0 ? 'record.revoked' : 'record.granted', { name }), {
        undo: () => attempt(() => write(grant)),
      })
    },
  }
}

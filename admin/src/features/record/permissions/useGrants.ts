import { useQueryCache } from '@pinia/colada'
import { ref } from 'vue'
import type { Ref } from 'vue'
import { ApiError, grantActions, listGrants, revokeGrant } from '../../../api/index.ts'
import type { Action, Grant, Resource } from '../../../api/index.ts'
import { source } from '../../../sources.ts'
import { t } from '../../../i18n/index.ts'
import { refusalOf } from '../../../composables/feedback/refusal.ts'
import { useMore } from '../../../composables/data/useMore.ts'
import type { GrowingList } from '../../../composables/data/useMore.ts'
import { toast } from '../../../composables/feedback/useToast.ts'

/** The result of useGrants. */
export interface Grants {
  list: GrowingList<Grant>
  isSaving: Ref<boolean>
  /** Why the last grant was refused; empty when it was accepted. */
  refusal: Ref<string>
  /** Grant actions to the user with this email address. @returns whether it succeeded */
  grantTo(email: string, actions: readonly Action[]): Promise<boolean>
  /** Change the actions of a grant; an empty list revokes it. The toast offers to undo it. */
  change(grant: Grant, actions: readonly Action[], name: string): Promise<void>
}

/** The grants of other users on a resource. For its owner and administrators. */
export function useGrants(resource: () => Resource): Grants {
  const cache = useQueryCache()
  const isSaving = ref(false)
  const refusal = ref('')
  const key = (): string[] => ['grants', resource().id]
  const list = useMore(key, cursor => listGrants(resource().type_slug, resource().id, cursor))

  /** Run a change. @returns whether it succeeded; otherwise `refusal` contains the reason */
  async function attempt(work: () => Promise<boolean>): Promise<boolean> {
    isSaving.value = true
    refusal.value = ''
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refusal.value = refusalOf(error)
      return false
    } finally {
      isSaving.value = false
      await cache.invalidateQueries({ key: key() })
    }
  }
  async function write(agentId: string, actions: readonly Action[]): Promise<void> {
    const { type_slug: slug, id } = resource()
    if (actions.length === 0) await revokeGrant(slug, id, agentId)
    else await grantActions(slug, id, { agent_id: agentId, actions })
  }

  return {
    list,
    isSaving,
    refusal,
    grantTo: (email, actions) =>
      attempt(async () => {
        const user = await source('users').find(email.trim())
        if (user === undefined) {
          refusal.value = t('record.noSuchUser', { email: email.trim() })
          return false
        }
        await write(user.id, actions)
        toast(t('record.granted', { name: user.name || email.trim() }))
        return true
      }),
    change: async (grant, actions, name) => {
      const done = await attempt(async () => {
        await write(grant.agent_id, actions)
        return true
      })
      if (!done) {
        toast(refusal.value, { tone: 'bad' })
        return
      }
      const undo = (): Promise<boolean> =>
        attempt(async () => {
          await write(grant.agent_id, grant.actions)
          return true
        })
      toast(t(actions.length === 0 ? 'record.revoked' : 'record.granted', { name }), { undo })
    },
  }
}

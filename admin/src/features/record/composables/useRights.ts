import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { explainAccess } from '../../../api/index.ts'
import type { Action, Resource } from '../../../api/index.ts'
import { useMe } from '../../../stores/me.ts'

/** The rights of the user on a resource: by role, as its owner, or by a grant. Only grants need a request. */
export function useRights(resource: () => Resource | undefined) {
  const me = useMe()
  const isOwner = computed(() => resource()?.created_by === me.me?.id)
  const isSure = (action: Action): boolean =>
    (isOwner.value && action !== 'odrl:distribute') || me.can(action, resource()?.type_slug ?? '')

  function useMay(action: Action, applies: () => boolean = () => true): ComputedRef<boolean> {
    const granted = useQuery({
      key: () => ['may', action, resource()?.id ?? ''],
      query: async () => (await explainAccess(me.me?.id ?? '', action, resource()?.id ?? '')).allowed,
      enabled: () => resource() !== undefined && applies() && !isSure(action),
    })
    return computed(() => resource() !== undefined && applies() && (isSure(action) || granted.data.value === true))
  }
  const mayModify = useMay('odrl:modify')
  return {
    mayModify,
    /** Only for types with drafts; owners are not allowed by being owners. */
    mayPublish: useMay('odrl:distribute', () => mayModify.value && resource()?.publication !== undefined),
    mayArchive: useMay('odrl:delete'),
    /** Only for owners and administrators. */
    mayGrant: computed(() => isOwner.value || me.isAdministrator),
  }
}

/** The actions that the user is allowed on a resource. */
export type Rights = ReturnType<typeof useRights>

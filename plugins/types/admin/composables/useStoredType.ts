import { useQuery, useQueryCache } from '@pinia/colada'
import type { UseQueryReturn } from '@pinia/colada'
import { toValue } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import { getType, listTypes, useSidebar, useTypes } from '../../../../admin/src/index.ts'
import type { ApiError, ResourceType, Versioned } from '../../../../admin/src/index.ts'

/** One type as the service has it, in whatever state, with its ETag. */
export const useStoredType = (slug: MaybeRefOrGetter<string>): UseQueryReturn<Versioned<ResourceType>, ApiError> =>
  useQuery<Versioned<ResourceType>, ApiError>({
    key: () => ['types', 'one', toValue(slug)],
    query: () => getType(toValue(slug)),
    enabled: () => toValue(slug) !== '',
    refetchOnWindowFocus: false, // not under somebody who edits it
  })

/** All types there are, archived ones and those without lists too. */
export const useStoredTypes = (): UseQueryReturn<ResourceType[], ApiError> =>
  useQuery<ResourceType[], ApiError>({ key: ['types', 'all'], query: () => listTypes({ includeAll: true }) })

/** After a change of types: whatever shows them reads them again. */
export function useTypesChanged(): () => Promise<unknown> {
  const types = useTypes()
  const sidebar = useSidebar()
  const cache = useQueryCache()
  return () => Promise.all([types.refresh(), sidebar.refresh(), cache.invalidateQueries({ key: ['types'] })])
}

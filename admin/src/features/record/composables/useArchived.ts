import { useQuery } from '@pinia/colada'
import type { UseQueryReturn } from '@pinia/colada'
import { findArchived, hidden, unless } from '../../../api/index.ts'
import type { Resource } from '../../../api/index.ts'

/** The archived resource for an id that has no active one. */
export interface ArchivedResource {
  archived: Resource | undefined
}

/** Look for an archived resource after no active one was found. Users who are not allowed to delete resources get no result. */
export const useArchived = (
  slug: () => string,
  id: () => string,
  isMissing: () => boolean,
): Pick<UseQueryReturn<ArchivedResource>, 'data' | 'error' | 'isLoading' | 'refetch'> =>
  useQuery<ArchivedResource>({
    key: () => ['archived', slug(), id()],
    query: async () => ({ archived: await unless(hidden, findArchived(slug(), id()), undefined) }),
    enabled: isMissing,
    staleTime: 0,
  })

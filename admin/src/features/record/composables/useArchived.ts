import { useQuery } from '@pinia/colada'
import type { UseQueryReturn } from '@pinia/colada'
import { findArchived, hidden, unless } from '../../../api/index.ts'
import type { Resource } from '../../../api/index.ts'

/** What was found under an id that leads to nothing active. */
export interface Found {
  archived: Resource | undefined
}

/** Look for a resource among the archived ones, once it is known that there is no active one. Who may not delete them is told nothing. */
export const useArchived = (
  slug: () => string,
  id: () => string,
  isMissing: () => boolean,
): Pick<UseQueryReturn<Found>, 'data' | 'error' | 'isLoading' | 'refetch'> =>
  useQuery<Found>({
    key: () => ['archived', slug(), id()],
    query: async () => ({ archived: await unless(hidden, findArchived(slug(), id()), undefined) }),
    enabled: isMissing,
    staleTime: 0,
  })

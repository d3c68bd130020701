import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import { findArchived, getResource, hidden, shortId, unless } from '../../../api/index.ts'
import type { ApiError, Resource } from '../../../api/index.ts'
import { useType, useTypeLookup } from '../../../composables/data/useType.ts'
import { useShown } from './useShown.ts'

/** The resource that a page shows: the active one, or else the archived one, which only users who are allowed to delete resources get. */
export function useRecord(slug: () => string, id: () => string) {
  const { type } = useType(slug)
  useTypeLookup(slug)
  const query = useQuery<Resource, ApiError>({
    key: () => ['resource', slug(), shortId(id())],
    query: () => getResource(slug(), id(), { labels: 'all' }),
    enabled: () => id() !== '',
  })
  const isMissing = computed(() => query.error.value?.status === 404)
  const shown = useShown(() => (isMissing.value ? undefined : query.data.value), query)
  const mayBeArchived = (): boolean => isMissing.value && type.value !== undefined
  const search = useQuery({
    key: () => ['archived', slug(), id()],
    query: async () => ({ archived: await unless(hidden, findArchived(slug(), id()), undefined) }),
    enabled: mayBeArchived,
    staleTime: 0,
  })
  return {
    ...shown,
    type,
    /** The archived resource, if there is no active one. */
    archived: computed(() => (isMissing.value ? search.data.value?.archived : undefined)),
    /** Why there is neither. */
    error: computed(() => (mayBeArchived() && search.isLoading.value ? undefined : (query.error.value ?? undefined))),
    reload: () => query.refetch(),
  }
}

export type ShownRecord = ReturnType<typeof useRecord>

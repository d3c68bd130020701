import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import { ApiError, findArchived, hidden, unless } from '../../../api/index.ts'
import { useResource } from '../../../composables/data/useResource.ts'
import { useType, useTypeLookup } from '../../../composables/data/useType.ts'
import { useShown } from './useShown.ts'

/** The resource that a page shows: the active one, or else the archived one, which only users who are allowed to delete resources get. */
export function useRecord(slug: () => string, id: () => string) {
  const { type } = useType(slug)
  useTypeLookup(slug)
  const read = useResource(slug, id)
  const isMissing = computed(() => read.error.value instanceof ApiError && read.error.value.status === 404)
  const shown = useShown(
    () => (isMissing.value ? undefined : read.resource.value),
    () => read.refetch(),
  )
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
    error: computed(() => (mayBeArchived() && search.isLoading.value ? undefined : (read.error.value ?? undefined))),
    reload: async () => void (await read.refetch()),
  }
}

/** The result of useRecord. */
export type ShownRecord = ReturnType<typeof useRecord>

import { useQuery } from '@pinia/colada'
import type { UseQueryReturn } from '@pinia/colada'
import { toValue } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import { content } from '../../../../admin/src/index.ts'
import type { ApiError, ResourceType } from '../../../../admin/src/index.ts'
import { getType } from '../typesApi.ts'
import type { StoredType } from '../typesApi.ts'

/** One stored type in any status, with its ETag. */
export const useStoredType = (slug: MaybeRefOrGetter<string>): UseQueryReturn<StoredType, ApiError> =>
  useQuery<StoredType, ApiError>({
    key: () => ['types', 'one', toValue(slug)],
    query: () => getType(toValue(slug)),
    enabled: () => toValue(slug) !== '',
    refetchOnWindowFocus: false, // never while a user edits the type
  })

/** All types, including archived ones and those without lists. */
export const useStoredTypes = (): UseQueryReturn<ResourceType[], ApiError> =>
  useQuery<ResourceType[], ApiError>({ key: ['types', 'all'], query: content.listTypes })

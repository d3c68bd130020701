import { useQuery } from '@pinia/colada'
import type { UseQueryReturn } from '@pinia/colada'
import { computed, toValue } from 'vue'
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import { getApiDocument } from '../../api/index.ts'
import type { ApiDocument, ApiError, ResourceType } from '../../api/index.ts'

/** The OpenAPI document that a part of the service is built from; null without one. For administrators. */
export const useApiDocument = (enabled: () => boolean = () => true): UseQueryReturn<ApiDocument | null, ApiError> =>
  useQuery<ApiDocument | null, ApiError>({ key: ['openapi', 'document'], query: getApiDocument, enabled })

/** Whether a type was made from an OpenAPI document. */
export const isOfDocument = (type: ResourceType | undefined): boolean =>
  typeof type?.schema?.['x-openapi-schema'] === 'string'

/**
 * The document that says what a type is, and by which alone it is changed: its name and its schema. Undefined where none does: the type was
 * made here, or its document is not in force any more.
 * @param asks whether this person may know of documents
 */
export function useDocumentOfType(
  type: MaybeRefOrGetter<ResourceType | undefined>,
  asks: () => boolean,
): ComputedRef<Pick<ApiDocument, 'file'> | undefined> {
  const isAsked = (): boolean => asks() && isOfDocument(toValue(type))
  const { data, isPending } = useApiDocument(isAsked)
  return computed(() => {
    if (!isAsked()) return undefined
    if (isPending.value) return { file: '' } // until it is known nothing is changed
    return data.value?.type_slugs.includes(toValue(type)?.slug ?? '') === true ? data.value : undefined
  })
}

import { useQuery } from '@pinia/colada'
import { computed, toValue } from 'vue'
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import { source } from '../../../../admin/src/index.ts'
import type { ResourceType } from '../../../../admin/src/index.ts'

/** Whether a type was made from an OpenAPI document. */
export const isOfDocument = (type: ResourceType | undefined): boolean =>
  typeof type?.schema?.['x-openapi-schema'] === 'string'

/**
 * The OpenAPI document that defines the name and the schema of a type, which cannot be changed elsewhere. Undefined for a type
 * that was created here, or whose document is no longer in use.
 * @param mayRead whether the user is allowed to read the document
 */
export function useDocumentOfType(
  type: MaybeRefOrGetter<ResourceType | undefined>,
  mayRead: () => boolean,
): ComputedRef<{ file: string } | undefined> {
  const isEnabled = (): boolean => mayRead() && isOfDocument(toValue(type))
  const { data, isPending } = useQuery({
    key: ['openapi', 'document'],
    query: () => source('apiDocument').read(),
    enabled: isEnabled,
  })
  return computed(() => {
    if (!isEnabled()) return undefined
    if (isPending.value) return { file: '' } // nothing can be edited until the answer is known
    return data.value?.type_slugs.includes(toValue(type)?.slug ?? '') === true ? data.value : undefined
  })
}

import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { linkedData } from '../../../api/index.ts'
import type { JsonObject, Resource } from '../../../api/index.ts'

/** A resource in JSON-LD, as formatted text. */
export function useLinkedData(resource: () => Resource): {
  text: ComputedRef<string | undefined>
  error: ComputedRef<Error | null>
  refetch(): Promise<unknown>
} {
  const query = useQuery<JsonObject>({
    key: () => ['linked-data', resource().id, resource().sequence_no],
    query: async () => (await linkedData(resource().type_slug, resource().id)).value,
  })
  return {
    text: computed(() => (query.data.value === undefined ? undefined : JSON.stringify(query.data.value, null, 2))),
    error: computed(() => query.error.value),
    refetch: () => query.refetch(),
  }
}

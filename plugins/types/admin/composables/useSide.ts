import { computed } from 'vue'
import type { WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** What is shown beside the builder; it stands in the address. */
export function useSide(): WritableComputedRef<string> {
  const route = useRoute()
  const router = useRouter()
  return computed({
    get: () => [route.query['side'] ?? 'schema'].flat()[0] ?? 'schema',
    set: side => {
      const { side: _side, ...query } = route.query
      void router.replace({ query: side === 'schema' ? query : { ...query, side } })
    },
  })
}

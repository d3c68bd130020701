import { computed } from 'vue'
import type { WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** A text stored in the query of the address unless it has its default: `?name=text`. */
export function useQueryText(name: string, usual = ''): WritableComputedRef<string> {
  const route = useRoute()
  const router = useRouter()
  return computed({
    get: () => [route.query[name] ?? usual].flat()[0] ?? usual,
    set: text => {
      const { [name]: _before, ...query } = route.query
      void router.replace({ query: text === usual ? query : { ...query, [name]: text } })
    },
  })
}

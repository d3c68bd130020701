import { computed, watch } from 'vue'
import type { ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { readView, writeView } from '../../../composables/view/view.ts'
import { fromSaved } from './savedView.ts'
import { useSavedViews } from './useSavedViews.ts'

/**
 * Opens a list whose address has no query with the view that administrators chose for its type.
 * @returns whether it is known what the list shows
 */
export function useOpeningView(slug: () => string): ComputedRef<boolean> {
  const route = useRoute()
  const router = useRouter()
  const views = useSavedViews(slug, () => readView(route.query))
  const saysNothing = (): boolean => route.name === 'list' && Object.keys(route.query).length === 0

  watch(
    () => saysNothing() && views.opening.value,
    view => {
      if (view !== false && view !== undefined) void router.replace({ query: writeView(fromSaved(view)) })
    },
    { immediate: true },
  )
  return computed(() => !saysNothing() || (views.isKnown.value && views.opening.value === undefined))
}

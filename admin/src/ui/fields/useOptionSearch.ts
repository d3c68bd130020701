import { watchDebounced } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import { useLatestAnswer } from '../../composables/data/useLatestAnswer.ts'
import type { Option } from './option.ts'

/** Finds options by words. @throws ApiError */
export type OptionSearch<Value> = (text: string, signal: AbortSignal) => Promise<Option<Value>[]>

/** The search starts after this pause (ms) in typing. */
const debounceMs = 150

/**
 * Options that are found while the user types; those of the last search stay until there are others.
 * @param words the typed words; undefined while nothing is searched for
 */
export function useOptionSearch<Value>(
  search: () => OptionSearch<Value> | undefined,
  words: () => string | undefined,
): { found: ShallowRef<Option<Value>[]>; isSearching: Ref<boolean>; failure: ComputedRef<string> } {
  const found = shallowRef<Option<Value>[]>([])
  const { ask, error, isLoading } = useLatestAnswer<Option<Value>[]>()

  watchDebounced(
    words,
    async text => {
      const run = search()
      if (run !== undefined && text !== undefined) found.value = (await ask(signal => run(text, signal))) ?? found.value
    },
    { debounce: () => (words() ? debounceMs : 0), immediate: true },
  )
  return { found, isSearching: isLoading, failure: computed(() => error.value?.message ?? '') }
}

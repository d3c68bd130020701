import { watchDebounced } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import type { ComputedRef, ShallowRef } from 'vue'
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
): {
  found: ShallowRef<Option<Value>[]>
  /** Whether the options for the words are still on their way. */
  isSearching: ComputedRef<boolean>
  failure: ComputedRef<string>
} {
  const found = shallowRef<Option<Value>[]>([])
  const answered = shallowRef<string>()
  const { ask, error } = useLatestAnswer<Option<Value>[]>()

  watchDebounced(
    words,
    async text => {
      const run = search()
      if (run === undefined || text === undefined) return void (answered.value = undefined)
      const options = await ask(signal => run(text, signal))
      if (words() !== text) return // a later search is on its way
      found.value = options ?? found.value
      answered.value = text
    },
    { debounce: () => (words() ? debounceMs : 0), immediate: true },
  )
  return {
    found,
    isSearching: computed(() => search() !== undefined && words() !== undefined && words() !== answered.value),
    failure: computed(() => error.value?.message ?? ''),
  }
}

import { watchDebounced } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import { refusalOf } from '../../composables/feedback/refusal.ts'
import { useLatestAnswer } from '../../composables/data/useLatestAnswer.ts'
import type { Option, Portion } from './option.ts'

/** Finds options by words: all of them, or the first portion. @throws ApiError */
export type OptionSearch<Value> = (text: string, signal: AbortSignal) => Promise<Option<Value>[] | Portion<Value>>

/** The search starts after this pause (ms) in typing. */
const debounceMs = 150

/**
 * Options that are found while the user types; those of the last search stay until there are others.
 * @param words the typed words; undefined while nothing is searched for
 */
export function useOptionSearch<Value>(search: () => OptionSearch<Value> | undefined, words: () => string | undefined) {
  const found = shallowRef<Option<Value>[]>([])
  const answered = shallowRef<string>()
  const next = shallowRef<Portion<Value>['next']>()
  const { ask, error } = useLatestAnswer<Portion<Value>>()

  watchDebounced(
    words,
    async text => {
      const run = search()
      if (run === undefined || text === undefined) return void (answered.value = undefined)
      next.value = undefined
      const portion = await ask(async signal => {
        const answer = await run(text, signal)
        return Array.isArray(answer) ? { options: answer } : answer
      })
      if (words() !== text) return // a later search is on its way
      found.value = portion?.options ?? found.value
      next.value = portion?.next
      answered.value = text
    },
    { debounce: () => (words() ? debounceMs : 0), immediate: true },
  )
  async function follow(read: Portion<Value>['next']): Promise<void> {
    if (read === undefined) return
    const text = answered.value
    next.value = undefined
    const portion = await ask(read)
    if (portion === undefined || words() !== text) return
    const known = new Set(found.value.map(({ value }) => value))
    found.value = [...found.value, ...portion.options.filter(({ value }) => !known.has(value))]
    next.value = portion.next
  }

  return {
    found,
    /** Whether the options for the words are still on their way. */
    isSearching: computed(() => search() !== undefined && words() !== undefined && words() !== answered.value),
    failure: computed(() => refusalOf(error.value ?? null)),
    /** Reads the options that follow; undefined at the end, and while they are on their way. */
    readNext: computed(() => next.value && (() => follow(next.value))),
  }
}

import { watchDebounced } from '@vueuse/core'
import { computed, ref, shallowRef } from 'vue'
import type { Ref } from 'vue'
import { searchResources } from '../../api/index.ts'
import type { SearchHit } from '../../api/index.ts'
import { useLatestAnswer } from '../../composables/data/useLatestAnswer.ts'

const debounceMs = 150
const minLetters = 2

/** Search records of every type: one request when the user pauses typing, aborted by the next one. */
export function useSearch(text: Ref<string>) {
  const latest = useLatestAnswer<SearchHit[]>()
  /** Results by type, in the order of the service; earlier results stay until there are new ones. */
  const found = shallowRef<readonly SearchHit[]>([])
  /** The words of the search that {@link found} belongs to. */
  const foundFor = ref('')
  /** Some types could not be searched. */
  const isPartial = ref(false)
  /** The words to search for; empty while the text is too short. */
  const words = computed(() => {
    const all = text.value.match(/[\p{L}\p{N}]+/gu)?.slice(0, 16) ?? []
    return all.join('').length < minLetters ? '' : all.join(' ')
  })

  watchDebounced(words, search, { debounce: () => (words.value === '' ? 0 : debounceMs), immediate: true })

  async function search(wanted: string): Promise<void> {
    if (wanted === '') latest.clear()
    const all = wanted === '' ? [] : await latest.ask(signal => searchResources(wanted, signal))
    if (all !== undefined) show(wanted, all)
    else if (latest.error.value !== undefined) {
      show(wanted, [])
      isPartial.value = true // the commands are still useful
    }
  }

  function show(wanted: string, all: readonly SearchHit[]): void {
    found.value = all.filter(({ resources }) => resources.length > 0)
    foundFor.value = wanted
    isPartial.value = all.some(({ resources, has_more: more }) => more && resources.length === 0)
  }

  return { found, foundFor, words, isSearching: computed(() => words.value !== foundFor.value), isPartial }
}

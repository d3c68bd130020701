import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import { ApiError, searchResources } from '../../api/index.ts'
import type { Found } from '../../api/index.ts'

/** What useSearch gives. */
export interface Search {
  /** By type, as the service orders them; those of the text before until there are others. */
  found: Ref<readonly Found[]>
  /** The words that {@link found} is for. */
  foundFor: Ref<string>
  /** The words to search for; empty while too little is typed. */
  words: ComputedRef<string>
  isSearching: ComputedRef<boolean>
  /** Some of it could not be searched. */
  isPartial: Ref<boolean>
}

const debounceMs = 150
const minLetters = 2

/** Records of every type for what is typed: one request when the typing pauses, dropped when it goes on. */
export function useSearch(text: Ref<string>): Search {
  const found = shallowRef<readonly Found[]>([])
  const foundFor = ref('')
  const isPartial = ref(false)
  const words = computed(() => {
    const all = text.value.match(/[\p{L}\p{N}]+/gu)?.slice(0, 16) ?? []
    return all.join('').length < minLetters ? '' : all.join(' ')
  })
  let controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    clearTimeout(timer)
    controller.abort()
  }

  watch(words, now => {
    stop()
    if (now === '') show('', [])
    else timer = setTimeout(() => void search(now), debounceMs)
  })
  onScopeDispose(stop)

  async function search(wanted: string): Promise<void> {
    controller = new AbortController()
    const { signal } = controller
    try {
      const all = await searchResources(wanted, signal)
      if (!signal.aborted) show(wanted, all)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      show(wanted, [])
      isPartial.value = true // the commands are of use all the same
    }
  }

  function show(wanted: string, all: readonly Found[]): void {
    found.value = all.filter(({ resources }) => resources.length > 0)
    foundFor.value = wanted
    isPartial.value = all.some(({ resources, has_more: more }) => more && resources.length === 0)
  }

  return { found, foundFor, words, isSearching: computed(() => words.value !== foundFor.value), isPartial }
}

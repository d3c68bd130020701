import { onScopeDispose, ref, shallowRef } from 'vue'
import { ApiError } from '../../api/index.ts'

/** Requests of which only the latest one counts, for example while a user types a search. */
export function useLatestAnswer<Answer>() {
  /** The answer to the latest question that was answered; undefined when it failed. */
  const answer = shallowRef<Answer>()
  /** Why the latest question failed. */
  const error = shallowRef<ApiError>()
  const isLoading = ref(false)
  let running = new AbortController()

  /** Ask a question. @returns the answer; undefined when it failed or another question followed */
  async function ask(question: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | undefined> {
    running.abort()
    running = new AbortController()
    const { signal } = running
    isLoading.value = true
    try {
      const found = await question(signal)
      if (!signal.aborted) settle(found, undefined)
      return signal.aborted ? undefined : found
    } catch (failure) {
      if (signal.aborted) return undefined
      if (!(failure instanceof ApiError)) throw failure
      settle(undefined, failure)
      return undefined
    } finally {
      if (!signal.aborted) isLoading.value = false
    }
  }

  function settle(found: Answer | undefined, failure: ApiError | undefined): void {
    answer.value = found
    error.value = failure
  }

  /** Forget the answer and abort the pending question. */
  function clear(): void {
    running.abort()
    settle(undefined, undefined)
    isLoading.value = false
  }

  onScopeDispose(() => running.abort())
  return { answer, error, isLoading, ask, clear }
}

import { onScopeDispose, ref, shallowRef } from 'vue'
import type { Ref, ShallowRef } from 'vue'
import { ApiError } from '../../api/index.ts'

/** The result of useLatestAnswer. */
export interface LatestAnswer<Answer> {
  /** The answer to the latest question that was answered; undefined when it failed. */
  answer: ShallowRef<Answer | undefined>
  /** Why the latest question failed. */
  error: ShallowRef<ApiError | undefined>
  isLoading: Ref<boolean>
  /** Ask a question. @returns the answer; undefined when it failed or another question followed */
  ask(question: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | undefined>
  /** Forget the answer and abort the pending question. */
  clear(): void
}

/** Requests of which only the latest one counts, for example while a user types a search. */
export function useLatestAnswer<Answer>(): LatestAnswer<Answer> {
  const answer = shallowRef<Answer>()
  const error = shallowRef<ApiError>()
  const isLoading = ref(false)
  let running = new AbortController()

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

  function clear(): void {
    running.abort()
    settle(undefined, undefined)
    isLoading.value = false
  }

  onScopeDispose(() => running.abort())
  return { answer, error, isLoading, ask, clear }
}

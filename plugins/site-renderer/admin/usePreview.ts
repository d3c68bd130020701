import { useTimeoutFn } from '@vueuse/core'
import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Ref, ShallowRef } from 'vue'
import { ApiError } from '../../../admin/src/index.ts'
import { readPreview } from './site.ts'
import type { Draft } from './site.ts'

/** What usePreview gives. */
export interface LivePreview {
  /** The latest page that could be made. */
  html: Ref<string | undefined>
  /** Why there is no newer one. */
  error: ShallowRef<ApiError | undefined>
  isBusy: Ref<boolean>
  refresh(): Promise<void>
}

/** ms without a key before what was typed is shown. */
const pauseMs = 250

/** The page that shows a draft, made anew as the draft changes. What is out of date is not waited for. */
export function usePreview(draft: () => Draft): LivePreview {
  const html = ref<string>()
  const error = shallowRef<ApiError>()
  const isBusy = ref(false)
  let running = new AbortController()
  const { start: refreshSoon, stop } = useTimeoutFn(() => void refresh(), pauseMs, { immediate: false })

  async function refresh(): Promise<void> {
    running.abort()
    stop()
    const own = new AbortController()
    running = own
    isBusy.value = true
    try {
      const made = await readPreview(draft(), own.signal)
      if (own.signal.aborted) return
      html.value = made
      error.value = undefined
    } catch (failure) {
      if (own.signal.aborted) return
      if (!(failure instanceof ApiError)) throw failure
      error.value = failure
    } finally {
      if (running === own) isBusy.value = false
    }
  }

  watch(draft, () => refreshSoon())
  onScopeDispose(() => running.abort())
  return { html, error, isBusy, refresh }
}

import { useTimeoutFn } from '@vueuse/core'
import { ref, watch } from 'vue'
import type { Ref, ShallowRef } from 'vue'
import { useLatestAnswer } from '../../../admin/src/index.ts'
import type { ApiError } from '../../../admin/src/index.ts'
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
  const { error, isLoading, ask } = useLatestAnswer<string>()
  const { start: refreshSoon, stop } = useTimeoutFn(() => void refresh(), pauseMs, { immediate: false })

  async function refresh(): Promise<void> {
    stop()
    html.value = (await ask(signal => readPreview(draft(), signal))) ?? html.value
  }

  watch(draft, () => refreshSoon())
  return { html, error, isBusy: isLoading, refresh }
}

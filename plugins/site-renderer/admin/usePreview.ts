import { useTimeoutFn } from '@vueuse/core'
import { ref, watch } from 'vue'
import type { Ref, ShallowRef } from 'vue'
import { useLatestAnswer } from '../../../admin/src/index.ts'
import type { ApiError } from '../../../admin/src/index.ts'
import { readPreview } from './site.ts'
import type { Draft } from './site.ts'

/** The result of usePreview. */
export interface LivePreview {
  /** The latest page that could be rendered. */
  html: Ref<string | undefined>
  /** Why the latest rendering failed. */
  error: ShallowRef<ApiError | undefined>
  isBusy: Ref<boolean>
  refresh(): Promise<void>
}

/** Delay in ms after the last key before the preview is updated. */
const pauseMs = 250

/** The page that shows a draft, rendered again when the draft changes. Outdated requests are aborted. */
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

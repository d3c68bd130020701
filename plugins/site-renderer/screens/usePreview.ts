import { useTimeoutFn } from '@vueuse/core'
import { computed, onMounted, shallowRef, watch } from 'vue'
import { queries } from '../../../admin/src/index.ts'
import { readPreview } from './site.ts'
import type { Draft, PreviewAnswer } from './site.ts'

/** Delay in ms after the last key before the preview is updated. */
const pauseMs = 250

/**
 * The page that shows a draft, rendered again when the draft changes. Outdated requests are aborted.
 * @param draft undefined while no preview is needed
 */
export function usePreview(draft: () => Draft | undefined) {
  const latest = shallowRef<PreviewAnswer>()
  const { error, isLoading, ask } = queries.useLatestAnswer<PreviewAnswer>()
  const { start: refreshSoon, stop } = useTimeoutFn(() => void refresh(), pauseMs, { immediate: false })

  async function refresh(): Promise<void> {
    stop()
    const now = draft()
    if (now !== undefined) latest.value = (await ask(signal => readPreview(now, signal))) ?? latest.value
  }

  watch(draft, (now, before) => {
    if (now !== undefined && before === undefined) void refresh()
    else refreshSoon()
  })
  onMounted(() => refresh())
  return {
    /** The latest page that could be rendered. */
    html: computed(() => latest.value?.html),
    /** What does not work in the template and theme of that page. */
    problems: computed(() => latest.value?.problems ?? []),
    /** Why the latest rendering failed. */
    error,
    isBusy: isLoading,
    refresh,
  }
}

export type LivePreview = ReturnType<typeof usePreview>

import { useTimeoutFn } from '@vueuse/core'
import { readonly, ref, toValue, watch } from 'vue'
import type { MaybeRefOrGetter, Ref } from 'vue'

/** True when an operation has lasted longer than `delayMs` (ms), so that short operations cause no flicker. */
export function useSlow(isBusy: MaybeRefOrGetter<boolean>, delayMs = 150): Readonly<Ref<boolean>> {
  const isSlow = ref(false)
  const { start, stop } = useTimeoutFn(() => (isSlow.value = true), delayMs, { immediate: false })
  watch(
    () => toValue(isBusy),
    isGoing => {
      isSlow.value = false
      if (isGoing) start()
      else stop()
    },
    { immediate: true },
  )
  return readonly(isSlow)
}

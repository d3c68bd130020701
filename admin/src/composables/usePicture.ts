import { computed, ref, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'

/** A picture that is looked at while its address is typed. */
export interface Picture {
  /** What is asked for: the address a moment after the last key. */
  shown: Ref<string>
  /** Whether it is the address of a picture at all. */
  isPicture: ComputedRef<boolean>
  /** For `error` of the picture. */
  hasFailed: Ref<boolean>
}

/** See {@link Picture}. @param allowed which addresses the policy lets pictures come from */
export function usePicture(address: () => string, allowed: RegExp): Picture {
  const shown = ref(address())
  const hasFailed = ref(false)
  watch(address, (now, _before, onCleanup) => {
    const timer = setTimeout(() => {
      shown.value = now // no request for every key
      hasFailed.value = false
    }, 400)
    onCleanup(() => clearTimeout(timer))
  })
  return { shown, isPicture: computed(() => allowed.test(shown.value)), hasFailed }
}

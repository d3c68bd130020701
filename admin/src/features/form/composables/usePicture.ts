import { refDebounced } from '@vueuse/core'
import { computed, ref, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'

/** A picture that is looked at while its address is typed. */
export interface Picture {
  /** What is asked for: the address a moment after the last key. */
  shown: Readonly<Ref<string>>
  /** Whether it is the address of a picture at all. */
  isPicture: ComputedRef<boolean>
  /** For `error` of the picture. */
  hasFailed: Ref<boolean>
}

/** See {@link Picture}. @param allowed which addresses the policy lets pictures come from */
export function usePicture(address: () => string, allowed: RegExp): Picture {
  const shown = refDebounced(computed(address), 400) // no request for every key
  const hasFailed = ref(false)
  watch(shown, () => (hasFailed.value = false))
  return { shown, isPicture: computed(() => allowed.test(shown.value)), hasFailed }
}

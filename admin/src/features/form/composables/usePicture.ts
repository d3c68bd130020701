import { refDebounced } from '@vueuse/core'
import { computed, ref, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'

/** A preview of a picture while its address is typed. */
export interface Picture {
  /** The address to load, shortly after the last key. */
  shown: Readonly<Ref<string>>
  /** Whether the text is the address of a picture. */
  isPicture: ComputedRef<boolean>
  /** Set by the `error` event of the picture. */
  hasFailed: Ref<boolean>
}

/** See {@link Picture}. @param allowed matches the addresses that the content security policy permits for pictures */
export function usePicture(address: () => string, allowed: RegExp): Picture {
  const shown = refDebounced(computed(address), 400) // avoids a request for every key
  const hasFailed = ref(false)
  watch(shown, () => (hasFailed.value = false))
  return { shown, isPicture: computed(() => allowed.test(shown.value)), hasFailed }
}

import { useTimeoutFn } from '@vueuse/core'
import { readonly, ref, toValue, watch } from 'vue'
import type { MaybeRefOrGetter, Ref } from 'vue'

/** True once something has been going on for so long (ms) that it should be shown: nothing flickers for what is quick. */
export function useSlow(going: MaybeRefOrGetter<boolean>, after = 150): Readonly<Ref<boolean>> {
  const isSlow = ref(false)
  const { start, stop } = useTimeoutFn(() => (isSlow.value = true), after, { immediate: false })
  watch(
    () => toValue(going),
    isGoing => {
      isSlow.value = false
      if (isGoing) start()
      else stop()
    },
    { immediate: true },
  )
  return readonly(isSlow)
}

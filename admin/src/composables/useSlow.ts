import { onScopeDispose, readonly, ref, toValue, watch } from 'vue'
import type { MaybeRefOrGetter, Ref } from 'vue'

/** True once something has been going on for so long that it should be shown: nothing flickers for what is quick. */
export function useSlow(going: MaybeRefOrGetter<boolean>, after = 150): Readonly<Ref<boolean>> {
  const slow = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(
    () => toValue(going),
    now => {
      clearTimeout(timer)
      if (!now) slow.value = false
      else timer = setTimeout(() => (slow.value = true), after)
    },
    { immediate: true },
  )
  onScopeDispose(() => clearTimeout(timer))
  return readonly(slow)
}

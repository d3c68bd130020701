import { onBeforeUnmount, ref, watch } from 'vue'
import type { Ref } from 'vue'

/** Whether an element was in sight, be it for a moment: from then on it is true. */
export function useInSight(element: Readonly<Ref<Element | null>>): Readonly<Ref<boolean>> {
  const isSeen = ref(false)
  const observer = new IntersectionObserver(entries => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    isSeen.value = true
    observer.disconnect()
  })
  watch(element, now => now !== null && !isSeen.value && observer.observe(now), { immediate: true })
  onBeforeUnmount(() => observer.disconnect())
  return isSeen
}

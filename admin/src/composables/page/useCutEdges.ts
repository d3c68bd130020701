import { useEventListener, useResizeObserver } from '@vueuse/core'
import { shallowRef } from 'vue'
import type { Ref } from 'vue'

/** Whether something is hidden at the sides of an element that scrolls: where lines begin, and where they end. */
export function useCutEdges(frame: () => HTMLElement | undefined): { start: Ref<boolean>; end: Ref<boolean> } {
  const start = shallowRef(false)
  const end = shallowRef(false)
  function look(): void {
    const element = frame()
    if (element === undefined) return
    const { scrollLeft, scrollWidth, clientWidth } = element
    const passed = Math.abs(scrollLeft) // negative from right to left
    start.value = passed >= 1
    end.value = passed + clientWidth <= scrollWidth - 1
  }
  useEventListener(frame, 'scroll', look, { passive: true })
  useResizeObserver(() => {
    const element = frame()
    return element === undefined ? [] : [element, ...element.children].filter(one => one instanceof HTMLElement)
  }, look)
  return { start, end }
}

import { useEventListener } from '@vueuse/core'
import { ref } from 'vue'
import type { Ref } from 'vue'

/**
 * Takes files that are dropped or pasted on an element, unless something inside has taken them.
 * @returns whether files are held above it
 */
export function useFileDrop(
  target: HTMLElement | Readonly<Ref<HTMLElement | null>>,
  mayTake: () => boolean,
  take: (files: File[]) => void,
): Ref<boolean> {
  const isOver = ref(false)
  const isTaken = (event: Event, data: DataTransfer | null): boolean => {
    const isFree = !event.defaultPrevented && data?.types.includes('Files') === true && mayTake()
    if (isFree) event.preventDefault()
    return isFree
  }
  const given = (event: Event, data: DataTransfer | null): void => {
    isOver.value = false
    if (data !== null && data.files.length > 0 && isTaken(event, data)) take([...data.files])
  }
  useEventListener(target, ['dragenter', 'dragover'], event => {
    if (isTaken(event, event.dataTransfer)) isOver.value = true
  })
  useEventListener(target, 'dragleave', ({ currentTarget, relatedTarget }) => {
    const isInside =
      currentTarget instanceof Node && relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    if (!isInside) isOver.value = false
  })
  useEventListener(target, 'drop', event => given(event, event.dataTransfer))
  useEventListener(target, 'paste', event => given(event, event.clipboardData))
  return isOver
}

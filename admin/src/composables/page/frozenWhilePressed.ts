import { ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'

const isPressed = ref(false)
let isWatched = false

/**
 * Follows a value, except while a pointer is pressed. Something that appears when a field loses the focus would otherwise move the button that
 * is being pressed, and the click would be lost.
 */
export function frozenWhilePressed<Value>(source: () => Value): Readonly<Ref<Value>> {
  watchPointer()
  const value = shallowRef(source())
  watch(
    [source, isPressed],
    ([now, pressed]) => {
      if (!pressed) value.value = now
    },
    { flush: 'sync' },
  )
  return value
}

function watchPointer(): void {
  if (isWatched) return
  isWatched = true
  const press = (): void => void (isPressed.value = true)
  const release = (): void => void (isPressed.value = false)
  /** The click follows the release in the same task, if there is one. */
  const releaseSoon = (): void => void setTimeout(release)
  document.addEventListener('pointerdown', press, true)
  for (const end of ['pointerup', 'pointercancel', 'dragend']) document.addEventListener(end, releaseSoon, true)
  document.addEventListener('click', release, true)
  window.addEventListener('blur', release)
}

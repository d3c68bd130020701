import { computed, shallowRef } from 'vue'
import type { Ref } from 'vue'

type Direction = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

/**
 * Roving focus: Tab focuses one of many elements; the arrow keys move to its visible neighbours. Elements with `data-stop` take the focus; they, or an ancestor, have their key in `data-item`.
 * @param container the element that contains them
 * @param keys the keys of all elements, in order
 */
export function useArrowKeys(container: Readonly<Ref<HTMLElement | null>>, keys: Readonly<Ref<readonly string[]>>) {
  const last = shallowRef<string>()
  /** The key of the element that Tab focuses. */
  const current = computed(() => {
    const all = keys.value
    return last.value !== undefined && all.includes(last.value) ? last.value : all[0]
  })

  /** Handler for `keydown` of the container. */
  function pressed(event: KeyboardEvent): void {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event
    if (event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey || !(target instanceof HTMLElement)) return
    if (target.dataset['stop'] === undefined) return
    const all = [...(container.value?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])]
    const next =
      key === 'Home' ? all[0] : key === 'End' ? all.at(-1) : isDirection(key) ? nearest(target, all, key) : undefined
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }
  return {
    current,
    pressed,
    /** Handler for `focusin` of the container. */
    focused: ({ target }: FocusEvent): void => {
      const stop = target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null
      if (stop?.dataset['item'] !== undefined) last.value = stop.dataset['item']
    },
  }
}

const isDirection = (key: string): key is Direction => ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].includes(key)

/** The next element in a direction: distance to the side counts more than distance ahead. */
function nearest(from: HTMLElement, all: readonly HTMLElement[], direction: Direction): HTMLElement | undefined {
  const own = centre(from)
  const isAcross = direction === 'ArrowLeft' || direction === 'ArrowRight'
  const sign = direction === 'ArrowDown' || direction === 'ArrowRight' ? 1 : -1
  let best: HTMLElement | undefined
  let bestDistance = Infinity
  for (const element of all) {
    const { x, y } = centre(element)
    const ahead = sign * (isAcross ? x - own.x : y - own.y)
    const aside = Math.abs(isAcross ? y - own.y : x - own.x)
    const distance = isAcross ? ahead * 4 + aside : ahead + aside * 4
    if (element === from || ahead < 4 || distance >= bestDistance) continue
    best = element
    bestDistance = distance
  }
  return best
}

function centre(element: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

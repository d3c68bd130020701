import { onBeforeUnmount, onMounted } from 'vue'
import type { Ref } from 'vue'

/** The position of an element: its ancestors from the inside out, and its index in each. */
type Place = readonly { outer: Element; at: number }[]

const focusable = ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled)'

/**
 * Keep the focus when the focused element is removed or disabled: move it to a neighbour, otherwise to the page. A component that knows a better
 * target sets the focus itself, in the same task.
 */
export function useFocusNet(page: Readonly<Ref<HTMLElement | null>>): void {
  let held: HTMLElement | undefined
  let place: Place = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function noteFocus({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement)) return
    held = target
    if (page.value?.contains(target) === true) place = placeOf(target, page.value)
  }

  const isLost = (): boolean =>
    held !== undefined && (!held.isConnected || held.matches(':disabled')) && !hasFocus(document.activeElement)

  function look(): void {
    if (held === undefined || (held.isConnected && !held.matches(':disabled'))) return
    clearTimeout(timer)
    timer = setTimeout(rescue)
  }

  function rescue(): void {
    if (!isLost() || document.querySelector('dialog:modal, [role="menu"]') !== null) return
    held = undefined
    const next = neighbour(place) ?? page.value
    next?.focus({ preventScroll: true })
  }

  /** A click on an element that cannot be focused means that no focus is wanted. */
  function leave({ target }: PointerEvent): void {
    if (target instanceof Element && target.closest(focusable) === null) held = undefined
  }

  const changes = new MutationObserver(look)
  onMounted(() => {
    document.addEventListener('focusin', noteFocus)
    document.addEventListener('pointerdown', leave)
    changes.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
  })
  onBeforeUnmount(() => {
    document.removeEventListener('focusin', noteFocus)
    document.removeEventListener('pointerdown', leave)
    changes.disconnect()
    clearTimeout(timer)
  })
}

const hasFocus = (active: Element | null): boolean =>
  active !== null && active !== document.body && !active.matches(':disabled')

function placeOf(element: Element, page: Element): Place {
  const place: { outer: Element; at: number }[] = []
  for (let inner = element; inner !== page && inner.parentElement !== null; inner = inner.parentElement)
    place.push({ outer: inner.parentElement, at: [...inner.parentElement.children].indexOf(inner) })
  return place
}

/** The element at the same position, or next to it, in the nearest ancestor that still exists. */
function neighbour(place: Place): HTMLElement | null {
  const still = place.find(({ outer }) => outer.isConnected)
  if (still === undefined || still.outer.id === 'main') return null
  const { outer, at } = still
  const beside = outer.children[Math.min(at, outer.children.length - 1)]
  if (beside instanceof HTMLElement && beside.matches(focusable)) return beside
  return beside?.querySelector<HTMLElement>(focusable) ?? outer.querySelector<HTMLElement>(focusable)
}

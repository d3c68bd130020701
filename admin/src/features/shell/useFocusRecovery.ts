import { useEventListener, useMutationObserver, useTimeoutFn } from '@vueuse/core'
import type { Ref } from 'vue'

/** The position of an element: its ancestors from the inside out, and its index in each. */
type ElementPosition = readonly { outer: Element; at: number }[]

const focusable = ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled)'

/**
 * Keep the focus when the focused element is moved; when it is removed or disabled, focus a neighbour, otherwise the page. A row or card that appears
 * elsewhere later gets it back, if the user has not gone on meanwhile: the columns of a board are read again one by one. A component that knows a
 * better target sets the focus itself, in the same task.
 */
export function useFocusRecovery(page: Readonly<Ref<HTMLElement | null>>): void {
  let lastFocused: HTMLElement | undefined
  /** The last focused element of the page, its position, and its row or card. */
  let inPage: HTMLElement | undefined
  let position: ElementPosition = []
  let row: HTMLElement | null = null
  /** The id of a row that was removed with the focus, and what has the focus instead. */
  let missing: { id: string; instead: Element | null } | undefined

  function noteFocus({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement)) return
    lastFocused = target
    if (page.value?.contains(target) !== true) return
    inPage = target
    position = positionOf(target, page.value)
    row = target.closest<HTMLElement>('[data-row]')
  }

  const isLost = (): boolean =>
    lastFocused !== undefined &&
    (!lastFocused.isConnected || lastFocused.matches(':disabled')) &&
    !hasFocus(document.activeElement)

  function checkFocus(changes: readonly MutationRecord[]): void {
    if (missing !== undefined) giveBack(missing)
    if (lastFocused === undefined) return
    if (lastFocused.isConnected && !lastFocused.matches(':disabled')) {
      if (!hasFocus(document.activeElement) && wasMoved(lastFocused, changes)) lastFocused.focus()
      return
    }
    recoverSoon()
  }

  function recoverFocus(): void {
    if (!isLost() || document.querySelector('dialog:modal, [role="menu"]') !== null) return
    lastFocused = undefined
    const isThere = inPage?.isConnected === true && !inPage.matches(':disabled')
    const id = row === null || row.isConnected ? undefined : row.dataset['row']
    const moved = id === undefined ? null : findRow(id)
    const next = isThere ? inPage : (moved ?? findNeighbour(position) ?? page.value)
    next?.focus({ preventScroll: true })
    if (!isThere && moved === null && id !== undefined) missing = { id, instead: document.activeElement }
  }

  /** What can be focused of a row or card, where it was moved to: as after an undo. */
  function findRow(id: string): HTMLElement | null {
    const there = page.value?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null
    return there?.matches(focusable) === true ? there : (there?.querySelector<HTMLElement>(focusable) ?? null)
  }

  function giveBack({ id, instead }: NonNullable<typeof missing>): void {
    const hasMoved = document.activeElement !== instead
    const there = hasMoved ? null : findRow(id)
    if (!hasMoved && there === null) return
    missing = undefined
    there?.focus({ preventScroll: true })
  }

  /** A click on an element that cannot be focused means that no focus is wanted. */
  function releaseFocus({ target }: PointerEvent): void {
    if (target instanceof Element && target.closest(focusable) === null) lastFocused = undefined
  }

  const { start: recoverSoon } = useTimeoutFn(recoverFocus, 0, { immediate: false })
  useEventListener(document, 'focusin', noteFocus)
  useEventListener(document, 'pointerdown', releaseFocus)
  useMutationObserver(document.body, checkFocus, { subtree: true, childList: true, attributeFilter: ['disabled'] })
}

const wasMoved = (element: Element, changes: readonly MutationRecord[]): boolean =>
  changes.some(({ addedNodes }) => [...addedNodes].some(node => node.contains(element)))

const hasFocus = (active: Element | null): boolean =>
  active !== null && active !== document.body && !active.matches(':disabled')

function positionOf(element: Element, page: Element): ElementPosition {
  const position: { outer: Element; at: number }[] = []
  for (let inner = element; inner !== page && inner.parentElement !== null; inner = inner.parentElement)
    position.push({ outer: inner.parentElement, at: [...inner.parentElement.children].indexOf(inner) })
  return position
}

/** The element at the same position, or next to it, in the nearest ancestor that still exists. */
function findNeighbour(position: ElementPosition): HTMLElement | null {
  const still = position.find(({ outer }) => outer.isConnected)
  if (still === undefined || still.outer.id === 'main') return null
  const { outer, at } = still
  const sibling = outer.children[Math.min(at, outer.children.length - 1)]
  if (sibling instanceof HTMLElement && sibling.matches(focusable)) return sibling
  return sibling?.querySelector<HTMLElement>(focusable) ?? outer.querySelector<HTMLElement>(focusable)
}

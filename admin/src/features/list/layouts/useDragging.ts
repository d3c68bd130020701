import { onScopeDispose, shallowRef } from 'vue'
import type { ShallowRef } from 'vue'

/** Dragging an item onto a target with a mouse, a pen or a finger. Keyboard users have menus. */
export interface Dragging<Item, Target> {
  /** The dragged item. */
  item: Readonly<ShallowRef<Item | undefined>>
  /** Where it would be dropped. */
  target: Readonly<ShallowRef<Target | undefined>>
  /** Start, on a press on the item. @param element the element that visibly moves */
  start(event: PointerEvent, item: Item, element: HTMLElement): void
}

/** A point on the screen. */
export interface Point {
  x: number
  y: number
}

interface Options<Item, Target> {
  /** The target at this point. */
  find(at: Point, item: Item, from: Point): Target | undefined
  drop(item: Item, target: Target): void
  /** The elements that scroll when an item is held at their edge. */
  scrolls?: () => Iterable<Element>
}

/** A movement of fewer pixels is a press. */
const threshold = 4
/** The width of the edge where elements scroll, and how many pixels they scroll per frame. */
const edge = 40
const speed = 10

/** See {@link Dragging}. A copy of the element follows the pointer; Escape cancels. */
export function useDragging<Item, Target>(options: Options<Item, Target>): Dragging<Item, Target> {
  const item = shallowRef<Item>()
  const target = shallowRef<Target>()
  let stop = (): void => undefined

  function start(event: PointerEvent, dragged: Item, element: HTMLElement): void {
    if (event.button !== 0 || (event.pointerType === 'touch' && !isOnGrip(event))) return
    stop()
    const from: Point = { x: event.clientX, y: event.clientY }
    let at = from
    let ghost: HTMLElement | undefined
    let frame = 0
    const listening = new AbortController()
    const { signal } = listening

    const look = (): void => {
      target.value = options.find(at, dragged, from)
    }
    const scroll = (): void => {
      if (scrollAt(at, options.scrolls?.() ?? [])) look()
      frame = requestAnimationFrame(scroll)
    }
    const follow = (moved: PointerEvent): void => {
      at = { x: moved.clientX, y: moved.clientY }
      if (ghost === undefined) {
        if (Math.hypot(at.x - from.x, at.y - from.y) < threshold) return
        ghost = pictureOf(element)
        item.value = dragged
        frame = requestAnimationFrame(scroll)
      }
      ghost.style.translate = `${at.x - from.x}px ${at.y - from.y}px`
      look()
    }
    const drop = (): void => {
      const landed = target.value
      const wasDragged = ghost !== undefined
      stop()
      if (!wasDragged) return
      preventClick()
      if (landed !== undefined) options.drop(dragged, landed)
    }
    const escape = (pressed: KeyboardEvent): void => {
      if (pressed.key !== 'Escape') return
      pressed.stopPropagation()
      stop()
    }
    addEventListener('pointermove', follow, { signal })
    addEventListener('pointerup', drop, { signal })
    addEventListener('pointercancel', () => stop(), { signal })
    addEventListener('keydown', escape, { signal, capture: true })
    stop = () => {
      listening.abort()
      cancelAnimationFrame(frame)
      ghost?.remove()
      item.value = undefined
      target.value = undefined
    }
  }

  onScopeDispose(() => stop())
  return { item, target, start }
}

/** A finger anywhere else scrolls. */
const isOnGrip = ({ target }: PointerEvent): boolean =>
  target instanceof Element && target.closest('.handle, .edge') !== null

/** A copy that follows the pointer; it is visible but not interactive. */
function pictureOf(element: HTMLElement): HTMLElement {
  const { left, top, width, height } = element.getBoundingClientRect()
  const copy = element.cloneNode(true)
  if (!(copy instanceof HTMLElement)) throw new Error('the copy of an element is one')
  copy.classList.add('dragged')
  copy.inert = true
  copy.ariaHidden = 'true'
  Object.assign(copy.style, {
    position: 'fixed',
    insetBlockStart: `${top}px`,
    left: `${left}px`,
    inlineSize: `${width}px`,
    blockSize: `${height}px`,
    margin: '0',
    zIndex: '40',
    pointerEvents: 'none',
  })
  document.body.append(copy)
  return copy
}

/** Prevents the end of a drag from being a click on the element below. */
function preventClick(): void {
  const prevent = (event: MouseEvent): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', prevent, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', prevent, { capture: true }))
}

/** @returns whether something scrolled */
function scrollAt({ x, y }: Point, elements: Iterable<Element>): boolean {
  let hasScrolled = false
  for (const element of elements) {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    if (x < left || x > right || y < top || y > bottom) continue
    const before = [element.scrollLeft, element.scrollTop].join()
    const isWide = right - left > 3 * edge
    const isHigh = bottom - top > 3 * edge
    if (isWide) element.scrollLeft += x < left + edge ? -speed : x > right - edge ? speed : 0
    if (isHigh) element.scrollTop += y < top + edge ? -speed : y > bottom - edge ? speed : 0
    hasScrolled ||= [element.scrollLeft, element.scrollTop].join() !== before
  }
  return hasScrolled
}

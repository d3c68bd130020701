import { shallowRef } from 'vue'
import type { ShallowRef } from 'vue'
import { usePointerDrag } from './usePointerDrag.ts'
import type { Point } from './usePointerDrag.ts'

/** Dragging an item onto a target with a mouse, a pen or a finger. Keyboard users have menus. */
export interface Dragging<Item, Target> {
  /** The dragged item. */
  item: Readonly<ShallowRef<Item | undefined>>
  /** Where it would be dropped. */
  target: Readonly<ShallowRef<Target | undefined>>
  /** Start, on a press on the item. @param element the element that visibly moves */
  start(event: PointerEvent, item: Item, element: HTMLElement): void
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
  const drag = usePointerDrag()

  function start(event: PointerEvent, dragged: Item, element: HTMLElement): void {
    if (event.button !== 0 || (event.pointerType === 'touch' && !isOnGrip(event))) return
    let last: { at: Point; from: Point } | undefined
    let ghost: HTMLElement | undefined
    let landed: Target | undefined
    let frame = 0

    const look = (): void => {
      target.value = last && options.find(last.at, dragged, last.from)
    }
    const scroll = (): void => {
      if (last !== undefined && scrollAt(last.at, options.scrolls?.() ?? [])) look()
      frame = requestAnimationFrame(scroll)
    }
    drag.start(event, {
      threshold,
      begin: () => {
        ghost = pictureOf(element)
        item.value = dragged
        frame = requestAnimationFrame(scroll)
      },
      move: (at, from) => {
        last = { at, from }
        if (ghost !== undefined) ghost.style.translate = `${at.x - from.x}px ${at.y - from.y}px`
        look()
      },
      end: () => {
        landed = target.value
        cancelAnimationFrame(frame)
        ghost?.remove()
        item.value = undefined
        target.value = undefined
      },
      drop: () => {
        if (landed !== undefined) options.drop(dragged, landed)
      },
    })
  }

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

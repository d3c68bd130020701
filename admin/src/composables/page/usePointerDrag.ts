import { onScopeDispose } from 'vue'

/** A point on the screen. */
export interface Point {
  x: number
  y: number
}

/** What happens during a drag. */
interface PointerDragSteps {
  /** A movement of fewer pixels is a press; 0 by default. */
  threshold?: number
  /** The press has become a drag. */
  begin?(): void
  move(at: Point, from: Point): void
  /** The drag has ended: by a drop, or because it was cancelled. */
  end(): void
  /** The pointer was released; called after `end`. */
  drop?(): void
}

/** Dragging with a mouse, a pen or a finger; Escape cancels. Keyboard users have menus or shortcuts. */
export function usePointerDrag() {
  let stop = (): void => undefined

  /** Start, on a press. A drag that is still running is cancelled. */
  function start(pressed: PointerEvent, { threshold = 0, begin, move, end, drop }: PointerDragSteps): void {
    stop()
    const from = pointOf(pressed)
    let isDragged = false
    const listening = new AbortController()
    const { signal } = listening
    const enter = (): void => {
      isDragged = true
      begin?.()
    }
    const follow = (event: PointerEvent): void => {
      const at = pointOf(event)
      if (!isDragged && Math.hypot(at.x - from.x, at.y - from.y) < threshold) return
      if (!isDragged) enter()
      move(at, from)
    }
    const release = (): void => {
      const wasDragged = isDragged
      stop()
      if (!wasDragged) return
      if (threshold > 0) preventClick()
      drop?.()
    }
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      stop()
    }
    addEventListener('pointermove', follow, { signal })
    addEventListener('pointerup', release, { signal })
    addEventListener('pointercancel', () => stop(), { signal })
    addEventListener('keydown', escape, { signal, capture: true })
    stop = () => {
      stop = () => undefined
      listening.abort()
      if (isDragged) end()
    }
    if (threshold === 0) enter()
  }

  onScopeDispose(() => stop())
  return { start }
}

const pointOf = ({ clientX: x, clientY: y }: PointerEvent): Point => ({ x, y })

/** Prevents the end of a drag from being a click on the element below. */
function preventClick(): void {
  const prevent = (event: MouseEvent): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', prevent, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', prevent, { capture: true }))
}

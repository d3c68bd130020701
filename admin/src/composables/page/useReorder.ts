import { usePointerDrag } from './usePointerDrag.ts'

/**
 * Reorders rows by dragging with mouse, pen or finger. The keyboard has its own shortcuts.
 * @param rowsNow the rows from top to bottom; they can belong to several lists
 * @param moved called when a row was dropped at another position
 */
export function useReorder(rowsNow: () => Iterable<Element> | undefined, moved: (from: number, to: number) => void) {
  const drag = usePointerDrag()

  /** Start to drag, when the handle of a row is pressed. */
  function start(event: PointerEvent, from: number): void {
    const rows = [...(rowsNow() ?? [])].filter(row => row instanceof HTMLElement)
    const row = rows[from]
    if (event.button !== 0 || row === undefined) return
    event.preventDefault()
    const boxes = rows.map(one => one.getBoundingClientRect())
    const scrolled = scrollOf(row)
    let to = from
    drag.start(event, {
      begin: () => row.classList.add('dragged'),
      move: (at, begun) => {
        const by = at.y - begun.y + scrollOf(row) - scrolled
        to = target(boxes, from, by)
        row.style.translate = `0 ${by}px`
        shift(rows, from, to)
      },
      end: () => {
        row.classList.remove('dragged')
        for (const one of rows) one.style.translate = ''
      },
      drop: () => {
        if (to !== from) moved(from, to)
      },
    })
  }

  return { start }
}

/** Move the other rows to make room. */
function shift(rows: readonly HTMLElement[], from: number, to: number): void {
  const height = rows[from]?.getBoundingClientRect().height ?? 0
  for (const [at, row] of rows.entries()) {
    if (at === from) continue
    const isBetween = from < to ? at > from && at <= to : at < from && at >= to
    row.style.translate = isBetween ? `0 ${from < to ? -height : height}px` : ''
  }
}

/** The index where a row belongs after it was dragged by this distance: before the first row whose middle it has not passed. */
function target(boxes: readonly DOMRect[], from: number, by: number): number {
  const own = boxes[from]
  if (own === undefined) return from
  const middle = own.top + own.height / 2 + by
  const isPassed = (box: DOMRect): boolean => middle > box.top + box.height / 2
  return boxes.filter((box, at) => at !== from && isPassed(box)).length
}

function scrollOf(element: HTMLElement): number {
  let sum = 0
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) sum += outer.scrollTop
  return sum
}

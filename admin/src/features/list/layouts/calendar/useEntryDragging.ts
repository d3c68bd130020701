import { computed } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import type { JsonObject } from '../../../../api/index.ts'
import { useDragging } from '../../../../composables/page/useDragging.ts'
import type { Point } from '../../../../composables/page/usePointerDrag.ts'
import { addDays, dayMinutes, daysBetween, minutesOf } from './days.ts'
import type { Day } from './days.ts'
import { endAt, moveBy } from './entries.ts'
import type { Dates, Entry } from './entries.ts'
import type { FindChanges } from './useCalendar.ts'

/** What a dragged entry would cover: days, or minutes of one day. */
interface Landing {
  first: Day
  last: Day
  from?: number | undefined
  until?: number | undefined
  /** The values that would be written to the entry. */
  changes: JsonObject
}

/** A dragged entry; the whole entry, or the edge where it ends. */
interface Held {
  entry: Entry
  isEdge: boolean
}

/** A day, and the minute of it where days show hours. */
interface Place {
  day: Day
  minutes: number | undefined
}

/** Dragged times are rounded to this many minutes. */
const snap = 15

/**
 * Drag entries of a calendar to another day or hour, and resize them by their edge. Days are the elements with
 * `data-day`; those that also have `data-hours` show the hours of a day from top to bottom.
 */
export function useEntryDragging(
  calendar: { dates: ComputedRef<Dates | undefined>; change(entry: Entry, changes: FindChanges): Promise<void> },
  frame: Readonly<Ref<HTMLElement | null>>,
) {
  /** Where the drag began, before anything scrolled. */
  let grabbedAt: Place | undefined

  const dragging = useDragging<Held, Landing>({
    find,
    drop: ({ entry }, { changes }) => void calendar.change(entry, () => changes),
    scrolls: () => frame.value?.querySelectorAll('[data-scrolls]') ?? [],
  })

  /** Handles a press on an entry of the grid, or on its edge. */
  function grab(event: PointerEvent, entry: Entry, element: HTMLElement, isEdge: boolean): void {
    if (frame.value?.contains(element) !== true) return
    grabbedAt = placeAt({ x: event.clientX, y: event.clientY })
    dragging.start(event, { entry, isEdge }, element)
  }

  function find(at: Point, { entry, isEdge }: Held, from: Point): Landing | undefined {
    const place = placeAt(at)
    const begun = grabbedAt ?? placeAt(from)
    const { value: dates } = calendar.dates
    if (place === undefined || begun === undefined || dates === undefined) return undefined
    const by =
      place.minutes === undefined || begun.minutes === undefined ? undefined : snapped(place.minutes - begun.minutes)
    if (isEdge) return by === undefined ? stretchedToDay(entry, place.day) : stretchedBy(entry, by)
    const moved = daysBetween(begun.day, place.day)
    if (moved === 0 && (by ?? 0) === 0) return undefined
    const first = addDays(entry.first, moved)
    const shown =
      by === undefined || entry.from === undefined
        ? { first, last: addDays(entry.last, moved) }
        : { first, last: first, from: minutesOf(entry.from) + by, until: endOf(entry) + by }
    return { ...shown, changes: moveBy(entry, dates, moved, by) }
  }

  function stretchedToDay(entry: Entry, day: Day): Landing | undefined {
    const changes = day === entry.last ? undefined : calendar.dates.value && endAt(entry, calendar.dates.value, day)
    return changes && { first: entry.first, last: day, changes }
  }

  function stretchedBy(entry: Entry, by: number): Landing | undefined {
    const until = snapped(endOf(entry) + by)
    const changes =
      by === 0 ? undefined : calendar.dates.value && endAt(entry, calendar.dates.value, entry.first, until)
    if (changes === undefined || entry.from === undefined) return undefined
    return { first: entry.first, last: entry.first, from: minutesOf(entry.from), until, changes }
  }

  return {
    isDragging: computed(() => dragging.item.value !== undefined),
    /** Where the dragged entry would be placed. */
    landing: dragging.target,
    grab,
  }
}

function placeAt({ x, y }: Point): Place | undefined {
  const element = document
    .elementsFromPoint(x, y)
    .find(one => one instanceof HTMLElement && one.dataset['day'] !== undefined)
  if (!(element instanceof HTMLElement)) return undefined
  const day = element.dataset['day'] ?? ''
  if (element.dataset['hours'] === undefined) return { day, minutes: undefined }
  const { top, height } = element.getBoundingClientRect()
  return { day, minutes: ((y - top) / height) * dayMinutes }
}

const snapped = (minutes: number): number => Math.round(minutes / snap) * snap

/** The minute of the day at which an entry ends; an entry without an end takes an hour. */
function endOf({ from, until }: Entry): number {
  const begin = from === undefined ? 0 : minutesOf(from)
  return until === undefined || from === undefined ? begin + 60 : begin + (Number(until) - Number(from)) / 60_000
}

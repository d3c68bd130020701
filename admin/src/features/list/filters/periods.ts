import type { Filter } from '../../../composables/view/view.ts'
import { fromLocal, ownZone, toLocal } from '../../../ui/fields/zone.ts'

/** What dates are compared with: a day (`2027-03-04`), one relative to today as the API writes it (`today-7d`), or a moment. */
export type Day = string

/** Spans of days by the name of their text: from the first on, up to but without the second. */
const spans = {
  last7: ['today-6d', 'today+1d'],
  lastMonth: ['today-1m', 'today+1d'],
  lastYear: ['today-1y', 'today+1d'],
  next7: ['today', 'today+7d'],
  nextMonth: ['today', 'today+1m'],
  nextYear: ['today', 'today+1y'],
} as const satisfies Record<string, readonly [Day, Day]>
type Span = keyof typeof spans

/** Whether it is a time of several days. */
export const isSpan = (text: string): text is Span => Object.hasOwn(spans, text)
/** Whether it is a day of the calendar. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)
/** A day relative to today: sign, amount, unit. */
export const relative = /^today(?:([+-])(\d{1,6})([dwmy]))?$/
const isRelativeDay = (text: string): boolean => relative.test(text)

/** What a date can be on: days, then spans of them. */
export const wholeTimes: readonly string[] = ['today', 'today-1d', 'today+1d', ...Object.keys(spans)]
/** What a date can be before or after. */
export const relativeDays: readonly Day[] = ['', '-1d', '+1d', '-7d', '+7d', '-1m', '+1m', '-1y', '+1y'].map(
  offset => `today${offset}`,
)

/** The day after; undefined where no name of the API has it. */
function nextDay(day: Day): Day | undefined {
  const [found, sign = '+', amount = '0', unit = 'd'] = relative.exec(day) ?? []
  if (unit === 'm' || unit === 'y') return undefined
  if (found !== undefined) {
    const days = (sign === '-' ? -1 : 1) * Number(amount) * (unit === 'w' ? 7 : 1) + 1
    return days === 0 ? 'today' : `today${days < 0 ? '-' : '+'}${Math.abs(days)}d`
  }
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}

/** A day of the calendar begins by one's own clock, a relative one by that of the service (UTC). */
const beginOf = (day: Day): string => (isDay(day) ? fromLocal(`${day}T00:00`, ownZone()) : day)

/** The day that begins at a moment; other moments stay what they are. */
export function dayAt(moment: string): Day {
  const local = toLocal(moment, ownZone())
  return isDay(moment) || !local.endsWith('T00:00') ? moment : local.slice(0, 10)
}

/** A comparison with a day as the API understands it. @param hasTime whether it is asked of moments, else of dates */
export const comparedWith = (day: Day, hasTime: boolean): string => (hasTime ? beginOf(day) : day)

/** A whole time in the words of the API. @param hasTime see {@link comparedWith} */
export function filtersOn(field: string, time: string, hasTime: boolean): Filter[] {
  const isOneDay = isDay(time) || isRelativeDay(time)
  const [from, to] = isSpan(time) ? spans[time] : [time, hasTime && isOneDay ? nextDay(time) : undefined]
  if (to === undefined) return [{ field, operator: 'eq', values: [time] }]
  return [
    { field, operator: 'gte', values: [comparedWith(from, hasTime)] },
    { field, operator: 'lt', values: [comparedWith(to, hasTime)] },
  ]
}

/** The whole time between two ends, if it is one that people name. */
export function timeBetween(from: string, to: string): string | undefined {
  const span = Object.entries(spans).find(([, ends]) => ends[0] === from && ends[1] === to)
  if (span !== undefined) return span[0]
  const day = dayAt(from)
  return (isDay(day) || isRelativeDay(day)) && nextDay(day) === dayAt(to) ? day : undefined
}

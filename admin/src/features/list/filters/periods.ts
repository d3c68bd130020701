import { relative } from '../../../composables/view/requestQuery.ts'
import type { Filter } from '../../../composables/view/view.ts'
import { ownZone, startOfDay, toLocal } from '../../../ui/fields/zone.ts'

/** What dates are compared with: a day (`2027-03-04`), a relative day in the syntax of the API (`today-7d`), or a moment. */
type Day = string

/** Periods by message key: from the first day up to, but not including, the second. */
const spans = {
  last7: ['today-6d', 'today+1d'],
  lastMonth: ['today-1m', 'today+1d'],
  lastYear: ['today-1y', 'today+1d'],
  next7: ['today', 'today+7d'],
  nextMonth: ['today', 'today+1m'],
  nextYear: ['today', 'today+1y'],
} as const satisfies Record<string, readonly [Day, Day]>
type Span = keyof typeof spans

/** Whether the text names a period of several days. */
export const isSpan = (text: string): text is Span => Object.hasOwn(spans, text)
/** Whether the text is a calendar day. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)
const isRelativeDay = (text: string): boolean => relative.test(text)

/** What a date can be compared with by “on”: days, then periods. */
export const wholeTimes: readonly string[] = ['today', 'today-1d', 'today+1d', ...Object.keys(spans)]
/** What a date can be before or after. */
export const relativeDays: readonly Day[] = ['', '-1d', '+1d', '-7d', '+7d', '-1m', '+1m', '-1y', '+1y'].map(
  offset => `today${offset}`,
)

/** The day after; undefined where the API has no name for it. */
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

/** The moment at which a calendar day begins; a relative day is resolved when the list is requested. */
const beginOf = (day: Day): string => (isDay(day) ? startOfDay(day, ownZone()) : day)

/** The day that begins at a moment; other moments are returned unchanged. */
export function dayAt(moment: string): Day {
  const day = isDay(moment) ? '' : toLocal(moment, ownZone()).slice(0, 10)
  const isBegin = day !== '' && Date.parse(startOfDay(day, ownZone())) === Date.parse(moment)
  return isBegin ? day : moment
}

/** The value of a comparison with a day, as the API expects it. @param hasTime whether the field contains moments rather than dates */
export const comparedWith = (day: Day, hasTime: boolean): string => (hasTime ? beginOf(day) : day)

/** A period in the syntax of the API. @param hasTime see {@link comparedWith} */
export function filtersOn(field: string, time: string, hasTime: boolean): Filter[] {
  const isOneDay = isDay(time) || isRelativeDay(time)
  const [from, to] = isSpan(time) ? spans[time] : [time, hasTime && isOneDay ? nextDay(time) : undefined]
  if (to === undefined) return [{ field, operator: 'eq', values: [time] }]
  return [
    { field, operator: 'gte', values: [comparedWith(from, hasTime)] },
    { field, operator: 'lt', values: [comparedWith(to, hasTime)] },
  ]
}

/** The period or day between two ends, if the user interface has a name for it. */
export function timeBetween(from: string, to: string): string | undefined {
  const span = Object.entries(spans).find(([, ends]) => ends[0] === from && ends[1] === to)
  if (span !== undefined) return span[0]
  const day = dayAt(from)
  return (isDay(day) || isRelativeDay(day)) && nextDay(day) === dayAt(to) ? day : undefined
}

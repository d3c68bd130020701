import { locale } from '../../../../i18n/index.ts'
import { ownZone, toLocal } from '../../../../ui/fields/zone.ts'

/** A day of the calendar, as `2027-03-04`; without a time zone. */
export type Day = string

const dayMs = 86_400_000
export const dayMinutes = 24 * 60
const time = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

/** The day this many days later. */
export const addDays = (day: Day, count: number): Day => new Date(time(day) + count * dayMs).toISOString().slice(0, 10)

/** The number of days from one day to another. */
export const daysBetween = (from: Day, to: Day): number => Math.round((time(to) - time(from)) / dayMs)

/** The day of a moment in the time zone of this browser. */
export const dayOf = (moment: Date): Day => toLocal(moment.toISOString(), ownZone()).slice(0, 10)

/** The first moment of a day in the time zone of this browser. */
export const startOf = (day: Day): Date => new Date(`${day}T00:00`)

/** Minutes since the beginning of the moment's day. */
export const minutesOf = (moment: Date): number => moment.getHours() * 60 + moment.getMinutes()

/** A moment on a day; 26 hours is two o'clock on the next day. */
export function momentAt(day: Day, minutes: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 0, minutes)
}

/** The first day of the month this many months earlier or later. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10)
}

/** The first day of the week in the user's region: 1 is Monday, 7 Sunday. */
export function firstOfWeek(): number {
  const own: Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } } =
    new Intl.Locale(locale.value)
  return own.getWeekInfo?.().firstDay ?? own.weekInfo?.firstDay ?? 1
}

/** The week that contains a day. */
export function weekOf(day: Day, first: number): Day[] {
  const weekday = new Date(time(day)).getUTCDay() || 7
  const begin = addDays(day, -((weekday - first + 7) % 7))
  return Array.from({ length: 7 }, (_, at) => addDays(begin, at))
}

/** The weeks that contain days of a month. */
export function weeksOfMonth(day: Day, first: number): Day[][] {
  const begin = `${day.slice(0, 7)}-01`
  const end = addDays(addMonths(begin, 1), -1)
  const weeks: Day[][] = []
  for (let week = weekOf(begin, first); (week[0] ?? end) <= end; week = weekOf(addDays(week[0] ?? end, 7), first)) {
    weeks.push(week)
  }
  return weeks
}

const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale.value, { timeZone: 'UTC', ...options })

/** “March 2027”. */
export const monthName = (day: Day): string => format({ month: 'long', year: 'numeric' }).format(time(day))
/** “March”. */
export const shortMonthName = (day: Day): string => format({ month: 'long' }).format(time(day))
/** “1 – 7 March 2027”. */
export const rangeName = (from: Day, to: Day): string =>
  format({ day: 'numeric', month: 'long', year: 'numeric' }).formatRange(time(from), time(to))
/** “Thursday, 4 March 2027”. */
export const dayName = (day: Day): string => format({ dateStyle: 'full' }).format(time(day))
/** “Thu”. */
export const weekdayName = (day: Day): string => format({ weekday: 'short' }).format(time(day))
/** “14:30”. */
export const timeName = (moment: Date): string =>
  new Intl.DateTimeFormat(locale.value, { timeStyle: 'short' }).format(moment)
/** “14:00”, or “2 PM”. */
export const hourName = (hour: number): string =>
  format({ hour: 'numeric', ...(!usesHalves() && { minute: '2-digit' }) }).format(hour * 3_600_000)
const usesHalves = (): boolean => format({ hour: 'numeric' }).resolvedOptions().hour12 === true

/** The text formats whose filter values can also be relative to the present. */
export type DateForm = 'date' | 'date-time'

const relative = /^(?:now|today(?:(?<sign>[+ -])(?<amount>\d{1,6})(?<unit>[dwmy]))?)$/

/** Whether a value is relative to the present. */
export const isRelative = (text: string): boolean => relative.test(text)

/**
 * Read `now`, `today`, or `today` followed by `+` or `-`, a number and `d`, `w`, `m` or `y` (days, weeks, months, years), in UTC. If the month has
 * no such day, the result is its last day. A space counts as a plus sign, because an unescaped plus in a query string is decoded to a space.
 * @param now the present, in milliseconds since 1970
 * @returns the value in this form, or undefined when the text is not relative, or the year does not have four digits
 */
export function readRelative(text: string, form: DateForm, now: number): string | undefined {
  const match = relative.exec(text)
  if (match === null) return undefined
  if (text === 'now' && form === 'date-time') return new Date(now).toISOString()
  const { sign = '+', amount = '0', unit = 'd' } = match.groups ?? {}
  const day = moved(new Date(now), sign === '-' ? -Number(amount) : Number(amount), unit)
  const year = day.getUTCFullYear()
  if (Number.isNaN(year) || year < 0 || year > 9999) return undefined
  const date = day.toISOString().slice(0, 10)
  return form === 'date' ? date : `${date}T00:00:00.000Z`
}

function moved(from: Date, amount: number, unit: string): Date {
  const [year, month, day] = [from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()]
  if (unit === 'd' || unit === 'w') return new Date(Date.UTC(year, month, day + amount * (unit === 'w' ? 7 : 1)))
  const months = month + amount * (unit === 'y' ? 12 : 1)
  const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, months, Math.min(day, lastDay)))
}

/** Whether a text is an existing full-date of RFC 3339. `Date` takes the 30th of February for the 2nd of March. */
export function isDate(text: string): boolean {
  const day = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? text : Number.NaN)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

const clockAndZone = /^[Tt ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/

/** Whether a text is a date-time of RFC 3339 with every part in its range; also with a blank for the T, and an offset without colon. */
export const isDateTime = (text: string): boolean => isDate(text.slice(0, 10)) && clockAndZone.test(text.slice(10))

/**
 * The point in time of a date-time of RFC 3339, ms since 1970; what is more precise is cut off.
 * @returns undefined for other texts: a day that does not exist, a leap second, a blank for the T, an offset without minutes
 */
export function parseInstant(text: string): number | undefined {
  const moment = /t.*(?:z|:\d\d)$/i.test(text) && isDateTime(text) ? Date.parse(text.toUpperCase()) : Number.NaN
  return Number.isNaN(moment) ? undefined : moment
}

/** What is typed: a date (`2027-03-04`), a time of day (`18:30` or `18:30:05`), or both (`2027-03-04T18:30`). The value never has a zone. */
export type DateKind = 'date' | 'time' | 'date-time'

/** A part of the text that the arrow keys change by itself. */
export type Segment = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'dayPeriod'

type Values = Partial<Record<Segment, number>>

/** The order of the segments in a locale, and the texts between them. */
export interface DatePattern {
  segments: readonly Segment[]
  /** The text after each segment; the last one is empty. */
  literals: readonly string[]
}

const names: ReadonlySet<string> = new Set<Segment>(['year', 'month', 'day', 'hour', 'minute', 'second', 'dayPeriod'])
const isSegment = (type: string): type is Segment => names.has(type)

/** The pattern of a kind of value in a locale. */
export function patternOf(kind: DateKind, locale: string, withSeconds = false): DatePattern {
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const time = { hour: '2-digit', minute: '2-digit', ...(withSeconds && { second: '2-digit' as const }) } as const
  const format = new Intl.DateTimeFormat(locale, {
    ...(kind !== 'time' && date),
    ...(kind !== 'date' && time),
    calendar: 'gregory',
    numberingSystem: 'latn',
  })
  const segments: Segment[] = []
  const literals: string[] = []
  for (const { type, value } of format.formatToParts(0)) {
    if (isSegment(type)) {
      segments.push(type)
      literals.push('')
    } else if (segments.length > 0) literals[segments.length - 1] = value.replace(/\s+/g, ' ')
  }
  literals[segments.length - 1] = ''
  return { segments, literals }
}

/** The pattern as a hint: `dd/mm/yyyy, --:--`. @param letters for day, month and year */
export const hintOf = ({ segments, literals }: DatePattern, letters: readonly string[]): string => {
  const [day = 'd', month = 'm', year = 'y'] = letters
  const hints: Partial<Record<Segment, string>> = { day: day.repeat(2), month: month.repeat(2), year: year.repeat(4) }
  return segments.map((segment, at) => (hints[segment] ?? '--') + (literals[at] ?? '')).join('')
}

/** A value in the pattern of a locale. Texts that are no such value are returned unchanged. */
export function formatLocal(value: string, pattern: DatePattern): string {
  const values = readIso(value)
  return values === undefined ? value : write(values, pattern)
}

function write(values: Values, { segments, literals }: DatePattern): string {
  const hour = values.hour ?? 0
  const isHalf = segments.includes('dayPeriod')
  return segments
    .map((segment, at) => {
      if (segment === 'dayPeriod') return (hour < 12 ? 'AM' : 'PM') + (literals[at] ?? '')
      const shown = segment === 'hour' && isHalf ? hour % 12 || 12 : (values[segment] ?? 0)
      return String(shown).padStart(lengthOf(segment), '0') + (literals[at] ?? '')
    })
    .join('')
}

/** The number of digits of a segment. */
export const lengthOf = (segment: Segment): number => (segment === 'year' ? 4 : 2)

/**
 * Read what was typed in the order of a locale, or as ISO 8601.
 * @param isFinal the user has finished typing: a year can have two digits
 * @returns the value; undefined when it is incomplete or no such date exists
 */
export function parseLocal(text: string, kind: DateKind, pattern: DatePattern, isFinal = false): string | undefined {
  const iso = readIso(text.trim())
  if (iso !== undefined) return isoOf(iso, kind)
  const values = readTyped(text, pattern)
  if (values === undefined) return undefined
  if (values.year !== undefined && values.year < 1000) {
    if (!isFinal || values.year > 99) return undefined
    values.year += values.year < 70 ? 2000 : 1900
  }
  return isoOf(values, kind)
}

/** Each segment in the text: digits, or the letters of AM and PM. */
export const segmentsIn = (text: string): { start: number; end: number }[] =>
  [...text.matchAll(/\d+|[ap]m?/gi)].map(found => ({ start: found.index, end: found.index + found[0].length }))

function readTyped(text: string, { segments }: DatePattern): Values | undefined {
  let parts: string[] = text.match(/\d+|[ap](?=\.?m?\b)/gi) ?? []
  const numbers = segments.filter(segment => segment !== 'dayPeriod')
  if (parts.length === 1) parts = cut(parts[0] ?? '', numbers)
  const values: Values = {}
  const digits = parts.filter(part => /\d/.test(part))
  const upToMinute = numbers.filter(segment => segment !== 'second')
  const read: readonly Segment[] =
    upToMinute.includes('minute') && digits.length > upToMinute.length ? [...upToMinute, 'second'] : upToMinute
  if (digits.length !== read.length) return undefined
  for (const [at, segment] of read.entries()) values[segment] = Number(digits[at])
  if (!segments.includes('dayPeriod')) return values
  const period = parts.find(part => /[ap]/i.test(part))?.toLowerCase()
  if (values.hour === undefined || (period === undefined && values.hour > 0 && values.hour < 13)) return undefined
  if (period !== undefined && values.hour > 12) return undefined
  if (period !== undefined) values.hour = (values.hour % 12) + (period === 'p' ? 12 : 0)
  return values
}

/** Digits without separators: `04032027`. */
function cut(digits: string, segments: readonly Segment[]): string[] {
  let from = 0
  const parts = segments.map(segment => digits.slice(from, (from += lengthOf(segment))))
  return digits.length === from ? parts : []
}

const iso = /^(?:(\d{4,6})-(\d\d)-(\d\d))?(?:(^|T| )(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?$/

function readIso(text: string): Values | undefined {
  const found = iso.exec(text)
  if (found === null || text === '') return undefined
  const [year, month, day] = found.slice(1, 4).map(Number)
  const [hour, minute, second] = found.slice(5, 8).map(part => Number(part ?? 0))
  return {
    ...(found[1] !== undefined && { year: year ?? 0, month: month ?? 0, day: day ?? 0 }),
    ...(found[5] !== undefined && { hour: hour ?? 0, minute: minute ?? 0, second: second ?? 0 }),
  }
}

const two = (number: number | undefined): string => String(number ?? 0).padStart(2, '0')

function isoOf(values: Values, kind: DateKind): string | undefined {
  const { year, month, day, hour, minute, second = 0 } = values
  if (kind !== 'time') {
    if (year === undefined || month === undefined || day === undefined) return undefined
    if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || year > 9999) return undefined
  }
  if (kind !== 'date') {
    if (hour === undefined || minute === undefined || hour > 23 || minute > 59 || second > 59) return undefined
  }
  const date = `${String(year ?? 0).padStart(4, '0')}-${two(month)}-${two(day)}`
  const time = `${two(hour)}:${two(minute)}${second === 0 ? '' : `:${two(second)}`}`
  if (kind === 'date') return date
  return kind === 'time' ? time : `${date}T${time}`
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Whether a value has seconds other than zero, which are shown. */
export const hasSeconds = (value: string): boolean => /\d\d:\d\d:(?!00)\d\d/.test(value)

/** Whether a first digit is already the whole segment, because no larger number begins with it. */
export function isWhole(digit: number, segment: Segment, pattern: DatePattern): boolean {
  if (segment === 'month') return digit > 1
  if (segment === 'day') return digit > 3
  if (segment === 'hour') return digit > (pattern.segments.includes('dayPeriod') ? 1 : 2)
  return segment !== 'year' && digit > 5
}

/** Change one segment of a value by a step. It wraps around at its ends and leaves the other segments, except a day that the month does not have. */
export function stepSegment(value: string, kind: DateKind, segment: Segment, step: number): string {
  const values = readIso(value)
  if (values === undefined) return value
  const { year = 2000, month = 1 } = values
  if (segment === 'dayPeriod') values.hour = ((values.hour ?? 0) + 12) % 24
  else {
    const [least, most] = rangeOf(segment, year, month)
    const count = most - least + 1
    const now = (values[segment] ?? least) - least + step
    values[segment] = (((now % count) + count) % count) + least
  }
  if (values.day !== undefined) values.day = Math.min(values.day, daysIn(values.year ?? year, values.month ?? month))
  return isoOf(values, kind) ?? value
}

function rangeOf(segment: Exclude<Segment, 'dayPeriod'>, year: number, month: number): readonly [number, number] {
  if (segment === 'year') return [1, 9999]
  if (segment === 'month') return [1, 12]
  if (segment === 'day') return [1, daysIn(year, month)]
  return segment === 'hour' ? [0, 23] : [0, 59]
}

/** The present moment in the user's own zone, as a value of a kind. */
export function nowAs(kind: DateKind, now = new Date()): string {
  const date = `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const time = `${two(now.getHours())}:${two(now.getMinutes())}`
  if (kind === 'date') return date
  return kind === 'time' ? time : `${date}T${time}`
}

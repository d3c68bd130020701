import { isRepeated, offsetAt, ownZone, toLocal } from '../zone.ts'

/** What is typed: a date (`2027-03-04`), a time of day (`18:30` or `18:30:05`), or both (`2027-03-04T18:30`). The value never has a zone. */
export type DateKind = 'date' | 'time' | 'date-time'

/** A part of the text that the arrow keys change by itself. */
type Segment = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'dayPeriod'

type Values = Partial<Record<Segment, number>> & {
  /** Digits of a fraction of the second. */
  fraction?: string
}

/** The order of the segments in a locale, and the texts between them. */
interface DatePattern {
  segments: readonly Segment[]
  /** The text after each segment; the last one is empty. */
  literals: readonly string[]
}

const names: ReadonlySet<string> = new Set<Segment>(['year', 'month', 'day', 'hour', 'minute', 'second', 'dayPeriod'])
const isSegment = (type: string): type is Segment => names.has(type)

/** By kind, locale and seconds: a format takes milliseconds to make, and each field of a form needs one. */
const patterns = new Map<string, DatePattern>()

/** The pattern of a kind of value in a locale. */
export function patternOf(kind: DateKind, locale: string, withSeconds = false): DatePattern {
  const key = `${kind} ${locale} ${withSeconds}`
  const pattern = patterns.get(key) ?? readPattern(kind, locale, withSeconds)
  patterns.set(key, pattern)
  return pattern
}

function readPattern(kind: DateKind, locale: string, withSeconds: boolean): DatePattern {
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

/** A value in the pattern of a locale. Texts that are no such value, because a part is missing, too, are returned unchanged. */
export function formatLocal(value: string, pattern: DatePattern): string {
  const values = readIso(value.replace(/(?<=T.*)[-+]\d\d:\d\d$/, ''))
  const isWhole = pattern.segments.every(segment => segment === 'dayPeriod' || values?.[segment] !== undefined)
  return values === undefined || !isWhole ? value : write(values, pattern)
}

function write(values: Values, { segments, literals }: DatePattern): string {
  const hour = values.hour ?? 0
  const isHalf = segments.includes('dayPeriod')
  return segments
    .map((segment, at) => {
      if (segment === 'dayPeriod') return (hour < 12 ? 'AM' : 'PM') + (literals[at] ?? '')
      const shown = segment === 'hour' && isHalf ? hour % 12 || 12 : (values[segment] ?? 0)
      const fraction = segment === 'second' && values.fraction !== undefined ? `.${values.fraction}` : ''
      return String(shown).padStart(lengthOf(segment), '0') + fraction + (literals[at] ?? '')
    })
    .join('')
}

/** The number of digits of a segment. */
export const lengthOf = (segment: Segment): number => (segment === 'year' ? 4 : 2)

/** Each segment in the text: digits, seconds with their fraction, or the letters of AM and PM. */
export const segmentsIn = (text: string): { start: number; end: number }[] =>
  [...text.matchAll(/(?<=:)\d+[.,]\d+|\d+|[ap]m?/gi)].map(found => ({
    start: found.index,
    end: found.index + found[0].length,
  }))

/** How a typed date or time is read. */
interface ReadingContext {
  kind: DateKind
  pattern: DatePattern
  locale: string
  /** A moment with an offset is read as local time of this zone (IANA). */
  zone: string
}

/**
 * Read what was typed: in the order of a locale, with the names of months and of parts of the day, or as ISO 8601 with or without an offset. Of a moment
 * in a field for a date or for a time the day or the time is read; a time keeps its offset, and so does a moment in an hour that occurs twice.
 * @param isFinal the user has finished typing: a year can have two digits
 * @returns the value; undefined when it is incomplete, a part of it is not understood, or no such date exists
 */
export function parseLocal(text: string, context: ReadingContext, isFinal = false): string | undefined {
  const { kind, zone } = context
  const typed = text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  if (typed === '') return undefined // before the names of a language are read
  const moment = readOffset(typed, context.locale, zone)
  const readings = [readIso(moment.local), readWords(moment.local, context, isFinal), readIso(moment.local, true)]
  const values = readings.find(one => one !== undefined && isoOf(one, kind) !== undefined)
  const own = values && isoOf(values, kind)
  if (values === undefined || own === undefined || moment.offset === undefined) return own
  if (kind === 'time') return own + moment.offset.replace('+00:00', 'Z')
  const local = isoOf(values, 'date-time')
  if (local === undefined) return undefined
  const instant = withSeconds(local) + moment.offset
  const shown = toLocal(instant, zone)
  if (kind === 'date-time' && isRepeated(shown, zone)) return shown + offsetAt(zone, Date.parse(instant))
  const inZone = readIso(shown)
  return inZone && isoOf(inZone, kind)
}

const withSeconds = (local: string): string => (local.length === 16 ? `${local}:00` : local)

/** `Z`, `UTC`, `GMT+2` or `+02:00` after a time. */
const offsetText =
  /(?<=\d|\d ?[ap]\.?m\.?) ?(?:z|utc|gmt|(?:(?<=:\d\d(?:[.,]\d+)? ?)|(?:utc|gmt))(?<sign>[-+\u2212])(?<hours>\d\d?)(?::?(?<minutes>\d\d))?)$/i

/**
 * Split the offset from the end of a text, or the name of the zone in which moments are shown: that of its winter, or that of its summer.
 * @returns the offset as in RFC 3339; undefined where there is none
 */
function readOffset(text: string, locale: string, zone: string): { local: string; offset?: string } {
  const found = offsetText.exec(text)
  if (found !== null) {
    const { sign = '+', hours = '0', minutes = '00' } = found.groups ?? {}
    return {
      local: text.slice(0, found.index),
      offset: `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`,
    }
  }
  if (!/\p{L}$/u.test(text)) return { local: text }
  for (const time of [Date.UTC(2026, 0), Date.UTC(2026, 6)]) {
    const name = wordOf('timeZoneName', locale, time, { timeZone: zone, timeZoneName: 'short' })
    if (text.toLowerCase().endsWith(` ${name}`)) {
      return { local: text.slice(0, -name.length - 1), offset: offsetAt(zone, time) }
    }
  }
  return { local: text }
}

/** A word of a formatted date, as {@link readWords} compares it. */
function wordOf(
  type: Intl.DateTimeFormatPartTypes,
  locale: string,
  time: number,
  options: Intl.DateTimeFormatOptions,
): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).formatToParts(time)
  return bareWord(parts.find(part => part.type === type)?.value ?? '')
}

const bareWord = (word: string): string => word.toLowerCase().replace(/\.$/, '')

/** What a word means: a month from 1, a day of the week from Sunday, half of a day, or nothing. */
interface Word {
  month?: number
  weekday?: number
  half?: 'a' | 'p'
}

const vocabularies = new Map<string, ReadonlyMap<string, Word>>()

/** The words that dates are written with in a locale and in English. */
function vocabularyOf(locale: string): ReadonlyMap<string, Word> {
  const known = vocabularies.get(locale)
  if (known !== undefined) return known
  const words = new Map<string, Word>([['uhr', {}]])
  for (const tag of ['en', locale]) {
    const full = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'short' }).formatToParts(0)
    for (const { type, value } of full) {
      if (type === 'literal') for (const word of value.match(/\p{L}+/gu) ?? []) words.set(word.toLowerCase(), {})
    }
    for (const form of ['long', 'short'] as const) {
      for (let month = 1; month <= 12; month++) {
        words.set(wordOf('month', tag, Date.UTC(2026, month - 1), { day: 'numeric', month: form }), { month })
      }
      for (let weekday = 0; weekday < 7; weekday++) {
        words.set(wordOf('weekday', tag, Date.UTC(2026, 1, 1 + weekday), { weekday: form }), { weekday })
      }
    }
  }
  for (const word of ['a', 'am', 'a.m']) words.set(word, { half: 'a' })
  for (const word of ['p', 'pm', 'p.m']) words.set(word, { half: 'p' })
  vocabularies.set(locale, words)
  return words
}

const clockText = /(?<!\d)(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?![\d:])/

/** Read numbers in the order of the locale, and words. Every part of the text has to be understood. */
function readWords(text: string, { kind, pattern, locale }: ReadingContext, isFinal: boolean): Values | undefined {
  if (/[^\p{L}\d\s./:,\u2013-]|^[-./:,\u2013]|\d ?[-./:\u2013] ?[-./:\u2013] ?\d/u.test(text)) return undefined
  const vocabulary = vocabularyOf(locale)
  const words = (text.match(/\p{L}[\p{L}.]*/gu) ?? []).map(word => vocabulary.get(bareWord(word)))
  const known = words.filter(word => word !== undefined)
  const [month, ...moreMonths] = known.flatMap(word => word.month ?? [])
  const [half, ...moreHalves] = known.flatMap(word => word.half ?? [])
  if (known.length < words.length || moreMonths.length + moreHalves.length > 0) return undefined

  const [clock, ...clockParts] = clockText.exec(text) ?? []
  const [hour, minute, second, fraction] = clockParts
  let numbers: string[] = (clock === undefined ? text : text.replace(clock, ' ')).match(/\d+/g) ?? []
  const isYearFirst = numbers.length > 1 && (numbers[0]?.length ?? 0) > 2
  const namedOrder = isYearFirst ? (['year', 'day'] as const) : (['day', 'year'] as const)
  const writtenOrder = isYearFirst || kind === 'time' ? isoOrder : pattern.segments.filter(isOfDate)
  const dateOrder = month === undefined ? writtenOrder : namedOrder
  const hasDate = kind !== 'time' || (clock !== undefined && numbers.length > 0)
  const order = [...(hasDate ? dateOrder : []), ...(clock === undefined && kind !== 'date' ? timeOrder : [])]
  if (numbers.length === 1 && numbers[0] !== undefined) numbers = cut(numbers[0], order) ?? numbers
  const isHourAlone = kind !== 'date' && (half !== undefined || isFinal) && numbers.length === order.length - 2
  const isEnough =
    numbers.length === order.length || isHourAlone || (order.at(-1) === 'second' && numbers.length === order.length - 1)
  if (!isEnough) return undefined

  const values: Values = month === undefined ? {} : { month }
  for (const [at, segment] of order.entries()) values[segment] = Number(numbers[at] ?? 0)
  if (clock !== undefined)
    Object.assign(values, { hour: Number(hour), minute: Number(minute), second: Number(second ?? 0) })
  if (fraction !== undefined) values.fraction = fraction
  if (
    !withHalf(values, half, pattern) ||
    (hasDate && !withYear(values, numbers[dateOrder.indexOf('year')] ?? '', isFinal))
  )
    return undefined
  return known.every(({ weekday }) => weekday === undefined || weekday === weekdayOf(values)) ? values : undefined
}

const isoOrder = ['year', 'month', 'day'] as const
const timeOrder = ['hour', 'minute', 'second'] as const
const isOfDate = (segment: Segment): segment is (typeof isoOrder)[number] => isoOrder.some(one => one === segment)

/** Apply AM or PM. @returns false where they do not fit the hour, or where the hour needs them */
function withHalf(values: Values, half: 'a' | 'p' | undefined, { segments }: DatePattern): boolean {
  const { hour } = values
  if (half === undefined) return hour === undefined || hour === 0 || hour > 12 || !segments.includes('dayPeriod')
  if (hour === undefined || hour > 12) return false
  values.hour = (hour % 12) + (half === 'p' ? 12 : 0)
  return true
}

/** Complete a year of two digits once the user has finished typing. @returns false for a year that may go on */
function withYear(values: Values, typed: string, isFinal: boolean): boolean {
  if (typed.length > 3) return true
  if (!isFinal || typed.length !== 2 || values.year === undefined) return false
  values.year += values.year < 70 ? 2000 : 1900
  return true
}

function weekdayOf({ year = 0, month = 1, day = 1 }: Values): number {
  return new Date(`${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`).getUTCDay()
}

/** Digits without separators: `04032027`. The seconds can be left out. */
function cut(digits: string, order: readonly Segment[]): string[] | undefined {
  for (const segments of [order, order.filter(segment => segment !== 'second')]) {
    let from = 0
    const parts = segments.map(segment => digits.slice(from, (from += lengthOf(segment))))
    if (digits.length === from) return parts
  }
  return undefined
}

const iso =
  /^(?:(\d{4,6})-(\d\d)-(\d\d))?(?:(^T?|T| )(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?$|^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(?:(\d\d)(?:[.,](\d+))?)?)?$/i

/** Read a local date or time in one of the formats of ISO 8601. */
function readIso(text: string, isBasic = false): Values | undefined {
  const found = iso.exec(text)
  if (found === null || text === '' || isBasic !== (found[9] !== undefined)) return undefined
  const [year, month, day] = found.slice(isBasic ? 9 : 1)
  const [hour, minute, second = '0', fraction] = found.slice(isBasic ? 12 : 5)
  return {
    ...(year !== undefined && { year: Number(year), month: Number(month), day: Number(day) }),
    ...(hour !== undefined && { hour: Number(hour), minute: Number(minute), second: Number(second) }),
    ...(fraction !== undefined && { fraction }),
  }
}

const two = (number: number | undefined): string => String(number ?? 0).padStart(2, '0')

function isoOf(values: Values, kind: DateKind): string | undefined {
  const { year, month, day, hour, minute, second = 0, fraction } = values
  if (kind !== 'time') {
    if (year === undefined || month === undefined || day === undefined) return undefined
    if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || year > 9999) return undefined
  }
  if (kind !== 'date') {
    const isLeapSecond = kind === 'time' && minute === 59 && second === 60
    if (hour === undefined || minute === undefined || hour > 23 || minute > 59) return undefined
    if (second > 59 && !isLeapSecond) return undefined
  }
  const date = `${String(year ?? 0).padStart(4, '0')}-${two(month)}-${two(day)}`
  const hasSecond = second !== 0 || fraction !== undefined
  const time = `${two(hour)}:${two(minute)}${hasSecond ? `:${two(second)}` : ''}${fraction === undefined ? '' : `.${fraction}`}`
  if (kind === 'date') return date
  return kind === 'time' ? time : `${date}T${time}`
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Whether a value has seconds other than zero, which are shown. */
export const hasSeconds = (value: string): boolean => /\d\d:\d\d:(?:(?!00)\d\d|00\.)/.test(value)

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
export function nowAs(kind: DateKind): string {
  const now = toLocal(new Date().toISOString(), ownZone()).slice(0, 16)
  if (kind === 'date') return now.slice(0, 10)
  return kind === 'time' ? now.slice(11) : now
}

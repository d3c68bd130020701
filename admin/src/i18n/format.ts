import { currentLanguage } from './current.ts'

type Options = Intl.DateTimeFormatOptions

const minute = 60_000
const day = 86_400_000
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const numberFormats = new Map<string, Intl.NumberFormat>()

/** Formatters are dear to make and cheap to use. */
function remembered<Format>(formats: Map<string, Format>, key: string, make: (language: string) => Format): Format {
  const language = currentLanguage.value
  const name = `${language} ${key}`
  const format = formats.get(name) ?? make(language)
  formats.set(name, format)
  return format
}

const dates = (key: string, options: Options): Intl.DateTimeFormat =>
  remembered(dateFormats, key, language => new Intl.DateTimeFormat(language, options))

const numbers = (key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  remembered(numberFormats, key, language => new Intl.NumberFormat(language, options))

const plainNumbers = (decimals: number): Intl.NumberFormat =>
  numbers(`number ${decimals}`, { minimumFractionDigits: decimals, maximumFractionDigits: 20 })

/** A number, grouped. @param decimals so many at least */
export const formatNumber = (value: number, decimals = 0): string => plainNumbers(decimals).format(value)

/** How many decimals a number is written with. */
export const decimalsOf = (value: number): number =>
  plainNumbers(0)
    .formatToParts(value)
    .find(({ type }) => type === 'fraction')?.value.length ?? 0

/** A full date of a calendar (`2027-03-04`), which has no time zone. Other texts come back as they are. */
export function formatDate(text: string): string {
  const time = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(time)) return text
  return dates('date', { dateStyle: 'medium', timeZone: 'UTC' }).format(time)
}

/** A moment, exact: what a hover shows. Other texts come back as they are. */
export function formatExact(text: string): string {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return text
  return dates('exact', { dateStyle: 'full', timeStyle: 'long' }).format(time)
}

/** A moment with date and time. Other texts come back as they are. */
export function formatDateTime(text: string): string {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return text
  return dates('date-time', { dateStyle: 'medium', timeStyle: 'short' }).format(time)
}

/** A moment as people say it: relative under a week, else short. Other texts come back as they are. */
export function formatMoment(text: string, now: number = Date.now()): string {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return text
  const since = time - now
  if (Math.abs(since) < 7 * day) return formatSpan(since)
  return dates('short', { dateStyle: 'medium' }).format(time)
}

function formatSpan(since: number): string {
  const format = new Intl.RelativeTimeFormat(currentLanguage.value, { numeric: 'auto' })
  const size = Math.abs(since)
  if (size < minute) return format.format(0, 'second')
  if (size < 60 * minute) return format.format(Math.trunc(since / minute), 'minute')
  if (size < day) return format.format(Math.trunc(since / (60 * minute)), 'hour')
  return format.format(Math.trunc(since / day), 'day')
}

/** A time of day (`14:30:00`). Other texts come back as they are. */
export function formatTime(text: string): string {
  const [hour, minute] = text.split(':').map(Number)
  if (hour === undefined || minute === undefined || Number.isNaN(hour + minute)) return text
  return dates('time', { timeStyle: 'short', timeZone: 'UTC' }).format(Date.UTC(2000, 0, 1, hour, minute))
}

/** The units of a duration, the largest first. */
export const durationUnits = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const
export type DurationUnit = (typeof durationUnits)[number]

const duration =
  /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/** How much of each unit a duration of ISO 8601 (`PT1H20M`) has; undefined for other texts. */
export function readDuration(text: string): Map<DurationUnit, string> | undefined {
  const parts = duration.exec(text)?.slice(1)
  const amounts = durationUnits.flatMap((unit, at): [DurationUnit, string][] => {
    const amount = parts?.[at]
    return amount === undefined ? [] : [[unit, amount]]
  })
  return parts === undefined ? undefined : new Map(amounts)
}

const unitNumber = (unit: DurationUnit, unitDisplay: 'short' | 'long'): Intl.NumberFormat =>
  numbers(`unit ${unit} ${unitDisplay}`, { style: 'unit', unit, unitDisplay })

/** A duration of ISO 8601 (`PT1H20M`): 1 hr 20 min. Other texts come back as they are. */
export function formatDuration(text: string): string {
  const said = [...(readDuration(text) ?? [])].map(([unit, amount]) => unitNumber(unit, 'short').format(Number(amount)))
  return said.length === 0 ? text : said.join(' ')
}

/** What a unit is called beside a number: hr, or hours. */
export const unitName = (unit: DurationUnit, display: 'short' | 'long'): string =>
  unitNumber(unit, display)
    .formatToParts(2)
    .find(({ type }) => type === 'unit')?.value ?? unit

const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text)

/** An amount of money with as many digits as the currency (ISO 4217) has. */
export const formatMoney = (amount: number, currency: string): string =>
  isCurrency(currency)
    ? numbers(`money ${currency}`, { style: 'currency', currency }).format(amount)
    : `${formatNumber(amount)} ${currency}`.trim()

/** A number, or an amount of money where it has a currency. @param decimals of a number, so many at least */
export const formatAmount = (value: number, currency: string | undefined, decimals = 0): string =>
  currency === undefined ? formatNumber(value, decimals) : formatMoney(value, currency)

/** The sign of a currency: € for EUR. Other texts come back as they are. */
export const currencySign = (currency: string): string =>
  (isCurrency(currency) ? numbers(`money ${currency}`, { style: 'currency', currency }).formatToParts(0) : []).find(
    ({ type }) => type === 'currency',
  )?.value ?? currency

/** Names joined as the language does: a, b and c. */
export const formatList = (names: readonly string[]): string =>
  new Intl.ListFormat(currentLanguage.value, { type: 'conjunction' }).format(names)

/** Compare texts as people expect them in order. */
export const compareTexts = (a: string, b: string): number =>
  a.localeCompare(b, currentLanguage.value, { numeric: true, sensitivity: 'base' })

import { currentLanguage, locale } from './current.ts'

type Options = Intl.DateTimeFormatOptions

const minute = 60_000
const day = 86_400_000
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const numberFormats = new Map<string, Intl.NumberFormat>()

/** Formatters are expensive to create and cheap to use. */
function cachedFormat<Format>(
  formats: Map<string, Format>,
  language: string,
  key: string,
  make: (language: string) => Format,
): Format {
  const name = `${language} ${key}`
  const format = formats.get(name) ?? make(language)
  formats.set(name, format)
  return format
}

const dates = (key: string, options: Options): Intl.DateTimeFormat =>
  cachedFormat(dateFormats, locale.value, key, language => new Intl.DateTimeFormat(language, options))

const numbers = (key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  cachedFormat(numberFormats, currentLanguage.value, key, language => new Intl.NumberFormat(language, options))

const plainNumbers = (decimals: number): Intl.NumberFormat =>
  numbers(`number ${decimals}`, { minimumFractionDigits: decimals, maximumFractionDigits: 20 })

/** A number with grouped digits. @param decimals minimum number of decimals */
export const formatNumber = (value: number, decimals = 0): string => plainNumbers(decimals).format(value)

/** Of the SI, as in the messages of the service. */
const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB']

/** A number of bytes as “2.4 MB”. */
export function formatBytes(bytes: number): string {
  const power = Math.min(byteUnits.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${formatNumber(Math.round((bytes / 1000 ** power) * 10) / 10)} ${byteUnits[power] ?? 'B'}`
}

/** The separators with which {@link formatNumber} writes numbers of a language. */
export function numberSigns(language: string): { decimal: string; group: string } {
  const parts = cachedFormat(numberFormats, language, 'signs', tag => new Intl.NumberFormat(tag)).formatToParts(
    -12345.5,
  )
  const signOf = (type: Intl.NumberFormatPartTypes, usual: string): string =>
    parts.find(part => part.type === type)?.value ?? usual
  return { decimal: signOf('decimal', '.'), group: signOf('group', ',') }
}

/** The number of decimals with which a number is written. */
export const decimalsOf = (value: number): number =>
  plainNumbers(0)
    .formatToParts(value)
    .find(({ type }) => type === 'fraction')?.value.length ?? 0

/** Years before this are written as in ISO 8601, because “50” could be a year of this century. */
const firstPlainYear = Date.UTC(1000, 0, 2)

/** The moment of a text in ms; undefined where the text is to be shown as it is. */
function timeOf(text: string): number | undefined {
  const time = Date.parse(text)
  return time < firstPlainYear || Number.isNaN(time) ? undefined : time
}

/** A date (`2027-03-04`), which has no time zone, in full. Other texts are returned unchanged. */
export function formatDate(text: string): string {
  const time = timeOf(`${text}T00:00:00Z`)
  if (time === undefined) return text
  return dates('date', { dateStyle: 'medium', timeZone: 'UTC' }).format(time)
}

/** An exact point in time, for tooltips: with seconds where there are any. Other texts are returned unchanged. */
export function formatExact(text: string): string {
  const time = timeOf(text)
  if (time === undefined) return text
  const seconds: Options = time % minute === 0 ? {} : { second: '2-digit' }
  return dates(`exact ${time % minute === 0}`, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...seconds,
  }).format(time)
}

/** A point in time as date and time. Other texts are returned unchanged. */
export function formatDateTime(text: string): string {
  const time = timeOf(text)
  if (time === undefined) return text
  return dates('date-time', { dateStyle: 'medium', timeStyle: 'short' }).format(time)
}

/** A point in time, relative within a week, otherwise short. Other texts are returned unchanged. */
export function formatMoment(text: string, now: number = Date.now()): string {
  const time = timeOf(text)
  if (time === undefined) return text
  const since = time - now
  if (Math.abs(since) < 7 * day) return formatSpan(since)
  return dates('short', { dateStyle: 'medium' }).format(time)
}

/** A date within a week of today in words (“in 3 days”), otherwise as {@link formatDate}. @param today as `2027-03-04` */
export function formatNear(text: string, today: string): string {
  const days = Math.round((Date.parse(text) - Date.parse(today)) / day)
  return Math.abs(days) < 7 ? relative().format(days, 'day') : formatDate(text)
}

const relative = (): Intl.RelativeTimeFormat => new Intl.RelativeTimeFormat(currentLanguage.value, { numeric: 'auto' })

function formatSpan(since: number): string {
  const format = relative()
  const size = Math.abs(since)
  if (size < minute) return format.format(0, 'second')
  if (size < 60 * minute) return format.format(Math.trunc(since / minute), 'minute')
  if (size < day) return format.format(Math.trunc(since / (60 * minute)), 'hour')
  return format.format(Math.trunc(since / day), 'day')
}

/** A time of day (`14:30:00`), with seconds where there are any. Other texts are returned unchanged. */
export function formatTime(text: string): string {
  const [hour, minutes, seconds = 0] = text.split(':').map(part => Number.parseFloat(part))
  const isLeapSecond = seconds >= 60
  if (hour === undefined || minutes === undefined || Number.isNaN(hour + minutes + seconds) || isLeapSecond) return text
  const timeStyle = Math.floor(seconds) === 0 ? 'short' : 'medium'
  return dates(`time ${timeStyle}`, { timeStyle, timeZone: 'UTC' }).format(
    Date.UTC(2000, 0, 1, hour, minutes, Math.floor(seconds)),
  )
}

/** The units of a duration, the largest first. */
export const durationUnits = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const
export type DurationUnit = (typeof durationUnits)[number]

const duration =
  /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/** The amount of each unit in an ISO 8601 duration (`PT1H20M`); undefined for other texts. */
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

/** An ISO 8601 duration (`PT1H20M`) as “1 hr 20 min”. Other texts are returned unchanged. */
export function formatDuration(text: string): string {
  const said = [...(readDuration(text) ?? [])].map(([unit, amount]) => unitNumber(unit, 'short').format(Number(amount)))
  return said.length === 0 ? text : said.join(' ')
}

/** The name of a unit after a number: hr, or hours. */
export const unitName = (unit: DurationUnit, display: 'short' | 'long'): string =>
  unitNumber(unit, display)
    .formatToParts(2)
    .find(({ type }) => type === 'unit')?.value ?? unit

const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text)

/** An amount of money with the number of digits of its currency (ISO 4217). */
export const formatMoney = (amount: number, currency: string): string =>
  isCurrency(currency)
    ? numbers(`money ${currency}`, { style: 'currency', currency }).format(amount)
    : `${formatNumber(amount)} ${currency}`.trim()

/** A number, or an amount of money if there is a currency. @param decimals minimum number of decimals of a number */
export const formatAmount = (value: number, currency: string | undefined, decimals = 0): string =>
  currency === undefined ? formatNumber(value, decimals) : formatMoney(value, currency)

/** The symbol of a currency: € for EUR. Other texts are returned unchanged. */
export const currencySign = (currency: string): string =>
  (isCurrency(currency) ? numbers(`money ${currency}`, { style: 'currency', currency }).formatToParts(0) : []).find(
    ({ type }) => type === 'currency',
  )?.value ?? currency

/** A list in the language of the admin: a, b and c. */
export const formatList = (names: readonly string[]): string =>
  new Intl.ListFormat(currentLanguage.value, { type: 'conjunction' }).format(names)

/** Compare texts in the order of the language. */
export const compareTexts = (a: string, b: string): number =>
  a.localeCompare(b, currentLanguage.value, { numeric: true, sensitivity: 'base' })

import { LRUCache } from 'lru-cache'
import { attempt, insteadOf } from '../../../lib/errors/index.ts'

/** The longest text that can be a date or a date-time with fractions of a second. */
const maxDateLength = 40

/** Formats dates and numbers in a language. Created once for each language and time zone. */
export class Formats {
  readonly #number: Intl.NumberFormat
  readonly #day: Intl.DateTimeFormat
  readonly #moment: Intl.DateTimeFormat
  readonly #timeZone: string | undefined
  /** Dates that were formatted: the same ones are on a page, and on the next one, again. */
  readonly #dates = new LRUCache<string, string>({ max: 500, memoMethod: text => this.#format(text) })

  private constructor(language: string, timeZone: string | undefined) {
    // A four-digit year gets no separator; longer numbers do.
    this.#number = new Intl.NumberFormat(language, { useGrouping: 'min2', maximumFractionDigits: 10 })
    this.#day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
    this.#moment = new Intl.DateTimeFormat(language, {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: timeZone ?? 'UTC',
      timeZoneName: 'short',
    })
    this.#timeZone = timeZone
  }

  static readonly #made = new LRUCache<string, Formats>({ max: 100 })

  /**
   * @param language BCP 47; an unknown one becomes English
   * @param timeZone IANA name. Without one, times are shown with their own offset; so they are for an unknown one
   */
  static of(language: string, timeZone: string | undefined): Formats {
    const key = `${language} ${timeZone ?? ''}`
    let formats = Formats.#made.get(key)
    if (formats === undefined) {
      formats = new Formats(knownLanguage(language), knownTimeZone(timeZone))
      Formats.#made.set(key, formats)
    }
    return formats
  }

  number(value: number): string {
    return this.#number.format(value)
  }

  /** A date or date-time (RFC 3339) in readable form, times with their zone; any other text unchanged. */
  date(text: string): string {
    return text.length > maxDateLength ? text : this.#dates.memo(text)
  }

  #format(text: string): string {
    const match = /^(?<day>\d{4}-\d\d-\d\d)(?:[Tt ](?<time>.+?)(?<offset>[Zz]|[+-]\d\d:\d\d)?)?$/.exec(text)
    const { day, time, offset } = match?.groups ?? {}
    if (day === undefined) return text
    const instant = new Date(time === undefined ? `${day}T00:00:00Z` : `${day}T${time}${offset ?? 'Z'}`)
    if (Number.isNaN(instant.getTime())) return text
    if (time === undefined) return this.#day.format(instant)
    if (offset !== undefined && this.#timeZone !== undefined) return this.#moment.format(instant)
    return this.#localMoment(instant, offset)
  }

  /** The time on the clock at the offset that the value itself has; without an offset, no zone is shown. */
  #localMoment(instant: Date, offset: string | undefined): string {
    const [, sign = '+', hours = '00', minutes = '00'] = /^([+-])(\d\d):(\d\d)$/.exec(offset ?? '') ?? []
    const offsetMs = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
    const zone = offsetMs === 0 ? 'UTC' : `UTC${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`
    const utc =
      this.#timeZone === undefined ? this.#moment : Formats.of(this.#moment.resolvedOptions().locale, undefined).#moment
    const parts = utc.formatToParts(new Date(instant.getTime() + offsetMs))
    const shown = parts.map(({ type, value }) => (type !== 'timeZoneName' ? value : offset === undefined ? '' : zone))
    return shown.join('').trim()
  }
}

const knownLanguage = (language: string): string =>
  attempt(() => Intl.getCanonicalLocales(language)[0], insteadOf(RangeError, undefined)) ?? 'en'

const knownTimeZone = (timeZone: string | undefined): string | undefined =>
  timeZone &&
  attempt(
    () => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone,
    insteadOf(RangeError, undefined),
  )

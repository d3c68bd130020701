/** Formats dates and numbers in a language. Created once for each language and time zone. */
export class Formats {
  readonly #number: Intl.NumberFormat
  readonly #day: Intl.DateTimeFormat
  readonly #moment: Intl.DateTimeFormat

  private constructor(language: string, timeZone: string) {
    // A four-digit year gets no separator; longer numbers do.
    this.#number = new Intl.NumberFormat(language, { useGrouping: 'min2', maximumFractionDigits: 10 })
    this.#day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
    this.#moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone })
  }

  static readonly #made = new Map<string, Formats>()

  /** @param language BCP 47; an unknown one becomes English */
  static of(language: string, timeZone: string): Formats {
    const key = `${language} ${timeZone}`
    let formats = Formats.#made.get(key)
    if (formats === undefined) {
      if (Formats.#made.size >= maxMade) Formats.#made.clear()
      formats = new Formats(knownLanguage(language), timeZone)
      Formats.#made.set(key, formats)
    }
    return formats
  }

  number(value: number): string {
    return this.#number.format(value)
  }

  /** A date or date-time (RFC 3339) in readable form; any other text unchanged. */
  date(text: string): string {
    const match = /^(\d{4}-\d\d-\d\d)(?:[Tt ](.+))?$/.exec(text)
    if (match === null) return text
    const moment = new Date(match[2] === undefined ? `${match[1]}T00:00:00Z` : text)
    if (Number.isNaN(moment.getTime())) return text
    return (match[2] === undefined ? this.#day : this.#moment).format(moment)
  }
}

const maxMade = 100

function knownLanguage(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en'
  } catch (error) {
    if (error instanceof RangeError) return 'en'
    throw error
  }
}

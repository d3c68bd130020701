const whole = /^-?(?:0|[1-9]\d*)$/
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** The number that a text spells as JSON does, unless reading would change it; `007`, `+49 30` and `1,000` are texts. */
export function spelledNumber(text: string): number | undefined {
  if (!decimal.test(text)) return undefined
  const value = Number(text)
  if (whole.test(text)) return Number.isSafeInteger(value) && String(value) === text ? value : undefined
  const digits = text
    .replace(/[eE].*$/, '')
    .replaceAll(/[-.]/g, '')
    .replace(/^0+/, '')
  if (digits === '') return 0
  return Number.isFinite(value) && value !== 0 && (digits.length <= 15 || String(value) === text) ? value : undefined
}

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  TRUE: true,
  True: true,
  false: false,
  FALSE: false,
  False: false,
}

/** The boolean that a text spells. */
export const spelledBoolean = (text: string): boolean | undefined =>
  Object.hasOwn(booleans, text) ? booleans[text] : undefined

/** A way of writing dates that leaves nothing to guess: years have four digits, and which number is the month is beyond doubt. */
export interface DateForm {
  /** How people write it. */
  name: string
  /** The date as RFC 3339 writes it; undefined when the text is not of this form, or names no day. */
  read(text: string): string | undefined
}

const months = 'january february march april may june july august september october november december'.split(' ')

function monthOf(word: string): number {
  const lower = word.toLowerCase()
  return 1 + months.findIndex(month => month === lower || (lower.length === 3 && month.startsWith(lower)))
}

function isoDate(year: string, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(2000, month - 1, day))
  date.setUTCFullYear(Number(year), month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function form(name: string, pattern: RegExp): DateForm {
  return {
    name,
    read(text) {
      const { year, month, word, day } = pattern.exec(text)?.groups ?? {}
      if (year === undefined || day === undefined) return undefined
      return isoDate(year, word === undefined ? Number(month) : monthOf(word), Number(day))
    },
  }
}

export const isoForm = form('YYYY-MM-DD', /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/)

/** The known forms; `03/04/1998` is none, for it is two different days in two countries. */
export const dateForms: readonly DateForm[] = [
  isoForm,
  form('YYYY/MM/DD', /^(?<year>\d{4})\/(?<month>\d\d?)\/(?<day>\d\d?)$/),
  form('DD.MM.YYYY', /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})$/),
  form('Mon DD YYYY', /^(?<word>[A-Za-z]{3,9}) (?<day>\d\d?),? (?<year>\d{4})$/),
  form('DD Mon YYYY', /^(?<day>\d\d?) (?<word>[A-Za-z]{3,9}) (?<year>\d{4})$/),
  form('DD-Mon-YYYY', /^(?<day>\d\d?)-(?<word>[A-Za-z]{3,9})-(?<year>\d{4})$/),
]

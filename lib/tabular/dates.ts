/** A date format that can be read unambiguously. */
export interface DateForm {
  /** The format as users write it. */
  name: string
  format: 'date' | 'date-time'
  /** The same date in the format of RFC 3339, or undefined when the text does not have this form or is not an existing day. */
  read(text: string): string | undefined
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const monthOf = (name: string): number => {
  const lower = name.toLowerCase()
  return 1 + (lower.length === 3 ? months.indexOf(lower) : monthNames.indexOf(lower))
}

/** A date of the (proleptic Gregorian) calendar, or undefined when it does not exist. */
function isoDate(year: string, month: number, day: number): string | undefined {
  const leap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0)
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  if (day < 1 || day > (lengths[month - 1] ?? 0)) return undefined
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function dateForm(name: string, pattern: RegExp): DateForm {
  const read = (text: string): string | undefined => {
    const { year, month, monthName, day } = pattern.exec(text)?.groups ?? {}
    if (year === undefined || day === undefined) return undefined
    return isoDate(year, monthName === undefined ? Number(month) : monthOf(monthName), Number(day))
  }
  return { name, format: 'date', read }
}

const dateTime =
  /^(?<date>\d{4}-\d\d-\d\d)T(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const isoForm = dateForm('YYYY-MM-DD', /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/)

const momentForm: DateForm = {
  name: 'RFC 3339',
  format: 'date-time',
  read(text) {
    const { date = '', hour, minute, second } = dateTime.exec(text)?.groups ?? {}
    const inTheDay = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
    return inTheDay && isoForm.read(date) !== undefined ? text : undefined
  },
}

/**
 * The known forms. All have years of four digits (no century is guessed) and an unambiguous order of day and month:
 * `03/04/1998` is two different dates in two countries, so it has none of these forms.
 */
export const dateForms: readonly DateForm[] = [
  isoForm,
  momentForm,
  dateForm('YYYY/MM/DD', /^(?<year>\d{4})\/(?<month>\d\d?)\/(?<day>\d\d?)$/),
  dateForm('DD.MM.YYYY', /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})$/),
  dateForm('Mon DD YYYY', /^(?<monthName>[A-Za-z]{3,9}) (?<day>\d\d?),? (?<year>\d{4})$/),
  dateForm('DD Mon YYYY', /^(?<day>\d\d?) (?<monthName>[A-Za-z]{3,9}) (?<year>\d{4})$/),
  dateForm('DD-Mon-YYYY', /^(?<day>\d\d?)-(?<monthName>[A-Za-z]{3,9})-(?<year>\d{4})$/),
]

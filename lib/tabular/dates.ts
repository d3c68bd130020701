import { isDate } from '../query/filters/dates.ts'

/** A date format that can be read unambiguously. */
export interface DateForm {
  /** The format as users write it. */
  name: string
  format: 'date' | 'date-time'
  /** The same date in the format of RFC 3339, or undefined when the text does not have this form or is not an existing day. */
  read(text: string): string | undefined
}

const months = [
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

/** The number of a month by its English name or the first three letters of it; 0 for another text. */
function monthOf(name: string): number {
  const lower = name.toLowerCase()
  return 1 + months.findIndex(month => month === lower || month.slice(0, 3) === lower)
}

/** A date of the (proleptic Gregorian) calendar, or undefined when it does not exist. */
function isoDate(year: string, month: number, day: number): string | undefined {
  const date = [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
  return isDate(date) ? date : undefined
}

function dateForm(name: string, pattern: RegExp): DateForm {
  const read = (text: string): string | undefined => {
    const { year, month, monthName, day } = pattern.exec(text)?.groups ?? {}
    if (year === undefined || day === undefined) return undefined
    return isoDate(year, monthName === undefined ? Number(month) : monthOf(monthName), Number(day))
  }
  return { name, format: 'date', read }
}

const isoForm = dateForm('YYYY-MM-DD', /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/)

const rfcMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
const moment =
  /^(?<date>\d{4}-\d\d-\d\d)[T ](?<clock>(?:[01]\d|2[0-3]):[0-5]\d)(?::(?<second>[0-5]\d(?:\.\d+)?))? ?(?:Z|UTC|(?<sign>[+-])(?<hours>[01]\d|2[0-3])(?::?(?<minutes>[0-5]\d))?)$/

/** A moment in the form of RFC 3339; the seconds, the minutes of the zone and the T can be missing in the text, the zone cannot. */
function readMoment(text: string): string | undefined {
  const { date = '', clock, second = '00', sign, hours, minutes = '00' } = moment.exec(text)?.groups ?? {}
  if (clock === undefined || isoForm.read(date) === undefined) return undefined
  return `${date}T${clock}:${second}${sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`}`
}

const momentForm: DateForm = {
  name: 'RFC 3339',
  format: 'date-time',
  read: text => (rfcMoment.test(text) ? readMoment(text) : undefined),
}

const looseMomentForm: DateForm = { name: 'YYYY-MM-DD hh:mm and a zone', format: 'date-time', read: readMoment }

/**
 * The known forms. All have years of four digits (no century is guessed) and an unambiguous order of day and month:
 * `03/04/1998` is two different dates in two countries, so it has none of these forms.
 */
export const dateForms: readonly DateForm[] = [
  isoForm,
  momentForm,
  looseMomentForm,
  dateForm('YYYY/MM/DD', /^(?<year>\d{4})\/(?<month>\d\d?)\/(?<day>\d\d?)$/),
  dateForm('DD.MM.YYYY', /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})$/),
  dateForm('Mon DD YYYY', /^(?<monthName>[A-Za-z]{3,9}) (?<day>\d\d?),? (?<year>\d{4})$/),
  dateForm('DD Mon YYYY', /^(?<day>\d\d?) (?<monthName>[A-Za-z]{3,9}) (?<year>\d{4})$/),
  dateForm('DD-Mon-YYYY', /^(?<day>\d\d?)-(?<monthName>[A-Za-z]{3,9})-(?<year>\d{4})$/),
]

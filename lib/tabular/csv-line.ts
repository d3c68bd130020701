import { jsonText } from '../json/stringify.ts'
import type { Json } from '../json/types.ts'
import { spelledNumber } from './spellings.ts'

/** The cell for a value. A number with an exponent has a point, without which the text could be a code (`1e5`). */
export function cellOf(value: Json): string {
  if (typeof value === 'string') return value
  const text = jsonText(value)
  return typeof value === 'number' ? text.replace(/^(-?\d+)e/, '$1.0e') : text
}

/** How to write CSV (RFC 4180). */
interface CsvForm {
  /** Default: a comma. */
  delimiter?: string | undefined
  /** Default: CR LF. */
  lineEnd?: string
  /** The file is for spreadsheet programs: it begins with a byte order mark, by which they recognise UTF-8, and no cell is run as a formula. It is not for importing again. */
  isForSpreadsheets?: boolean
}

/** Spreadsheet programs recognise UTF-8 by it. */
export const byteOrderMark = '\ufeff'

/** The beginning of a CSV file: its headings, as they are unless a program would run one of them. */
export function csvHead(headings: readonly string[], form: CsvForm): string {
  const isPlain = (heading: string): boolean => heading === '@id' || !isFormula(heading)
  const shown = form.isForSpreadsheets === true ? headings.map(one => (isPlain(one) ? one : `'${one}`)) : headings
  return (form.isForSpreadsheets === true ? byteOrderMark : '') + csvLine(shown, { ...form, isForSpreadsheets: false })
}

/** A line of a CSV file. */
export function csvLine(
  cells: readonly string[],
  { delimiter = ',', lineEnd = '\r\n', isForSpreadsheets = false }: CsvForm = {},
): string {
  const quoted = (text: string): string =>
    text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  const safe = (text: string): string => (isForSpreadsheets && isFormula(text) ? `'${text}` : text)
  return cells.map(cell => quoted(safe(cell))).join(delimiter) + lineEnd
}

/** Whether a spreadsheet program would run a text; also with the wide signs of East Asian keyboards. Negative numbers are none. */
const isFormula = (text: string): boolean =>
  /^[=+\-@\t\r＝＋－＠]/.test(text) && spelledNumber(text, { isDeclared: true }) === undefined

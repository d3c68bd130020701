import { numberProblem } from '../../../lib/json/numbers.ts'
import { currentLanguage } from '../i18n/current.ts'
import { numberSigns } from '../i18n/format.ts'
import type { Parameters } from '../i18n/message.ts'

/** Why a typed text is no value: the key of a message and its parameters besides `label`. */
export interface TypedProblem {
  key: string
  parameters?: Parameters
}

/** What a person typed: a value, or a problem that is shown beside the text. */
export type Typed<Value> = { value: Value; problem?: undefined } | { value?: undefined; problem: TypedProblem }

/** Spaces and apostrophes separate groups in some languages, and mean nothing else in any. */
const blanks = String.raw`\s'’`

/**
 * Read a number as a person writes it in the language of the admin: `1.234,5` in German is `1,234.5` in English. What `formatNumber` and
 * `formatMoney` write can be read back. Nothing is guessed: a text that another language would write is a problem that shows how it is written here.
 * @param unit a unit or currency sign that may stand before or after the number
 */
export function readNumber(text: string, unit = ''): Typed<number> {
  const { decimal, group } = numberSigns(currentLanguage.value)
  const bare = withoutUnit(text, unit)
  const token = tokenOf(bare, decimal, group)
  if (token !== undefined) {
    const value = Number(token)
    return numberProblem(token) === undefined ? { value } : { problem: { key: 'ui.numberNotExact' } }
  }
  const elsewhere = tokenOf(bare, group, decimal)
  if (elsewhere === undefined || numberProblem(elsewhere) !== undefined) return { problem: { key: 'ui.notNumber' } }
  return { problem: { key: 'ui.numberWrittenHere', parameters: { example: writeNumber(Number(elsewhere)) } } }
}

/** A number as it can be typed in the language of the admin: without groups, with all its digits. */
export const writeNumber = (value: number): string =>
  String(value).replace('.', numberSigns(currentLanguage.value).decimal)

function withoutUnit(text: string, unit: string): string {
  const plain = text
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/\u2212/g, '-')
    .trim()
  const [, sign = '', rest = plain] = /^([-+]?)\s*(.*)$/s.exec(plain) ?? []
  const bare = unit !== '' && rest.startsWith(unit) ? rest.slice(unit.length) : rest
  return sign + (unit !== '' && bare.endsWith(unit) ? bare.slice(0, -unit.length) : bare).trim()
}

/** The number in the notation of JSON; undefined if the text is none with these separators. */
function tokenOf(text: string, decimal: string, group: string): string | undefined {
  const grouped = new RegExp(`^([-+]?)([1-9]\\d{0,2}([${group}${blanks}])\\d{3}(?:\\3\\d{3})*)(?:[${decimal}](\\d*))?$`)
  const plain = new RegExp(`^([-+]?)(?:(\\d+)(?:[${decimal}](\\d*))?|[${decimal}](\\d+))(e[-+]?\\d+)?$`, 'i')
  const [, sign = '', whole = '', separator, fraction] = grouped.exec(text) ?? []
  if (separator !== undefined) return written(sign, whole.replace(/\D/g, ''), fraction)
  const found = plain.exec(text)
  return found === null ? undefined : written(found[1], found[2] ?? '0', found[3] ?? found[4], found[5])
}

const written = (sign: string | undefined, whole: string, fraction = '', exponent = ''): string =>
  `${sign === '-' ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}${exponent}`

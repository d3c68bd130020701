/** The character before the decimals of a number. */
export type DecimalSign = '.' | ','

/** How the numbers in texts are written. */
export interface NumberSpelling {
  decimal?: DecimalSign | undefined
  /** The text is for a property that is declared as a number, so that it is no code: `1E5` and a plus are read too. */
  isDeclared?: boolean
}

/** Texts that can only be numbers: codes have leading zeros, phone numbers a plus, and `1E5` is an article as well. */
const certain = /^(?:-?(?:0|[1-9]\d*)|[+-]?(?:(?:0|[1-9]\d*)\.\d*|\.\d+)(?:[eE][+-]?\d+)?)$/
const declared = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const wholeDigits = /^[+-]?\d+$/

/** The number that a text represents in exactly the form of JSON (`7`, `-0.5`, not `07` or `1.50`), or undefined. */
export function exactNumber(text: string): number | undefined {
  const value = Number(text)
  return Number.isFinite(value) && String(value) === text ? value : undefined
}

/**
 * The number that a text stands for, or undefined when it can be something else (`007`, `+49301234`, `1E5`, `-0`, `1,000`) or a digit would be lost:
 * whole numbers beyond ±(2^53−1), more digits than a double can represent.
 */
export function spelledNumber(
  written: string,
  { decimal = '.', isDeclared = false }: NumberSpelling = {},
): number | undefined {
  if (decimal === ',' && written.includes('.')) return undefined
  const text = decimal === ',' ? written.replace(',', '.') : written
  if (!(isDeclared ? declared : certain).test(text) || (text === '-0' && !isDeclared)) return undefined
  const value = Number(text)
  const isLost = wholeDigits.test(text) ? !Number.isSafeInteger(value) : digitsOf(text) !== digitsOf(String(value))
  return isLost || !Number.isFinite(value) ? undefined : value + 0 // no -0
}

/** Whether a number is written without decimals and exponent. */
export const hasWholeDigits = (text: string): boolean => wholeDigits.test(text)

/** The significant digits of a decimal number and their place, the same for all ways to write it. */
function digitsOf(text: string): string {
  const [, whole = '', decimals = '', exponent = '0'] = /^[+-]?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = (whole + decimals).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  return significant === ''
    ? '0'
    : `${significant}e${Number(exponent) - decimals.length + digits.length - significant.length}`
}

/** The boolean in a cell of a CSV file: `true` and `false`, also with capitals (`TRUE`, `True`). */
export function spelledBoolean(text: string): boolean | undefined {
  if (text === 'true' || text === 'TRUE' || text === 'True') return true
  return text === 'false' || text === 'FALSE' || text === 'False' ? false : undefined
}

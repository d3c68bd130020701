const jsonNumber = /^-?(?:0|[1-9]\d*)(?<rest>(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

/** The number that a text represents in exactly the form of JSON (`7`, `-0.5`, not `07` or `1.50`), or undefined. */
export function exactNumber(text: string): number | undefined {
  const value = Number(text)
  return Number.isFinite(value) && String(value) === text ? value : undefined
}

/**
 * The number in a cell of a CSV file, or undefined when it is not a number (`007`, `+49 30`, `1,000`) or would change
 * when read: whole numbers beyond ±(2^53−1), more digits than a double can represent, too small to differ from 0.
 */
export function spelledNumber(text: string): number | undefined {
  const match = jsonNumber.exec(text)
  if (match === null) return undefined
  const value = Number(text)
  if (match.groups?.['rest'] === '') return Number.isSafeInteger(value) && String(value) === text ? value : undefined
  const mantissa = text
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
  if (mantissa === '') return 0
  return Number.isFinite(value) && value !== 0 && (mantissa.length <= 15 || String(value) === text) ? value : undefined
}

/** The boolean in a cell of a CSV file: `true` and `false`, also with capitals (`TRUE`, `True`). */
export function spelledBoolean(text: string): boolean | undefined {
  if (text === 'true' || text === 'TRUE' || text === 'True') return true
  return text === 'false' || text === 'FALSE' || text === 'False' ? false : undefined
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?<rest>(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

/** The number that a text is exactly how JSON writes it (`7`, `-0.5`, not `07` or `1.50`), or undefined. */
export function exactNumber(text: string): number | undefined {
  const value = Number(text)
  return Number.isFinite(value) && String(value) === text ? value : undefined
}

/**
 * The number that a cell of a CSV file spells, or undefined when it spells none (`007`, `+49 30`, `1,000`) or one that would change
 * when read: whole numbers beyond ±(2^53−1), more digits than a double holds, too small to differ from 0.
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

/** The boolean that a cell of a CSV file spells: `true` and `false`, also with capitals (`TRUE`, `True`). */
export function spelledBoolean(text: string): boolean | undefined {
  if (text === 'true' || text === 'TRUE' || text === 'True') return true
  return text === 'false' || text === 'FALSE' || text === 'False' ? false : undefined
}

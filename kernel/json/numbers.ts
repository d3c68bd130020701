const integer = /^-?\d+$/
const significant = 17

/**
 * Why a number of a JSON text cannot be kept as a double without changing.
 * @param token the number as it was written
 * @returns what is wrong, or undefined when nothing is
 */
export function numberProblem(token: string): string | undefined {
  const value = Number(token)
  if (integer.test(token)) {
    return Number.isSafeInteger(value)
      ? undefined
      : 'an integer beyond ±(2^53−1) would lose digits; send it as a string'
  }
  if (!Number.isFinite(value)) return 'the number is too large'
  const digits = significantDigits(token)
  if (value === 0 && digits !== '') return 'the number is too close to zero, it would become 0'
  if (digits.length > significant) return 'the number has more than 17 significant digits; send it as a string'
  return undefined
}

/** The digits that count: without sign, point, exponent, and zeros at both ends. */
function significantDigits(token: string): string {
  const digits = token.replace(/[eE].*$/, '').replace(/[-.]/g, '')
  let from = 0
  let to = digits.length
  while (from < to && digits[from] === '0') from++
  while (to > from && digits[to - 1] === '0') to--
  return digits.slice(from, to)
}

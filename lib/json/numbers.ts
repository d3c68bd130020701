const integer = /^-?\d+$/
const maxSignificantDigits = 17

/**
 * The reason why a number of a JSON text cannot be stored as a double without changing.
 * @param token the number as written
 * @returns the problem, or undefined when there is none
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
  const isKept =
    significantDigits(String(value)) === digits || // as programs write it: the shortest text that is read as this double
    (digits.length > maxSignificantDigits
      ? isExact(token, value)
      : significantDigits(value.toPrecision(Math.max(1, digits.length))) === digits)
  return isKept ? undefined : 'the number would change, a double keeps 15 to 17 significant digits; send it as a string'
}

/** No double needs more characters for its exact value. */
const maxExactLength = 1_100
const bits = new DataView(new ArrayBuffer(8))

/** Whether a double is exactly the number that a token denotes. */
function isExact(token: string, value: number): boolean {
  if (token.length > maxExactLength) return false
  const [mantissa = '', exponent = '0'] = token.replace('-', '').toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const ten = Number(exponent) - fraction.length
  bits.setFloat64(0, Math.abs(value))
  const raw = bits.getBigUint64(0)
  const biased = Number(raw >> 52n)
  const significand = (raw & 0xfffffffffffffn) | (biased === 0 ? 0n : 1n << 52n)
  const two = Math.max(biased, 1) - 1075
  const power = (base: bigint, of: number): bigint => base ** BigInt(Math.max(of, 0))
  return (
    BigInt(whole + fraction) * power(10n, ten) * power(2n, -two) === significand * power(2n, two) * power(10n, -ten)
  )
}

/** The significant digits: without sign, point, exponent, and zeros at both ends. */
function significantDigits(token: string): string {
  const digits = token.replace(/[eE].*$/, '').replace(/[-.]/g, '')
  let from = 0
  let to = digits.length
  while (from < to && digits[from] === '0') from++
  while (to > from && digits[to - 1] === '0') to--
  return digits.slice(from, to)
}

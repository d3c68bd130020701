/**
 * Whether a number is a multiple of another, reading both as the decimals that JSON writes, so that 19.99 is one of 0.01.
 */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0
  const a = decimal(value)
  const b = decimal(divisor)
  const exponent = Math.min(a.exponent, b.exponent)
  const up = 10 ** (a.exponent - exponent)
  const down = 10 ** (b.exponent - exponent)
  const dividend = Number(a.digits) * up
  const unit = Number(b.digits) * down
  if (Number.isSafeInteger(dividend) && Number.isSafeInteger(unit)) return dividend % unit === 0
  return scaled(a, exponent) % scaled(b, exponent) === 0n
}

/** A number as an integer (its decimal digits) times a power of ten. */
interface Decimal {
  digits: string
  exponent: number
}

function decimal(value: number): Decimal {
  const [mantissa = '', power = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: whole + fraction, exponent: Number(power) - fraction.length }
}

const scaled = ({ digits, exponent }: Decimal, to: number): bigint => BigInt(digits) * 10n ** BigInt(exponent - to)

import type { Json } from './types.ts'

/** The smallest integer beyond 2^53 has sixteen digits. */
const largeInteger = /\d{16}/

/**
 * A value as JSON text that `parseJson` reads back as the same value: whole numbers beyond ±(2^53−1), which `parseJson` refuses as integers because
 * they may have lost digits, are written with an exponent (`1e+20`).
 */
export function jsonText(value: Json): string {
  const text = JSON.stringify(value)
  return largeInteger.test(text) ? writeValue(value) : text
}

function writeValue(value: Json): string {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) return value.toExponential()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(writeValue).join(',')}]`
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}:${writeValue(inner)}`)
    .join(',')}}`
}

import type { Json } from './types.ts'
import { forbiddenName } from './limits.ts'
import { numberProblem } from './numbers.ts'
import { isWellFormed } from './well-formed.ts'

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const letterU = 0x75
/** Shortest number without exponent that may be an integer beyond 2^53. */
const suspectLength = 16

/**
 * Whether a text that `JSON.parse` accepted has to be looked at closely. One pass over it; never false when a rule of
 * {@link import('./parse.ts').parseJson} is broken, seldom true when none is.
 */
export function mayBreakRules(text: string, value: Json, maxDepth: number): boolean {
  if (!isWellFormed(text)) return true
  const keys = countKeyTokens(text, maxDepth)
  return keys === suspicious || keys !== countKeys(value)
}

const suspicious = -1

/** How many keys the objects in a valid JSON text have, duplicates included, or {@link suspicious}. */
function countKeyTokens(text: string, maxDepth: number): number {
  const length = text.length
  let keys = 0
  let depth = 0
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) {
      i = endOfString(text, i + 1)
      if (i === suspicious) return suspicious
    } else if (code === colon) {
      keys++
    } else if (code >= 0x30 && code <= 0x39) {
      i = endOfNumber(text, i)
      if (i === suspicious) return suspicious
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return suspicious
    } else if (code === 0x7d || code === 0x5d) {
      depth--
    }
  }
  return keys
}

/** Index of the quote that ends the string whose content begins at `start`, or {@link suspicious} when an escape in it may be a forbidden one. */
function endOfString(text: string, start: number): number {
  let i = start
  for (;;) {
    const code = text.charCodeAt(i)
    if (code === quote) return i
    if (code === backslash) {
      if (text.charCodeAt(i + 1) === letterU) {
        const unit = escapedUnit(text, i)
        if (unit === 0) return suspicious
        if (unit >= 0xd800 && unit <= 0xdfff) {
          if (!isPair(unit, escapedUnit(text, i + 6))) return suspicious
          i += 6
        }
      }
      i++
    }
    i++
  }
}

/** The UTF-16 unit that the escape `\uXXXX` at this place stands for; NaN when there is none. */
const escapedUnit = (text: string, at: number): number =>
  text.charCodeAt(at) === backslash && text.charCodeAt(at + 1) === letterU
    ? Number.parseInt(text.slice(at + 2, at + 6), 16)
    : Number.NaN

const isPair = (high: number, low: number): boolean => high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff

/** Index of the last character of the number that has a digit at `start`, or {@link suspicious} when a double does not hold it. */
function endOfNumber(text: string, start: number): number {
  let exponent = false
  let i = start + 1
  for (; ; i++) {
    const code = text.charCodeAt(i)
    if ((code >= 0x30 && code <= 0x39) || code === 0x2e) continue
    if (code !== 0x65 && code !== 0x45 && code !== 0x2b && code !== 0x2d) break
    exponent = true
  }
  const unharmed = !exponent && i - start < suspectLength
  return unharmed || numberProblem(text.slice(start, i)) === undefined ? i - 1 : suspicious
}

/** How many keys the objects in a value have; NaN where a name is forbidden. The text has shown that it is not deep. */
function countKeys(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  let keys = 0
  if (Array.isArray(value)) {
    for (const item of value) keys += countKeys(item)
    return keys
  }
  for (const key in value) {
    if (key === forbiddenName) return Number.NaN
    keys++
    const inner = value[key]
    if (typeof inner === 'object') keys += countKeys(inner)
  }
  return keys
}

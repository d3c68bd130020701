import { checkJson, maxNesting } from './check.ts'
import type { Json } from './types.ts'

/**
 * The value of a JSON text (RFC 8259), as `JSON.parse` gives it, if nothing in it would be changed or lost by keeping it.
 *
 * @param text one JSON value, white space around it allowed
 * @param maxDepth deepest nesting of arrays and objects
 * @returns the value
 * @throws `BadRequest` naming what is wrong and where (line and column, and a JSON Pointer): malformed JSON, duplicate keys, integers
 * beyond ±(2^53−1), numbers that a double cannot hold, U+0000, lone surrogates, the member name `__proto__`, nesting deeper than `maxDepth`
 */
export function parseJson(text: string, maxDepth = maxNesting): Json {
  let value: Json
  try {
    value = JSON.parse(text)
  } catch (error) {
    checkJson(text, maxDepth)
    throw error
  }
  if (!isPlain(text, value, maxDepth)) checkJson(text, maxDepth)
  return value
}

/** An escaped U+0000 or surrogate, a forbidden name, an integer that may be beyond 2^53. */
const suspicious = /\\u(?:0000|d[89a-f])|__proto__|\d{16}/

/**
 * Whether a text keeps every rule for certain: written again its value is the same text, so that no key and no digit was lost. That holds for what
 * `JSON.stringify` writes, which is what most clients send; any other text is checked character by character.
 */
const isPlain = (text: string, value: Json, maxDepth: number): boolean =>
  !suspicious.test(text) && isNestedWithin(value, maxDepth) && JSON.stringify(value) === text

function isNestedWithin(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every(inner => isNestedWithin(inner, depth - 1))
}

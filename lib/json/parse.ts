import { checkJson, maxNesting } from './check.ts'
import { checkMembers, maxMembers } from './members.ts'
import type { Json } from './types.ts'
import { InvalidInput, attempt, insteadOf } from '../errors/index.ts'

/**
 * Parse a JSON text (RFC 8259) like `JSON.parse`, but refuse it if anything in it would be changed or lost.
 *
 * @param text one JSON value, optionally surrounded by white space
 * @param maxDepth deepest nesting of arrays and objects
 * @param maxObjectMembers how many members an object can have, at any depth
 * @returns the value
 * @throws `InvalidInput` naming the problem and its position (line and column, and a JSON Pointer): malformed JSON, duplicate keys, integers
 * beyond ±(2^53−1), numbers that a double cannot represent, U+0000, lone surrogates, the member name `__proto__`, nesting deeper than `maxDepth`, an
 * object with more members than allowed
 */
export function parseJson(text: string, maxDepth = maxNesting, maxObjectMembers = maxMembers): Json {
  checkMembers(text, maxObjectMembers)
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

/** {@link parseJson}, but undefined for a text that it refuses. */
export const parseJsonOrNothing = (
  text: string,
  ...limits: [maxDepth?: number, maxObjectMembers?: number]
): Json | undefined => attempt(() => parseJson(text, ...limits), insteadOf(InvalidInput, undefined))

/** An escaped U+0000 or surrogate, a forbidden name, an integer that may be beyond 2^53. */
const suspicious = /\\u(?:0000|d[89a-f])|__proto__|\d{16}/

/**
 * Whether a text certainly follows every rule: serializing its value gives the same text again, so no key and no digit was lost. This is true for the
 * output of `JSON.stringify`, which most clients send; any other text is checked character by character.
 */
const isPlain = (text: string, value: Json, maxDepth: number): boolean =>
  !suspicious.test(text) && isNestedWithin(value, maxDepth) && JSON.stringify(value) === text

/** Whether arrays and objects are nested at most so deep. */
export function isNestedWithin(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every(inner => isNestedWithin(inner, depth - 1))
}

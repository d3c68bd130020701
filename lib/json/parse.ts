import type { Json } from './types.ts'
import { explainJson } from './explain.ts'
import { maximumDepth } from './limits.ts'
import { mayBreakRules } from './scan.ts'

/**
 * The value of a JSON text (RFC 8259), as `JSON.parse` gives it, if nothing in it would be changed or lost by keeping it.
 *
 * @param text one JSON value, white space around it allowed
 * @param maxDepth deepest nesting of arrays and objects
 * @returns the value
 * @throws `BadRequest` naming what is wrong and where (line and column, and a JSON Pointer): malformed JSON, duplicate keys, integers
 * beyond ±(2^53−1), numbers that a double cannot hold, U+0000, lone surrogates, the member name `__proto__`, nesting deeper than `maxDepth`
 */
export function parseJson(text: string, maxDepth = maximumDepth): Json {
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    return explainJson(text, maxDepth)
  }
  if (mayBreakRules(text, value, maxDepth)) explainJson(text, maxDepth)
  return value
}

import type { Json } from '../contracts/json.ts'
import { explainJson } from './explain.ts'
import { mayBreakRules } from './scan.ts'

/**
 * The value of a JSON text (RFC 8259), as `JSON.parse` gives it, if nothing in it would be changed or lost by keeping it.
 *
 * Keys such as `__proto__` are ordinary own properties of the result; whatever copies it must keep them so (`cloneJson`).
 * @param text one JSON value, white space around it allowed
 * @returns the value
 * @throws `BadRequest` naming what is wrong and where (line and column, and a JSON Pointer): malformed JSON, duplicate keys, integers
 * beyond ±(2^53−1), numbers that a double cannot hold, U+0000, lone surrogates, nesting deeper than 64
 */
export function parseJson(text: string): Json {
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    return explainJson(text)
  }
  if (mayBreakRules(text, value)) explainJson(text)
  return value
}

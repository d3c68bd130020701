/**
 * A JSON value (RFC 8259) as `JSON.parse` gives it. Text is named before boolean, because Vue turns an empty text into `true` for a property
 * whose type names boolean first.
 */
export type Json = string | number | boolean | null | Json[] | JsonObject

/** A JSON object. Keys are data: look one up with `Object.hasOwn`, never by plain access on an unknown key. */
export interface JsonObject {
  [key: string]: Json
}

/** A JSON value that is neither array nor object. */
export type Scalar = null | boolean | number | string

/** The names of the JSON types in JSON Schema, except `integer`. */
export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object'

/** The name of the type of a value in JSON Schema, for a number `number`. */
export function typeOfJson(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Whether a value that comes from JSON is an object, neither array nor null. */
export const isObject = (value: unknown): value is JsonObject => isRecord(value)

/** The same for a value that need not come from JSON. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

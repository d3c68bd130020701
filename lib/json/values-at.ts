import type { Json, JsonObject, Scalar } from './types.ts'

/**
 * The values at a path: every scalar reached by following it. Arrays are traversed at every level, nested arrays too;
 * null and absent are left out. A name is always a property, never an array index.
 */
export function valuesAt(data: JsonObject, path: readonly string[]): Exclude<Scalar, null>[] {
  const values: Exclude<Scalar, null>[] = []
  for (const value of reached(data, path)) {
    if (value !== null && typeof value !== 'object') values.push(value)
  }
  return values
}

/** Everything except arrays that a path leads to, through arrays at every level; null included. */
export function* reached(value: Json, path: readonly string[], depth = 0): Generator<Exclude<Json, Json[]>> {
  if (Array.isArray(value)) {
    for (const item of value) yield* reached(item, path, depth)
    return
  }
  const name = path[depth]
  if (name === undefined) {
    yield value
    return
  }
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return
  const next = value[name]
  if (next !== undefined) yield* reached(next, path, depth + 1)
}

/** What is at a path through objects: null when there is nothing, an array if the path meets one. */
export function valueAt(data: JsonObject, path: readonly string[]): Json {
  let value: Json = data
  for (const name of path) {
    if (Array.isArray(value)) return value
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return null
    value = value[name] ?? null
  }
  return value
}

/** The single scalar at a path through objects, by which documents are sorted; null when there is none. */
export function scalarAt(data: JsonObject, path: readonly string[]): Scalar {
  const value = valueAt(data, path)
  return typeof value === 'object' ? null : value
}

import { isObject, isRecord } from './types.ts'
import type { Json, JsonObject } from './types.ts'

/** An own property of this name, never an inherited one; undefined when there is none. */
export const getOwn = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** The same object with other values. */
export const mapValues = <Value, Changed>(
  object: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Changed,
): Record<string, Changed> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))

/** The strings in a list; an empty list for any other value. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(one => typeof one === 'string') : []

/** Set an own property of any name: `__proto__` too becomes an ordinary property. */
export function setOwn<Value>(target: Record<string, Value>, key: string, value: Value): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  } else {
    target[key] = value
  }
}

/** A deep copy that shares nothing with the original. */
export function cloneJson<Value extends Json>(value: Value): Value
export function cloneJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(item => cloneJson(item))
  if (!isObject(value)) return value
  const copy: JsonObject = {}
  for (const [key, inner] of Object.entries(value)) setOwn(copy, key, cloneJson(inner))
  return copy
}

/**
 * JSON Merge Patch (RFC 7396): members of the patch replace those of the target, null removes one, objects merge.
 * @returns a new value; neither target nor patch is changed or shared
 */
export function mergePatch(target: Json | undefined, patch: JsonObject): JsonObject
export function mergePatch(target: Json | undefined, patch: Json): Json
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return cloneJson(patch)
  const result: JsonObject = isObject(target) ? cloneJson(target) : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key]
    else setOwn(result, key, mergePatch(getOwn(result, key), value))
  }
  return result
}

/** Whether null is a value, or among its members at any depth. */
export const holdsNull = (value: Json): boolean =>
  value === null || (isObject(value) && Object.values(value).some(holdsNull))

/** Whether two values are the same JSON value; the order of keys does not matter. */
export function equalJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => equalJson(item, b[index]))
  }
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && equalJson(a[key], b[key]))
}

/** A function that makes its result once for each object, and keeps it as long as the object exists. */
export function memoizeByObject<Key extends object, Result>(make: (key: Key) => Result): (key: Key) => Result {
  const made = new WeakMap<Key, { result: Result }>()
  return key => {
    let known = made.get(key)
    if (known === undefined) made.set(key, (known = { result: make(key) }))
    return known.result
  }
}

/** A function that makes its result when it is first called, and keeps it. */
export function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined
  return () => (made ??= { result: make() }).result
}

/** The values that have the same key, in their order. */
export function groupPairs<Key, Value>(pairs: Iterable<readonly [Key, Value]>): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (const [key, value] of pairs) {
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}

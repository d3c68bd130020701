import { LRUCache } from 'lru-cache'
import { memoizeByObject } from '../json/index.ts'
import type { JsonObject } from '../json/index.ts'

/** A function that makes its result once for each object, and once for objects with the same JSON text, of which the last 200 are known. */
export function memoizeByText<Result extends object>(
  make: (object: JsonObject) => Result,
): (object: JsonObject) => Result {
  const made = new LRUCache<string, Result>({ max: 200 })
  return memoizeByObject(object => {
    const text = JSON.stringify(object)
    const result = made.get(text) ?? make(object)
    made.set(text, result)
    return result
  })
}

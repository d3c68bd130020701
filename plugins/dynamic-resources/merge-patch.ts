import type { Json, JsonObject } from '../../lib/json/index.ts'

/** Apply a JSON Merge Patch (RFC 7396). Neither the target nor the patch is changed. */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map(Object.entries(target))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name)
    else merged.set(name, isObject(value) ? mergePatch(objectOr(merged.get(name)), value) : value)
  }
  return Object.fromEntries(merged)
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const objectOr = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

import { isObject, mapValues } from '../json/index.ts'
import type { Json, JsonObject } from '../json/index.ts'

/** What a draft may lack. */
const demanding = ['required', 'dependentRequired', 'minProperties'] as const

/**
 * The schema that drafts fulfil: nothing is required of the root and of objects that are reached through `properties`, `items` and `allOf`. Inside other
 * applicators, whose outcome depends on it, `required` applies.
 */
export function draftSchema(schema: JsonObject): JsonObject {
  const relaxed: JsonObject = {}
  for (const [name, value] of Object.entries(schema)) {
    if (value === undefined || demanding.some(one => one === name)) continue
    relaxed[name] = relaxedMember(name, value)
  }
  return relaxed
}

function relaxedMember(name: string, value: Json): Json {
  if (name === 'properties' && isObject(value)) return mapValues(value, relaxedSchema)
  if (name === 'items') return relaxedSchema(value)
  if (name === 'allOf' && Array.isArray(value)) return value.map(relaxedSchema)
  return value
}

/** A schema can be `true` or `false`, and `items` of draft-07 a list, which is left as it is. */
const relaxedSchema = (value: Json): Json => (isObject(value) ? draftSchema(value) : value)

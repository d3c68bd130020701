import { isObject, mapValues } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'

/** Keywords whose value maps names to schemas. */
const maps = new Set(['properties', '$defs'])
const lists = new Set(['allOf', 'anyOf', 'oneOf'])
const singles = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else'])

/** Apply a change to the direct subschemas of a schema, for the keywords to which schemas of OpenAPI 3.0 are translated. */
export function mapSubschemas(schema: JsonObject, change: (subschema: JsonObject) => JsonObject): JsonObject {
  const inner = (value: Json): Json => (isObject(value) ? change(value) : value)
  return mapValues(schema, (value, keyword) => {
    if (singles.has(keyword)) return inner(value)
    if (lists.has(keyword) && Array.isArray(value)) return value.map(inner)
    return maps.has(keyword) && isObject(value) ? mapValues(value, inner) : value
  })
}

/** A schema and those that apply to the same value, by `$ref` and `allOf`. */
export function schemasInPlace(schema: JsonObject, root: JsonObject): JsonObject[] {
  const found = new Set<JsonObject>([schema])
  for (const one of found) {
    const target = targetOf(one, root)
    if (target !== undefined) found.add(target)
    if (Array.isArray(one['allOf'])) for (const part of one['allOf']) if (isObject(part)) found.add(part)
  }
  return [...found]
}

/** The schema that a schema refers to in `$defs`. */
export function targetOf({ $ref }: JsonObject, { $defs }: JsonObject): JsonObject | undefined {
  const name = typeof $ref === 'string' ? /^#\/\$defs\/([^/]+)$/.exec($ref)?.[1] : undefined
  const target = name !== undefined && isObject($defs) ? $defs[name] : undefined
  return isObject(target) ? target : undefined
}

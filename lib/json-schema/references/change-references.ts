import { isObject } from '../../json/index.ts'
import type { Json, JsonObject } from '../../json/index.ts'

/** Keywords whose value is data of the schema's author, not schema. */
const dataKeywords = new Set(['const', 'enum', 'default', 'example', 'examples'])
/** Keywords whose value maps names to schemas. */
const mapKeywords = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
])

/**
 * Change every schema in a schema that refers to resources of a type (`x-resource-type`), at any place.
 * @param change gets such a schema, with the slug of the type; returns the same schema or another one
 * @returns the same object when none was changed
 */
export function changeReferences(
  schema: JsonObject,
  change: (reference: JsonObject, slug: string) => JsonObject,
): JsonObject {
  let isChanged = false
  const inSchema = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(inSchema)
    if (!isObject(value)) return value
    const slug = Object.hasOwn(value, 'x-resource-type') ? value['x-resource-type'] : undefined
    const changed = typeof slug === 'string' ? change(value, slug) : value
    isChanged ||= changed !== value
    return mapValues(changed, inKeyword)
  }
  const inKeyword = (value: Json, keyword: string): Json => {
    if (dataKeywords.has(keyword)) return value
    return mapKeywords.has(keyword) && isObject(value) ? mapValues(value, inSchema) : inSchema(value)
  }
  const result = inSchema(schema)
  return isChanged && isObject(result) ? result : schema
}

/** The slugs of the types that a schema names anywhere in `x-resource-type`. */
export function typesNamedIn(schema: JsonObject): Set<string> {
  const slugs = new Set<string>()
  changeReferences(schema, (reference, slug) => {
    slugs.add(slug)
    return reference
  })
  return slugs
}

const mapValues = (object: JsonObject, change: (value: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))

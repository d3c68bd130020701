import type { Json, JsonObject } from '../../lib/json/index.ts'

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
 * A schema in which every `x-resource-type` that names one slug names another.
 * @returns the same object when none did
 */
export function renameReferences(schema: JsonObject, from: string, to: string): JsonObject {
  let found = false
  const inSchema = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(inSchema)
    return isObject(value) ? mapValues(value, inKeyword) : value
  }
  const inKeyword = (value: Json, keyword: string): Json => {
    if (keyword === 'x-resource-type' && value === from) {
      found = true
      return to
    }
    if (dataKeywords.has(keyword)) return value
    return mapKeywords.has(keyword) && isObject(value) ? mapValues(value, inSchema) : inSchema(value)
  }
  const renamed = mapValues(schema, inKeyword)
  return found ? renamed : schema
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const mapValues = (object: JsonObject, change: (value: Json, key: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))

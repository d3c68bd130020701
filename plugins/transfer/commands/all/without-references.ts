import { isObject } from '../../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../../lib/json/index.ts'

/** Keywords whose value is data of the schema's author, not schema. */
const dataKeywords = new Set(['const', 'enum', 'default', 'example', 'examples'])
/** Keywords whose value maps names to schemas. */
const mapKeywords = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

const mapValues = (object: JsonObject, change: (value: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))

/**
 * A schema without the references to these types, for the time in which they are not there yet.
 * @returns the same object when it has none
 */
export function withoutReferences(schema: JsonObject, slugs: ReadonlySet<string>): JsonObject {
  let found = false
  const inSchema = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(inSchema)
    if (!isObject(value)) return value
    const slug = Object.hasOwn(value, 'x-resource-type') ? value['x-resource-type'] : undefined
    if (typeof slug !== 'string' || !slugs.has(slug)) return mapValues(value, inKeyword)
    found = true
    const { 'x-resource-type': _slug, 'x-on-archive': _onArchive, ...rest } = value
    return mapValues(rest, inKeyword)
  }
  const inKeyword = (value: Json, keyword: string): Json => {
    if (dataKeywords.has(keyword)) return value
    return mapKeywords.has(keyword) && isObject(value) ? mapValues(value, inSchema) : inSchema(value)
  }
  const without = inSchema(schema)
  return found && isObject(without) ? without : schema
}

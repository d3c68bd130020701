import { isObject } from '../api/transport/json.ts'
import type { JsonObject } from '../api/transport/json.ts'

/** The JSON types that a resolved schema allows, without null. */
export function typesOf(schema: JsonObject): string[] {
  const { type, properties, items, anyOf, oneOf } = schema
  if (typeof type === 'string') return type === 'null' ? [] : [type]
  if (Array.isArray(type)) return type.filter(one => typeof one === 'string').filter(one => one !== 'null')
  const choices = [anyOf, oneOf].find(Array.isArray)
  if (choices !== undefined) return [...new Set(choices.flatMap(choice => (isObject(choice) ? typesOf(choice) : [])))]
  if (isObject(properties)) return ['object']
  return items === undefined ? [] : ['array']
}

/** Whether null is allowed. */
export function allowsNull(schema: JsonObject): boolean {
  const { type, enum: values, anyOf, oneOf } = schema
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return true
  if (type === undefined && Array.isArray(values) && values.includes(null)) return true
  return [anyOf, oneOf].some(
    choices => Array.isArray(choices) && choices.some(choice => isObject(choice) && allowsNull(choice)),
  )
}

/** Replace `anyOf` or `oneOf` of one schema and null by that schema. */
export function withoutNull(schema: JsonObject): JsonObject {
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const choices = schema[keyword]
    if (!Array.isArray(choices)) continue
    const others = choices.filter(choice => !(isObject(choice) && choice['type'] === 'null'))
    const [only] = others
    if (others.length !== 1 || !isObject(only)) continue
    const { [keyword]: _choices, ...rest } = schema
    return { ...only, ...rest }
  }
  return schema
}

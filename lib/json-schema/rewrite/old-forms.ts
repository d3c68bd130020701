import type { Json, JsonObject } from '../../json/types.ts'
import { isObject } from '../../json/index.ts'
import type { Dialect } from '../tree/dialects.ts'

/** Each limit of a number, and the keyword that excludes the limit itself: up to draft-04 and in OpenAPI 3.0 a boolean. */
export const limits = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const

/**
 * What to write in place of a form that other drafts of JSON Schema, or OpenAPI 3.0, give a keyword.
 * @returns undefined for a form that the dialect has
 */
export function modernForm(key: string, value: Json, dialect: Dialect): string | undefined {
  const limit = limits.find(([, exclusive]) => exclusive === key)?.[0]
  if (limit !== undefined && typeof value === 'boolean')
    return `must be a number since draft-06: write the limit here, and leave ${limit} out`
  if (key === 'required' && typeof value === 'boolean')
    return 'must be an array since draft-04: name the property in the "required" of the object that contains it'
  if (
    key === 'type' &&
    (value === 'any' || (Array.isArray(value) && value.some(one => one === 'any' || isObject(one))))
  )
    return 'leave type out where any value is allowed, and write schemas into anyOf'
  const isOldList = (key === 'items' && Array.isArray(value)) || key === 'additionalItems'
  if (isOldList && dialect === '2020-12')
    return 'is a form of draft-07: write "$schema": "http://json-schema.org/draft-07/schema#", or prefixItems and items'
  if (key === 'id' && typeof value === 'string') return 'is called $id since draft-06'
  if (key === 'nullable' && typeof value === 'boolean') return 'is a keyword of OpenAPI 3.0: add "null" to type'
  if (key === '$recursiveRef' || key === '$recursiveAnchor')
    return 'is a keyword of 2019-09: write $dynamicRef, or $ref'
  return undefined
}

/**
 * Rewrite limits whose exclusion is a boolean.
 * @param result contains `minimum` and `maximum`; it is changed
 */
export function translateLimits(schema: JsonObject, result: JsonObject): void {
  for (const [limit, exclusive] of limits) {
    const value = result[limit]
    if (schema[exclusive] !== true || value === undefined) continue
    result[exclusive] = value
    delete result[limit]
  }
}

/** Rewrite `nullable` of OpenAPI 3.0: it has a meaning only together with `type`. @param result is changed */
export function translateNullable({ nullable, type, enum: values }: JsonObject, result: JsonObject): void {
  if (nullable !== true || typeof type !== 'string') return
  result['type'] = [type, 'null']
  // An enumeration must contain null to allow it, but an author who adds `nullable` to one does not mean that null is refused.
  if (Array.isArray(values) && !values.includes(null)) result['enum'] = [...values, null]
}

import type { JsonObject } from '../../../lib/json/index.ts'

/**
 * Convert the limits of a Schema Object of OpenAPI 3.0, where `exclusiveMinimum` and `exclusiveMaximum` are booleans, to JSON Schema
 * 2020-12.
 * @param result contains `minimum` and `maximum`; it is changed
 */
export function translateLimits(schema: JsonObject, result: JsonObject): void {
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (schema[exclusive] !== true || schema[limit] === undefined) continue
    result[exclusive] = schema[limit]
    delete result[limit]
  }
}

/** Convert `nullable` of OpenAPI 3.0 to JSON Schema: it has a meaning only together with `type`. @param result is changed */
export function translateNullable({ nullable, type, enum: values }: JsonObject, result: JsonObject): void {
  if (nullable !== true || typeof type !== 'string') return
  result['type'] = [type, 'null']
  // An enumeration must contain null to allow it, but an author who adds `nullable` to one does not mean that null is refused.
  if (Array.isArray(values) && !values.includes(null)) result['enum'] = [...values, null]
}

/**
 * Choices with titles. OpenAPI 3.0, which has no `const`, writes them as alternatives that each enumerate one value.
 * @returns the alternatives, with `const` if all of them are such choices
 */
export function translateChoices(alternatives: readonly JsonObject[]): JsonObject[] {
  const choices = alternatives.map(({ enum: values, ...rest }) => {
    const [value, ...others] = Array.isArray(values) ? values : []
    return value === undefined || others.length > 0 ? undefined : { const: value, ...rest }
  })
  return choices.every(choice => choice !== undefined) ? choices : [...alternatives]
}

import type { JsonObject } from '../../../lib/json/index.ts'

/**
 * The limits of a Schema Object of OpenAPI 3.0, where `exclusiveMinimum` and `exclusiveMaximum` are booleans, as JSON Schema 2020-12 writes
 * them.
 * @param result holds `minimum` and `maximum`; it is changed
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

/** `nullable` of OpenAPI 3.0 as JSON Schema writes it: it says something only beside `type`. @param result is changed */
export function translateNullable({ nullable, type, enum: values }: JsonObject, result: JsonObject): void {
  if (nullable !== true || typeof type !== 'string') return
  result['type'] = [type, 'null']
  // An enumeration must name null to allow it, but nobody who writes `nullable` beside one means that null is refused.
  if (Array.isArray(values) && !values.includes(null)) result['enum'] = [...values, null]
}

/**
 * Choices that people know by their titles. OpenAPI 3.0, which has no `const`, writes them as alternatives that each enumerate one value.
 * @returns the alternatives, with `const` where all of them are such choices
 */
export function translateChoices(alternatives: readonly JsonObject[]): JsonObject[] {
  const choices = alternatives.map(({ enum: values, ...rest }) => {
    const [value, ...others] = Array.isArray(values) ? values : []
    return value === undefined || others.length > 0 ? undefined : { const: value, ...rest }
  })
  return choices.every(choice => choice !== undefined) ? choices : [...alternatives]
}

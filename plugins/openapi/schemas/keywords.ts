import type { JsonObject } from '../../../lib/json/index.ts'

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

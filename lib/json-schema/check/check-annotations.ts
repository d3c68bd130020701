import type { Json, JsonObject } from '../../json/types.ts'
import { equalJson } from '../../json/index.ts'
import { readSchema } from '../compile-schema.ts'
import { Problems } from './problems.ts'
import type { Shape } from '../columns/shape.ts'
import { bit } from '../columns/type-set.ts'

/**
 * Check what a schema says to people, which nothing in the service depends on: a type whose stored schema has it wrong still opens, and can be changed.
 * @param before the schema in whose place it comes; what it says already is not checked
 * @throws `BadRequest` naming everything that is wrong
 */
export function checkAnnotations(schema: JsonObject | null, before: JsonObject | null): void {
  const chosen = schema === null ? undefined : schema['x-display-property']
  if (schema === null || chosen === undefined) return
  if (before !== null && equalJson(chosen, before['x-display-property'])) return
  const problems = new Problems('schema')
  checkDisplayProperty(chosen, readSchema(schema).root, problems)
  problems.refuse()
}

const displayable = bit.string | bit.integer | bit.fraction

/** It names one of the root's properties, whose values people can read. */
function checkDisplayProperty(value: Json, root: Shape, problems: Problems): void {
  const shape = typeof value === 'string' ? root.property(value) : undefined
  if (shape === undefined) problems.add('/x-display-property', 'must be the name of a property of the schema')
  else if ((shape.types & displayable) === 0) {
    problems.add('/x-display-property', 'must name a property that may be a text, a number or a date')
  }
}

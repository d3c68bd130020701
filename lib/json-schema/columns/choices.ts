import type { JsonObject } from '../../json/types.ts'
import { readSchema } from '../compile-schema.ts'
import type { Shape } from './shape.ts'

/**
 * Whether the values at a path are choices: an `enum`, or alternatives that are each a `const`.
 * @param schema one that `compileSchema` takes; null for a type without one
 */
export function hasChoices(schema: JsonObject | null, path: readonly string[]): boolean {
  if (schema === null) return false
  const shape = path.reduce<Shape | undefined>((at, name) => at?.property(name), readSchema(schema).root)
  return [...(shape?.nodes ?? [])].some(({ own }) => own.enum !== undefined || own.const !== undefined)
}

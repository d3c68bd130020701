import { isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'
import { isValidFor, rootPart } from '../../../schema/index.ts'
import type { Property } from '../../../schema/index.ts'

/**
 * Whether data meets a condition (`x-show-if`). A condition that takes too many steps counts as met, because a hidden field would be unreachable.
 * Inside a computed value the result updates when the patterns of the condition have been loaded.
 */
export const meets = (condition: Json | undefined, data: unknown): boolean =>
  isObject(condition) && isObject(data) ? isValidFor(rootPart(condition), data) : condition !== false

export const valueOf = ({ name }: Property, data: JsonObject): Json | undefined =>
  Object.hasOwn(data, name) ? data[name] : undefined

/** Whether a property is worth showing: its condition is met, or it has a value anyway. With `false` it is never shown. */
export function isRelevant(property: Property, data: JsonObject): boolean {
  const condition = property.schema['x-show-if']
  if (condition === false) return false
  return (valueOf(property, data) ?? null) !== null || condition === undefined || meets(condition, data)
}

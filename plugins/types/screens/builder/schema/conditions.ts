import { equalJson } from '../../../../../lib/json/objects.ts'
import { isObject } from '../../../../../lib/json/types.ts'
import type { Json, JsonObject } from '../../../../../lib/json/types.ts'

/** A condition for showing a field (`x-show-if`) that can be edited with three fields. */
export interface Condition {
  property: string
  operator: 'is' | 'isNot' | 'hasValue'
  /** Undefined until the user chooses one, and for `hasValue`. */
  value?: Json | undefined
}

const hasValue: JsonObject = { not: { type: 'null' } }

/** The schema that a resource must match. */
export function conditionSchema({ property, operator, value = null }: Condition): JsonObject {
  const withProperty = (part: JsonObject): JsonObject => ({ properties: { [property]: part }, required: [property] })
  if (operator === 'hasValue') return withProperty(hasValue)
  const is = withProperty({ const: value })
  return operator === 'is' ? is : { not: is }
}

/** Read a schema as a {@link Condition}; undefined when it expresses something else. */
export function readCondition(schema: Json | undefined): Condition | undefined {
  if (!isObject(schema)) return undefined
  const { not } = schema
  const isNegated = isObject(not)
  const { required, properties } = isNegated ? not : schema
  const property = Array.isArray(required) ? required[0] : undefined
  if (typeof property !== 'string') return undefined
  const part = isObject(properties) ? properties[property] : undefined
  const value = isObject(part) ? part['const'] : undefined
  const fits = [
    { property, operator: 'hasValue' as const },
    ...(value === undefined ? [] : [{ property, operator: isNegated ? ('isNot' as const) : ('is' as const), value }]),
  ]
  if (equalJson(schema, { required: [property] })) return fits[0]
  return fits.find(condition => equalJson(schema, conditionSchema(condition)))
}

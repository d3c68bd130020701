import { isObject } from '../../../../../lib/json/types.ts'
import type { Json, JsonObject } from '../../../../../lib/json/types.ts'

/** An option: a text value that a property can have. */
export interface ChoiceEntry {
  value: string
  /** Keywords of the option in `oneOf`, besides `const`; empty in an `enum`. */
  keywords: JsonObject
}

/** Whether the option has no keywords besides its value. */
export const isValueOnly = ({ keywords }: ChoiceEntry): boolean => Object.keys(keywords).every(key => key === 'const')

const isNull = (branch: Json): boolean =>
  isObject(branch) && (branch['const'] === null || (branch['const'] === undefined && branch['type'] === 'null'))

const isText = (branch: Json): boolean => isObject(branch) && typeof branch['const'] === 'string'

/** Whether all options are texts (apart from null): an `enum`, or `oneOf` with constants. */
export function isOfChoices({ enum: values, oneOf }: JsonObject): boolean {
  if (values !== undefined && oneOf !== undefined) return false
  if (Array.isArray(oneOf)) return oneOf.some(isText) && oneOf.every(branch => isText(branch) || isNull(branch))
  return Array.isArray(values) && values.every(value => typeof value === 'string' || value === null)
}

/** The options, without null. */
export function choicesIn({ enum: values, oneOf }: JsonObject): ChoiceEntry[] {
  if (!Array.isArray(oneOf))
    return (Array.isArray(values) ? values : []).flatMap(value =>
      typeof value === 'string' ? [{ value, keywords: {} }] : [],
    )
  return oneOf.flatMap(branch =>
    isObject(branch) && typeof branch['const'] === 'string' ? [{ value: branch['const'], keywords: branch }] : [],
  )
}

const withoutValue = ({ const: _value, ...keywords }: JsonObject): JsonObject => keywords

/** A schema with other options. An `enum` becomes `oneOf` only when an option has more than its value. Null stays allowed if it was. */
export function withChoices(schema: JsonObject, choices: readonly ChoiceEntry[]): JsonObject {
  const { enum: values, oneOf } = schema
  if (!Array.isArray(oneOf) && choices.every(isValueOnly)) {
    const withNull = Array.isArray(values) && values.includes(null)
    return { ...schema, enum: [...choices.map(({ value }) => value), ...(withNull ? [null] : [])] }
  }
  const nulls = Array.isArray(oneOf) ? oneOf.filter(isNull) : []
  if (Array.isArray(values) && values.includes(null)) nulls.push({ const: null })
  const branches = [
    ...choices.map(({ value, keywords }): Json => ({ const: value, ...withoutValue(keywords) })),
    ...nulls,
  ]
  if (Array.isArray(oneOf)) return { ...schema, oneOf: branches }
  const inPlace = Object.entries(schema).map(([key, value]): [string, Json] =>
    key === 'enum' ? ['oneOf', branches] : [key, value],
  )
  return Object.fromEntries(inPlace)
}

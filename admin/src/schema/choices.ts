import { equal, isObject } from '../api/transport/json.ts'
import type { Json, JsonObject } from '../api/transport/json.ts'
import { colorIn, colorOfValue } from './colors.ts'
import type { Color } from './colors.ts'
import { titleIn, titleOfValue } from './titles.ts'

/** A value that can be chosen. */
export interface Choice {
  value: Json
  /** Title in the language of the admin. */
  title: string
  /** Undefined means neutral. */
  color: Color | undefined
}

/** The allowed values of a resolved schema without null: from `enum`, `const`, or `oneOf` (`anyOf`) of constants. Undefined when any value is allowed. */
export function choicesOf(schema: JsonObject): Choice[] | undefined {
  const { enum: values, const: only } = schema
  const parts = alternatives(schema)
  if (!Array.isArray(values) && only === undefined) return parts?.map(part => choice(part['const'] ?? null, part))
  return (Array.isArray(values) ? values : [only ?? null])
    .filter(value => value !== null)
    .map(value => choice(value, parts?.find(part => equal(part['const'], value)) ?? {}))
}

/** The alternatives that are single constants, without null. */
function alternatives({ oneOf, anyOf }: JsonObject): JsonObject[] | undefined {
  for (const branches of [oneOf, anyOf]) {
    if (!Array.isArray(branches)) continue
    const parts = branches.filter(isObject)
    const own = parts.filter(part => part['type'] !== 'null' && part['const'] !== null)
    if (parts.length === branches.length && own.length > 0 && own.every(part => 'const' in part)) return own
  }
  return undefined
}

const choice = (value: Json, part: JsonObject): Choice => ({
  value,
  title: titleIn(part) ?? titleOfValue(value),
  color: 'x-color' in part ? colorIn(part) : colorOfValue(value),
})

/** The choice of a value; a value that the schema does not list (any more) gets a readable title, too. */
export const choiceOf = (choices: readonly Choice[] | undefined, value: Json): Choice =>
  choices?.find(one => equal(one.value, value)) ?? choice(value, {})

import { equal } from '../api/transport/json.ts'
import type { Json, JsonObject } from '../api/transport/json.ts'
import { colorIn, colorOfValue } from './colors.ts'
import type { Color } from './colors.ts'
import { textOf, titleIn, titleOfValue } from './titles.ts'

/** A value that can be chosen. */
export interface Choice {
  value: Json
  /** Title in the language of the admin. */
  title: string
  /** Undefined means neutral. */
  color: Color | undefined
}

/** A choice as lists and forms show it. @param schema the keywords of its schema */
export const choiceWith = (value: Json, schema: JsonObject): Choice => ({
  value,
  title: titleIn(schema) ?? titleOfValue(value),
  color: 'x-color' in schema ? colorIn(schema) : colorOfValue(value),
})

/** Several choices; those that would have the same title also show their value. */
export function choicesWith(described: readonly { value: Json; schema: JsonObject }[]): Choice[] {
  const choices = described.map(({ value, schema }) => choiceWith(value, schema))
  const titles = choices.map(({ title }) => title)
  const repeated = new Set([...titles].sort().filter((title, at, sorted) => title === sorted[at - 1]))
  return choices.map(one => (repeated.has(one.title) ? { ...one, title: `${one.title} (${textOf(one.value)})` } : one))
}

/** The choice of a value; a value that the schema does not list (any more) gets a readable title, too. */
export const choiceOf = (choices: readonly Choice[] | undefined, value: Json): Choice =>
  choices?.find(one => equal(one.value, value)) ?? choiceWith(value, {})

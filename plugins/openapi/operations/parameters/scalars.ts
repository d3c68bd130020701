import { parseJsonOrNothing } from '../../../../lib/json/index.ts'
import type { Json } from '../../../../lib/json/index.ts'
import type { ValueShape } from '../shape.ts'

/** A number as JSON writes it. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * Convert a text of a parameter or a form to its value. A text that matches none of the allowed types stays a text, which the
 * validator then refuses; booleans are only `true` and `false`, numbers follow the rules for bodies.
 */
export function readScalar(text: string, { types }: Pick<ValueShape, 'types'>): Json {
  if (types.has('null') && text === 'null' && !types.has('string')) return null
  if ((types.has('number') || types.has('integer')) && number.test(text)) return parseJsonOrNothing(text) ?? text // a number that could not be stored exactly stays a text
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** Whether texts of this shape can contain commas. */
export const mayHaveCommas = ({ types }: Pick<ValueShape, 'types'>): boolean => types.size === 0 || types.has('string')

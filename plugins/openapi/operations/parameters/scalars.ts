import { BadRequest } from '../../../../kernel/index.ts'
import { parseJson } from '../../../../lib/json/index.ts'
import type { Json } from '../../../../lib/json/index.ts'
import type { ValueShape } from '../shape.ts'

/** A number as JSON writes it. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * A text of a parameter or a form as the value that it stands for. A text that is none of the types that are allowed stays a text, for the
 * validator to refuse; booleans are `true` and `false` alone, numbers those that a body may have.
 */
export function readScalar(text: string, { types }: Pick<ValueShape, 'types'>): Json {
  if (types.has('null') && text === 'null' && !types.has('string')) return null
  if ((types.has('number') || types.has('integer')) && number.test(text)) return readNumber(text)
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** The number, or the text of one that would not be kept exactly. */
function readNumber(text: string): Json {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof BadRequest) return text
    throw error
  }
}

/** Whether texts of this shape may have commas in them. */
export const mayHaveCommas = ({ types }: Pick<ValueShape, 'types'>): boolean => types.size === 0 || types.has('string')

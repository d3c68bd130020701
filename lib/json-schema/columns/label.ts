import type { Json, JsonObject } from '../../json/types.ts'
import type { Shape } from './shape.ts'
import { bit } from './type-set.ts'

/** Properties that name a resource to people, whether its schema declares them or not. */
export const usualNames = ['name', 'title', 'headline']

/**
 * The properties by which resources may be named, the best first: the one that the schema chooses, the usual ones, the required texts, the other texts.
 * @param chosen value of `x-display-property`
 */
export function labelProperties(chosen: Json | undefined, root: Shape): string[] {
  const texts = root.names().filter(name => isText(root.property(name)))
  const required = new Set(
    [...root.nodes].flatMap(({ own }) => (Array.isArray(own.required) ? own.required : [])).map(String),
  )
  return [
    ...new Set([
      ...(typeof chosen === 'string' ? [chosen] : []),
      ...usualNames,
      ...texts.filter(name => required.has(name)),
      ...texts,
    ]),
  ]
}

const keywordsOfOthers = ['format', 'enum', 'x-resource-type', 'contentMediaType']

/** Whether a property holds texts that people wrote: no choices, references, dates or documents. */
function isText(shape: Shape | undefined): boolean {
  if (shape === undefined || (shape.types & ~(bit.string | bit.null)) !== 0 || (shape.types & bit.string) === 0)
    return false
  return ![...shape.nodes].some(({ own }) => keywordsOfOthers.some(keyword => own[keyword] !== undefined))
}

/** @returns what gives the value of the first of these properties that has one; null, empty and blank texts are none */
export function labeler(properties: readonly string[]): (data: JsonObject) => string | undefined {
  return data => {
    for (const name of properties) {
      const value = Object.hasOwn(data, name) ? data[name] : undefined
      if (typeof value === 'number') return String(value)
      if (typeof value === 'string' && value.trim() !== '') return value
    }
    return undefined
  }
}

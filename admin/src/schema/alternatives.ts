import { isObject } from '../api/transport/json.ts'
import type { JsonObject } from '../api/transport/json.ts'
import { choicesOf } from './choices.ts'
import { typesOf } from './json-types.ts'
import type { Property } from './properties.ts'

/** The alternatives of a value: branches of `oneOf` or `anyOf`, or the types of a union; empty when there is no choice. */
export function alternativesOf(schema: JsonObject): JsonObject[] {
  const { oneOf, anyOf, type, ...rest } = schema
  const branches = [oneOf, anyOf].find(Array.isArray)
  if (branches !== undefined && choicesOf(schema) === undefined) {
    const others = branches.filter(isObject).filter(one => one['type'] !== 'null')
    const isAllTexts = others.every(one => typesOf(one).join() === 'string' && choicesOf(one) === undefined)
    return isAllTexts && others.length > 1 && typesOf(schema).length === 1 ? [] : others
  }
  const types = Array.isArray(type) ? type.filter(one => one !== 'null') : []
  if (types.length < 2 || (types.length === 2 && types.includes('integer') && types.includes('number'))) return []
  return types.map(one => ({ ...rest, type: one }))
}

/** Whether a form first asks for the alternative that a value belongs to. */
export const hasAlternatives = ({ schema, items, choices, refersTo }: Omit<Property, 'kind'>): boolean =>
  items === undefined && choices === undefined && refersTo === undefined && alternativesOf(schema).length > 1

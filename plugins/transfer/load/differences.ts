import { equalJson, isObject } from '../../../lib/json/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import type { ReadyRow } from './batches.ts'
import type { Found } from './find.ts'

/**
 * Names of the properties that a row would change in the resource that has its id. What a row does not say is no difference, and neither is a
 * reference that an interrupted import left to be set.
 */
export function differencesOf({ data, later = {}, content }: ReadyRow, found: Found): string[] {
  return Object.entries(content ?? { ...data, ...later })
    .filter(([name, value]) => !isHeldBy(value, memberOf(found.data, name)) && !isLeft(name))
    .map(([name]) => name)

  function isLeft(name: string): boolean {
    return Object.hasOwn(later, name) && found.sequence_no === 1 && !Object.hasOwn(found.data, name)
  }
}

/** Whether merging a value (RFC 7396) changes nothing in what is stored; null and absent are the same. */
function isHeldBy(value: Json, stored: Json): boolean {
  if (!isObject(value) || !isObject(stored)) return equalJson(value, stored)
  return Object.entries(value).every(([name, inner]) => isHeldBy(inner, memberOf(stored, name)))
}

const memberOf = (object: { [name: string]: Json }, name: string): Json =>
  Object.hasOwn(object, name) ? (object[name] ?? null) : null

/** Whether a row says itself which resource it is. */
export const hasOwnId = ({ row }: ReadyRow): boolean => Object.hasOwn(row, '@id')

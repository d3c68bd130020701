import { getOwn } from '../../lib/json/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'

/** A property that is a text; undefined when it is anything else. */
export function textAt(data: JsonObject, name: string): string | undefined {
  const value = getOwn(data, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A property that is a number above 0; undefined when it is anything else. */
export function amountAt(data: JsonObject, name: string): number | undefined {
  const value = getOwn(data, name)
  return typeof value === 'number' && value > 0 ? value : undefined
}

/** The claim of all writes that depend on the contents of the account's default pantry. */
export const pantryClaim = 'meal-planning pantry'

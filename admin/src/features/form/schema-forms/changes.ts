import { equal } from '../../../api/json.ts'
import type { JsonObject } from '../../../api/json.ts'

/** The properties in which two states of a resource differ; null and absent are not the same. */
export const changedNames = (before: JsonObject, after: JsonObject): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(name => !equal(before[name], after[name]))

/** How many properties differ. */
export const countChanges = (before: JsonObject, after: JsonObject): number => changedNames(before, after).length

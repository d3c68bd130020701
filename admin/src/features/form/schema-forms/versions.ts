import { equal } from '../../../api/transport/json.ts'
import type { JsonObject } from '../../../api/transport/json.ts'
import { propertiesFor } from '../../../schema/index.ts'
import type { Property } from '../../../schema/index.ts'

/** The properties in which two versions of a resource differ; null differs from absent. */
const changedNames = (before: JsonObject, after: JsonObject): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(name => !equal(before[name], after[name]))

/** The number of properties that differ. */
export const countChanges = (before: JsonObject, after: JsonObject): number => changedNames(before, after).length

/** The side that a version of a field belongs to. */
export type Side = 'mine' | 'theirs'

/** A field in which two versions differ, and which side changed it. */
interface StaleField {
  property: Property
  changedBy: Side | 'both'
}

/** The fields in which two versions of a resource differ, in the order of the schema. @param base the version that both started from */
export function staleFields(
  schema: JsonObject | undefined,
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
): StaleField[] {
  return propertiesFor(changedNames(mine, theirs), schema, { ...theirs, ...mine })
    .filter(({ isReadOnly }) => !isReadOnly)
    .map(property => ({ property, changedBy: changedBy(property.name, base, mine, theirs) }))
}

function changedBy(name: string, base: JsonObject, mine: JsonObject, theirs: JsonObject): StaleField['changedBy'] {
  if (equal(base[name], mine[name])) return 'theirs'
  return equal(base[name], theirs[name]) ? 'mine' : 'both'
}

/** Their version, with my values where mine was chosen. */
export function mergeChoices(
  fields: readonly StaleField[],
  chosen: Readonly<Record<string, Side>>,
  mine: JsonObject,
  theirs: JsonObject,
): JsonObject {
  const merged = new Map(Object.entries(theirs))
  for (const { property } of fields) {
    if (chosen[property.name] !== 'mine') continue
    const value = Object.hasOwn(mine, property.name) ? mine[property.name] : undefined
    if (value === undefined) merged.delete(property.name)
    else merged.set(property.name, value)
  }
  return Object.fromEntries(merged)
}

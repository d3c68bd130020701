import type { StoredDocument } from '../../../kernel/index.ts'
import { isIdOf } from '../../../lib/json-schema/index.ts'
import type { FoundReference, ReferenceProperty } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { readData, valuesAt } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import { groupPairs } from '../../../lib/json/index.ts'

/** The ids in a place, each once. */
export const idsAt = (data: JsonObject, { path }: Pick<ReferenceProperty, 'path'>): Set<string> =>
  new Set(valuesAt(data, path).filter(value => typeof value === 'string'))

/**
 * The new references of a change. An id that the resource already had in the same place is not new.
 * @param find finds the references in data
 * @param before the data before; undefined on create
 */
export function newReferences(
  find: (data: JsonObject) => FoundReference[],
  before: JsonObject | undefined,
  data: JsonObject,
): FoundReference[] {
  const existing = new Set(before === undefined ? [] : find(before).map(keyOf))
  return find(data).filter(found => !existing.has(keyOf(found)))
}

const keyOf = ({ name, id }: FoundReference): string => JSON.stringify([name, id])

/** Whether this reference prevents a resource from being archived. */
export const isRestricting = ({ id, restricts }: FoundReference): boolean => isIdOf(restricts, id)

/** Ids of resources by the slug of their type. */
export const groupBySlug = (ids: Iterable<string>): Map<string, string[]> =>
  groupPairs(Array.from(new Set(ids), id => [id.split(':', 2)[1] ?? '', id]))

/** Every reference in a stored resource, whose data are not parsed if its type has no references. */
export const referencesOf = ({ compiled }: ResourceType, document: StoredDocument): FoundReference[] =>
  compiled.referenceSchema === undefined ? [] : compiled.referencesIn(readData(document))

/**
 * The ids that references lead to; texts that cannot be ids of the referenced types are left out.
 * @param names of the requested references, in this order (`CompiledSchema.referenceNames`); by default all
 */
export function referredIds(found: readonly FoundReference[], names?: readonly string[]): Set<string> {
  const wanted = names === undefined ? found : names.flatMap(one => found.filter(({ name }) => isUnder(name, one)))
  const ids = new Set<string>()
  for (const { id, type_slugs } of wanted) if (isIdOf(type_slugs, id)) ids.add(id)
  return ids
}

const isUnder = (name: string, wanted: string): boolean => name === wanted || name.startsWith(`${wanted}.`)

import type { FoundReference, ReferenceProperty } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { valuesAt } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'

/** A reference that data hold, and the name of the place. */
export type HeldReference = Omit<FoundReference, 'path'>

/** The ids that stand in a place, each once. */
export const idsAt = (data: JsonObject, { path }: Pick<ReferenceProperty, 'path'>): Set<string> =>
  new Set(valuesAt(data, path).filter(value => typeof value === 'string'))

/** The references that data of a type hold: those at its paths, unless they may stand elsewhere, where the data are searched along with the schema. */
export function referencesIn({ compiled }: ResourceType, data: JsonObject): HeldReference[] {
  if (!compiled.referencesByPath) return compiled.referencesIn(data)
  return compiled.references.flatMap(reference => [...idsAt(data, reference)].map(id => ({ ...reference, id })))
}

/**
 * What a change newly refers to. Where the resource held an id before, it may keep it.
 * @param before the data before; undefined on create
 */
export function newReferences(type: ResourceType, before: JsonObject | undefined, data: JsonObject): HeldReference[] {
  const held = new Set(before === undefined ? [] : referencesIn(type, before).map(keyOf))
  return referencesIn(type, data).filter(found => !held.has(keyOf(found)))
}

const keyOf = ({ name, id }: HeldReference): string => JSON.stringify([name, id])

/** Whether a text could be the id of a resource of one of these types. */
export const isIdOf = (slugs: readonly string[], id: string): boolean =>
  slugs.some(slug => id.startsWith(`urn:${slug}:`))

/** Whether a resource cannot be archived while this reference is there. */
export const isRestricting = ({ id, restricts }: HeldReference): boolean => isIdOf(restricts, id)

/** Ids of resources by the slug of their type. */
export function groupBySlug(ids: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const id of new Set(ids)) {
    const [, slug = ''] = id.split(':')
    const group = groups.get(slug)
    if (group === undefined) groups.set(slug, [id])
    else group.push(id)
  }
  return groups
}

/**
 * The ids that data of a type refer to; texts that no resource of the types there could have are left out.
 * @param names of the references wanted, in this order (`CompiledSchema.referenceNames`); by default all
 */
export function referredIds(type: ResourceType, data: JsonObject, names?: readonly string[]): Set<string> {
  const found = names?.length === 0 ? [] : referencesIn(type, data)
  const wanted = names === undefined ? found : names.flatMap(one => found.filter(({ name }) => isUnder(name, one)))
  return new Set(wanted.filter(({ id, type_slugs }) => isIdOf(type_slugs, id)).map(({ id }) => id))
}

const isUnder = (name: string, wanted: string): boolean => name === wanted || name.startsWith(`${wanted}.`)

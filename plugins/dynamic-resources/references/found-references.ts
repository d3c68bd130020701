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
 * @param before the data before; null on create
 */
export function newReferences(type: ResourceType, before: JsonObject | null, data: JsonObject): HeldReference[] {
  const held = new Set(before === null ? [] : referencesIn(type, before).map(keyOf))
  return referencesIn(type, data).filter(found => !held.has(keyOf(found)))
}

const keyOf = ({ name, id }: HeldReference): string => JSON.stringify([name, id])

/** Whether a resource cannot be archived while this reference is there. */
export const isRestricting = ({ id, restricts }: HeldReference): boolean => slugOf(restricts, id) !== undefined

/** The slug of the type, among these, whose id this could be. */
export const slugOf = (slugs: readonly string[], id: string): string | undefined =>
  slugs.find(slug => id.startsWith(`urn:${slug}:`))

/** Ids of resources by the slug of their type. */
export type IdsBySlug = Map<string, Set<string>>

/** Add an id to those of its type; one that no resource of these types could have is left out. */
export function addId(ids: IdsBySlug, slugs: readonly string[], id: string): void {
  const slug = slugOf(slugs, id)
  if (slug !== undefined) ids.set(slug, (ids.get(slug) ?? new Set()).add(id))
}

/**
 * The ids that data of a type refer to, by the slug of their type.
 * @param names of the references wanted, in this order (`CompiledSchema.referenceNames`); by default all
 */
export function referredIds(type: ResourceType, data: JsonObject, names?: readonly string[]): IdsBySlug {
  const ids: IdsBySlug = new Map()
  const found = names?.length === 0 ? [] : referencesIn(type, data)
  const wanted = names === undefined ? found : names.flatMap(one => found.filter(({ name }) => isUnder(name, one)))
  for (const { id, type_slugs } of wanted) addId(ids, type_slugs, id)
  return ids
}

const isUnder = (name: string, wanted: string): boolean => name === wanted || name.startsWith(`${wanted}.`)

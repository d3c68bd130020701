import type { FoundReference, ReferenceProperty } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { valuesAt } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'

/** A reference in data, and the name of its place. */
export type HeldReference = Omit<FoundReference, 'path'>

/** The ids in a place, each once. */
export const idsAt = (data: JsonObject, { path }: Pick<ReferenceProperty, 'path'>): Set<string> =>
  new Set(valuesAt(data, path).filter(value => typeof value === 'string'))

/** The references in data of a type: those at its paths; when references can be elsewhere, the data are searched along with the schema. */
export function referencesIn({ compiled }: ResourceType, data: JsonObject): HeldReference[] {
  if (!compiled.referencesByPath) return compiled.referencesIn(data)
  return compiled.references.flatMap(reference => {
    const { name, type_slugs, restricts } = reference
    return [...idsAt(data, reference)].map(id => ({ name, type_slugs, restricts, id }))
  })
}

/**
 * The new references of a change. An id that the resource already had in the same place is not new.
 * @param before the data before; undefined on create
 */
export function newReferences(type: ResourceType, before: JsonObject | undefined, data: JsonObject): HeldReference[] {
  const held = new Set(before === undefined ? [] : referencesIn(type, before).map(keyOf))
  return referencesIn(type, data).filter(found => !held.has(keyOf(found)))
}

const keyOf = ({ name, id }: HeldReference): string => JSON.stringify([name, id])

/** Whether a text can be the id of a resource of one of these types. */
export const isIdOf = (slugs: readonly string[], id: string): boolean =>
  slugs.some(slug => id.startsWith(`urn:${slug}:`))

/** Whether this reference prevents a resource from being archived. */
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
 * The ids that data of a type refer to; texts that cannot be ids of the referenced types are left out.
 * @param names of the requested references, in this order (`CompiledSchema.referenceNames`); by default all
 */
export function referredIds(type: ResourceType, data: JsonObject, names?: readonly string[]): Set<string> {
  const found = names?.length === 0 ? [] : referencesIn(type, data)
  const wanted = names === undefined ? found : names.flatMap(one => found.filter(({ name }) => isUnder(name, one)))
  return new Set(wanted.filter(({ id, type_slugs }) => isIdOf(type_slugs, id)).map(({ id }) => id))
}

const isUnder = (name: string, wanted: string): boolean => name === wanted || name.startsWith(`${wanted}.`)

import { valuesAt } from '../../../kernel/index.ts'
import type { Condition, JsonObject, ReferenceProperty, ResourceType } from '../../../kernel/index.ts'

/** A place in the data of a type that refers to other resources. */
export interface ReferencePlace {
  /** Its path as people write it. */
  name: string
  path: readonly string[]
  /** Slugs of the types that it may refer to. */
  type_slugs: readonly string[]
  /** Those of them whose resources cannot be archived while they are referred to from here. */
  restricts: readonly string[]
}

const places = new WeakMap<readonly ReferenceProperty[], ReferencePlace[]>()

/** The places of a type that refer to other resources, in the order of the schema. */
export function placesOf({ compiled: { references } }: Pick<ResourceType, 'compiled'>): readonly ReferencePlace[] {
  let known = places.get(references)
  if (known === undefined) {
    const names = new Set(references.map(({ path }) => path.join('.')))
    known = [...names].map(name =>
      placeOf(
        name,
        references.filter(({ path }) => path.join('.') === name),
      ),
    )
    places.set(references, known)
  }
  return known
}

const placeOf = (name: string, references: readonly ReferenceProperty[]): ReferencePlace => ({
  name,
  path: references[0]?.path ?? [],
  type_slugs: references.map(({ type_slug }) => type_slug),
  restricts: references.filter(({ on_archive }) => on_archive === 'restrict').map(({ type_slug }) => type_slug),
})

/** The ids that stand in a place, each once. */
export const idsAt = (data: JsonObject, { path }: Pick<ReferencePlace, 'path'>): Set<string> =>
  new Set(valuesAt(data, path).filter(value => typeof value === 'string'))

/** Ids that a change newly writes into a place. */
export interface NewReferences {
  place: ReferencePlace
  ids: readonly string[]
}

/**
 * What a change newly refers to. Where the resource held an id before, it may keep it.
 * @param before the data before; null on create
 */
export function newReferences(type: ResourceType, before: JsonObject | null, data: JsonObject): NewReferences[] {
  return placesOf(type).flatMap(place => {
    const held = before === null ? new Set<string>() : idsAt(before, place)
    const ids = [...idsAt(data, place)].filter(id => !held.has(id))
    return ids.length === 0 ? [] : [{ place, ids }]
  })
}

/** The slug of the type, among these, whose id this could be. */
export const slugOf = (slugs: readonly string[], id: string): string | undefined =>
  slugs.find(slug => id.startsWith(`urn:${slug}:`))

/** That a resource refers to one of these in a place. */
export function refersTo(type: ResourceType, path: readonly string[], ids: readonly string[]): Condition {
  const kind = type.compiled.resolve(path)?.kind ?? 'text'
  return { target: { path }, kind, operator: 'in', operands: ids, field: path.join('.') }
}

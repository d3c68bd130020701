import { isObject } from '../../../lib/json/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import type { SiteResource } from '../contract.ts'
import type { SlotPath } from '../template/attributes.ts'
import { propertyFactsOf } from './facts.ts'

/** A value in the data of a resource, and its position. */
export interface Place {
  value: Json | undefined
  /** The resource that contains it; undefined for a value outside of resources. */
  owner: SiteResource | undefined
  /** Names of properties in the owner's data; empty for the data as a whole. */
  path: readonly string[]
  /** The resource itself, if the value is all of its data. */
  resource: SiteResource | undefined
}

/** The value that an element is bound to, and those of the elements in it. */
export interface Frame extends Place {
  isBound: boolean
  /** Position in its list, from 1. */
  index: number
  /** What the slots of the scope show; for a reserved name, the value that it is about. */
  values: ReadonlyMap<SlotPath, readonly Place[]>
  /** For each entity of the scope, in order: its frames, one for each item of a list. */
  children: readonly (readonly Frame[])[]
}

/** Provides the loaded resources. */
export interface Lookup {
  /** The resource; null when the site is not allowed to show it, undefined when it is not loaded. */
  resource(id: string): SiteResource | null | undefined
  /** Whether the site shows resources of the type with this slug. */
  shows(slug: string): boolean
}

const maxValues = 200
const maxArrayDepth = 4
const urn = /^urn:([a-z][a-z0-9-]{0,62}):[A-Za-z0-9~][A-Za-z0-9._~-]{0,127}$/

export const placeOf = (resource: SiteResource): Place => ({
  value: resource.data,
  owner: resource,
  path: [],
  resource,
})
export const nowhere: Place = { value: undefined, owner: undefined, path: [], resource: undefined }

/**
 * The values that names lead to from a place, through arrays and references; if the path ends at references, the referenced resources.
 * @param missing called with ids of resources that must be loaded first; these give no values yet
 */
export function valuesFrom(
  from: Place,
  names: readonly string[],
  lookup: Lookup,
  missing?: (id: string) => void,
): Place[] {
  let places = spread([from], lookup, missing)
  for (const name of names) {
    const next: Place[] = []
    for (const place of places) if (next.length < maxValues) step(place, name, next)
    places = spread(next, lookup, missing)
    if (places.length === 0) return places
  }
  return places
}

function step(place: Place, name: string, out: Place[]): void {
  const { value, owner } = place
  if (isObject(value) && Object.hasOwn(value, name)) {
    out.push({ value: value[name], owner, path: [...place.path, name], resource: undefined })
  } else if (name === 'meta' && place.resource !== undefined) out.push(metaOf(place.resource))
}

/** Few resources have a property `meta`: for the others it leads to the metadata of the service. */
const metaOf = ({ created_at, updated_at }: SiteResource): Place => ({
  value: { created_at, updated_at },
  owner: undefined,
  path: ['meta'],
  resource: undefined,
})

/** Arrays replaced by their items, and references by the resources that they refer to. */
function spread(places: Place[], lookup: Lookup, missing: ((id: string) => void) | undefined): Place[] {
  const first = places[0]
  if (places.length === 1 && first !== undefined && isSingle(first.value)) return places
  const found: Place[] = []
  for (const place of places) add(place, lookup, missing, found, 0)
  return found
}

const isSingle = (value: Json | undefined): boolean =>
  isObject(value) ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && !value.startsWith('urn:'))

function add(
  place: Place,
  lookup: Lookup,
  missing: ((id: string) => void) | undefined,
  found: Place[],
  depth: number,
): void {
  const { value, owner, path } = place
  if (value === null || value === undefined || found.length >= maxValues) return
  if (Array.isArray(value)) {
    if (depth >= maxArrayDepth) return
    for (const item of value) {
      if (found.length >= maxValues) return
      add({ value: item, owner, path, resource: undefined }, lookup, missing, found, depth + 1)
    }
    return
  }
  const slug = typeof value === 'string' ? urn.exec(value)?.[1] : undefined
  if (typeof value !== 'string' || slug === undefined) found.push(place)
  else if (lookup.shows(slug)) {
    const resource = lookup.resource(value)
    if (resource === undefined) missing?.(value)
    else if (resource !== null) found.push(placeOf(resource))
  } else if (owner === undefined || !propertyFactsOf(owner.type, path).isReference) found.push(place)
}

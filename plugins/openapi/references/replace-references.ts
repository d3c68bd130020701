import { cloneJson, isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import type { GivenReference } from './reference-resolver.ts'
import type { PlacedReference, ReferencePlace } from './reference-schemas.ts'

/** A reference in data of a request. */
export type RequestReference = PlacedReference & GivenReference

/** A reference in stored data, with the place for its type. */
export interface StoredReference extends PlacedReference {
  place: ReferencePlace
}

/** The references in data of a request. */
export function givenIn(find: (data: JsonObject) => PlacedReference[], data: JsonObject): RequestReference[] {
  return find(data).flatMap(reference => {
    const value = valueAt(data, reference.path)
    return typeof value === 'string' || typeof value === 'number' ? [{ ...reference, value }] : []
  })
}

/**
 * Data of a request with URNs for its references.
 * @param urnOf returns the URN of a reference's target; undefined leaves the reference unchanged
 */
export function withUrns(
  data: JsonObject,
  references: readonly RequestReference[],
  urnOf: (reference: RequestReference) => string | undefined,
): JsonObject {
  const changed = references.flatMap(one => {
    const id = urnOf(one)
    return id === undefined || id === one.value ? [] : [{ path: one.path, id }]
  })
  if (changed.length === 0) return data
  const copy = cloneJson(data)
  for (const { path, id } of changed) replaceAt(copy, path, id)
  return copy
}

/**
 * Stored data with identifiers for some of its references. Without an identifier the URN stays if the document allows it, and is removed otherwise.
 * @param identifiers by URN
 */
export function withIdentifiers(
  data: JsonObject,
  references: readonly StoredReference[],
  identifiers: ReadonlyMap<string, Json>,
): JsonObject {
  const copy = cloneJson(data)
  // The last one first, so that removing an array item does not move those that follow.
  for (const { path, id, place } of references.toReversed()) {
    const identifier = identifiers.get(id)
    if (identifier !== undefined) replaceAt(copy, path, place.isText ? String(identifier) : identifier)
    else if (place.form === 'identifier') removeAt(copy, path)
  }
  return copy
}

type Path = readonly (string | number)[]

const valueAt = (data: Json, path: Path): Json | undefined =>
  path.reduce<Json | undefined>((value, name) => memberOf(value, name), data)

function memberOf(value: Json | undefined, name: string | number): Json | undefined {
  if (Array.isArray(value)) return value[Number(name)]
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function replaceAt(data: JsonObject, path: Path, value: Json): void {
  const parent = valueAt(data, path.slice(0, -1))
  const name = path.at(-1) ?? ''
  if (Array.isArray(parent)) parent[Number(name)] = value
  else if (isObject(parent)) parent[name] = value
}

function removeAt(data: JsonObject, path: Path): void {
  const parent = valueAt(data, path.slice(0, -1))
  const name = path.at(-1) ?? ''
  if (Array.isArray(parent)) parent.splice(Number(name), 1)
  else if (isObject(parent)) delete parent[name]
}

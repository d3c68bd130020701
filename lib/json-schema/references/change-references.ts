import { getOwn, isObject, pointerOf, pointerToken } from '../../json/index.ts'
import type { Json, JsonObject } from '../../json/index.ts'
import type { FoundReference } from '../compiled-schema.ts'
import { mapSchemas } from '../tree/map-schemas.ts'
import { fileSlugs } from './media-types.ts'

/**
 * Change every schema in a schema that refers to resources of a type (`x-resource-type`), at any place.
 * @param change gets such a schema, with the slug of the type and a JSON Pointer to the schema; returns the same schema or another one
 * @returns the same object when none was changed
 */
export function changeReferences(
  schema: JsonObject,
  change: (reference: JsonObject, slug: string, pointer: string) => JsonObject,
): JsonObject {
  let isChanged = false
  const result = mapSchemas(schema, (one, pointer) => {
    const slug = getOwn(one, 'x-resource-type')
    const changed = typeof slug === 'string' ? change(one, slug, pointer) : one
    isChanged ||= changed !== one
    return changed
  })
  return isChanged ? result : schema
}

/** The slugs of the types that a schema names anywhere in `x-resource-type`, and those of files where it has `x-media-types` or Markdown. */
export function typesNamedIn(schema: JsonObject): Set<string> {
  const slugs = new Set<string>(
    hasMember(schema, 'x-media-types') || hasMember(schema, 'contentMediaType') ? fileSlugs : [],
  )
  changeReferences(schema, (reference, slug) => {
    slugs.add(slug)
    return reference
  })
  return slugs
}

const hasMember = (value: Json, name: string): boolean =>
  Array.isArray(value)
    ? value.some(item => hasMember(item, name))
    : isObject(value) && (Object.hasOwn(value, name) || Object.values(value).some(item => hasMember(item, name)))

/** JSON Pointers to the keywords by which a schema refers to a type. */
export function placesNaming(schema: JsonObject, slug: string): string[] {
  const places: string[] = []
  changeReferences(schema, (reference, named, pointer) => {
    if (named === slug) places.push(`${pointer}/x-resource-type`)
    return reference
  })
  return places
}

/**
 * The same data with other values for some references.
 * @param valueOf returns the value for a reference; undefined leaves out its property, or its item of a list
 */
export function replaceReferences<Reference extends Pick<FoundReference, 'path'>>(
  data: JsonObject,
  references: readonly Reference[],
  valueOf: (reference: Reference) => Json | undefined,
): JsonObject {
  if (references.length === 0) return data
  const changed = new Map(references.map(reference => [pointerOf(reference.path), reference]))
  const replace = (value: Json, pointer: string): Json | undefined => {
    if (isObject(value)) return replaceIn(value, pointer)
    if (!Array.isArray(value)) {
      const reference = changed.get(pointer)
      return reference === undefined ? value : valueOf(reference)
    }
    return value.map((item, at) => replace(item, `${pointer}/${at}`)).filter(item => item !== undefined)
  }
  // Unlike assignment, this keeps a property `__proto__` an ordinary one.
  const replaceIn = (object: JsonObject, pointer: string): JsonObject =>
    Object.fromEntries(
      Object.entries(object).flatMap(([name, value]) => {
        const replaced = replace(value, `${pointer}/${pointerToken(name)}`)
        return replaced === undefined ? [] : [[name, replaced]]
      }),
    )
  return replaceIn(data, '')
}

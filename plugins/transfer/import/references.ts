import { BadRequest } from '../../../kernel/index.ts'
import type { CompiledSchema, FoundReference } from '../../../lib/json-schema/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'

/** Data with too many references to search has none here; it is refused when it is written. */
export function findReferences({ referencesIn }: CompiledSchema, data: JsonObject): readonly FoundReference[] {
  try {
    return referencesIn(data)
  } catch (error) {
    if (error instanceof BadRequest) return []
    throw error
  }
}

/** The property of a resource that contains a reference. */
export const propertyOf = ({ path }: FoundReference): string => String(path[0])

/**
 * The same data with references replaced by the id of the resource itself, which is allowed where a resource can refer to its own type: to try a
 * row that refers to rows which are not written.
 */
export function referToSelf(data: JsonObject, references: readonly FoundReference[], id: string): JsonObject {
  const replaced = replaceReferences(data, references, () => id)
  // The schema can require unique items in lists.
  const lists = new Set(references.filter(({ path }) => path.length === 2).map(propertyOf))
  const differing = [...lists].map((name): [string, Json] => {
    const list = replaced[name] ?? null
    return [name, Array.isArray(list) ? [...new Set(list)] : list]
  })
  return { ...replaced, ...Object.fromEntries(differing) }
}

/** The same data with some references replaced by other texts. */
export function replaceReferences(
  data: JsonObject,
  references: readonly FoundReference[],
  textOf: (reference: FoundReference) => string,
): JsonObject {
  if (references.length === 0) return data
  const texts = new Map(references.map(reference => [JSON.stringify(reference.path), textOf(reference)]))
  const replace = (value: Json, path: FoundReference['path']): Json => {
    if (typeof value === 'string') return texts.get(JSON.stringify(path)) ?? value
    if (Array.isArray(value)) return value.map((item, at) => replace(item, [...path, at]))
    return isObject(value) ? replaceIn(value, path) : value
  }
  // Unlike assignment, this keeps a property `__proto__` an ordinary one.
  const replaceIn = (object: JsonObject, path: FoundReference['path']): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name, replace(value, [...path, name])]))
  return replaceIn(data, [])
}

import { BadRequest } from '../../../kernel/index.ts'
import { replaceReferences } from '../../../lib/json-schema/index.ts'
import type { CompiledSchema, FoundReference } from '../../../lib/json-schema/index.ts'
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

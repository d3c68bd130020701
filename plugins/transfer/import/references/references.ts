import { BadRequest } from '../../../../kernel/index.ts'
import type { CompiledSchema, FoundReference } from '../../../../lib/json-schema/index.ts'
import { isObject } from '../../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../../lib/json/index.ts'
import { shapeOf } from '../../../../lib/tabular/index.ts'

/** The references in resources of a type. */
export interface TypeReferences {
  /** Slugs of the types that are referred to. */
  slugs: readonly string[]
  /** The references in data. The id of a reference can also be another text, such as a name. */
  find(data: JsonObject): readonly FoundReference[]
  /** Whether a reference is in a property that every resource must have. */
  isRequired(reference: FoundReference): boolean
}

/** The references in resources of a type. */
export function referencesOf(schema: JsonObject | null, compiled: CompiledSchema): TypeReferences {
  const { required } = shapeOf(schema)
  const known = new WeakMap<JsonObject, readonly FoundReference[]>()
  return {
    slugs: compiled.referredTypes,
    find(data) {
      const found = known.get(data) ?? findIn(compiled, data)
      known.set(data, found)
      return found
    },
    isRequired: reference => required.has(propertyOf(reference)),
  }
}

/** Data with too many references to search has none here; it is refused when it is written. */
function findIn({ referencesIn }: CompiledSchema, data: JsonObject): readonly FoundReference[] {
  try {
    return referencesIn(data)
  } catch (error) {
    if (error instanceof BadRequest) return []
    throw error
  }
}

/** The property of a resource that contains a reference. */
export const propertyOf = ({ path }: FoundReference): string => String(path[0])

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

import { isObject, pointerOf, pointerToken } from '../../json/index.ts'
import type { Json, JsonObject } from '../../json/index.ts'
import type { FoundReference } from '../compiled-schema.ts'

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

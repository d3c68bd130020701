import type { ComputedRef, InjectionKey } from 'vue'
import { isObject } from '../../../../../lib/json/types.ts'
import type { Json, JsonObject } from '../../../../../lib/json/types.ts'

/** The schema of the type that contains a property at any depth: conditions apply to the whole resource. */
export const rootSchema: InjectionKey<ComputedRef<JsonObject>> = Symbol('root schema')

/** The type itself as it is typed, to which its own references can refer; undefined before it has an address. */
export const ownType: InjectionKey<ComputedRef<{ slug: string; name: string } | undefined>> = Symbol('own type')

/** The slug of the stored type; empty for a new one. */
export const storedSlug: InjectionKey<ComputedRef<string>> = Symbol('stored slug')

/** A schema whose references to one type refer to another one. @param from @param to slugs */
export const renameTarget = (schema: JsonObject, from: string, to: string): JsonObject =>
  Object.fromEntries(
    Object.entries(schema).map(([name, part]): [string, Json] => [
      name,
      name === 'x-resource-type' && part === from ? to : renamedIn(part, from, to),
    ]),
  )

function renamedIn(part: Json, from: string, to: string): Json {
  if (Array.isArray(part)) return part.map(one => renamedIn(one, from, to))
  return isObject(part) ? renameTarget(part, from, to) : part
}

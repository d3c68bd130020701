import { isObject, valuesAt, type CompiledSchema, type Json, type JsonObject } from '../../kernel/index.ts'
import type { SchemaShape } from './schema-shape.ts'

/** A place in the resources of a type that refers to other resources. */
export interface ReferencePlace {
  /** Its path as people write it. */
  name: string
  path: readonly string[]
  /** The property of the root that it lies in. */
  property: string
  /** Whether a resource must have that property. */
  required: boolean
  /** Slugs of the types that it may refer to. */
  slugs: readonly string[]
}

/** The places of a schema that refer to other resources, each once. */
export function placesOf({ references }: CompiledSchema, shape: SchemaShape): ReferencePlace[] {
  const places = new Map<string, ReferencePlace>()
  for (const { path, type_slug } of references) {
    const name = path.join('.')
    const property = path[0] ?? ''
    const slugs = [...(places.get(name)?.slugs ?? []), type_slug]
    places.set(name, { name, path, property, required: shape.required.has(property), slugs })
  }
  return [...places.values()]
}

/** What stands in a place: texts, which ought to be ids. */
export const textsAt = (data: JsonObject, { path }: ReferencePlace): string[] =>
  valuesAt(data, path).filter(value => typeof value === 'string')

/** Change the texts that stand in a place. */
export function changeAt(data: JsonObject, { path }: ReferencePlace, change: (text: string) => string): JsonObject {
  const changed = changeIn(data, path, change)
  return isObject(changed) ? changed : data
}

function changeIn(value: Json, path: readonly string[], change: (text: string) => string): Json {
  if (Array.isArray(value)) return value.map(item => changeIn(item, path, change))
  const [name, ...rest] = path
  if (name === undefined) return typeof value === 'string' ? change(value) : value
  if (!isObject(value) || !Object.hasOwn(value, name)) return value
  // Unlike assignment, this keeps a property `__proto__` an ordinary one.
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === name ? changeIn(inner, rest, change) : inner]),
  )
}

import type { CompiledSchema, FoundReference } from '../../../../lib/json-schema/index.ts'
import { isObject } from '../../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../../lib/json/index.ts'
import { valuesAt } from '../../../../lib/store-kit/index.ts'
import type { SchemaShape } from '../../../../lib/tabular/index.ts'

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
  /** Finds the references where no path says which texts are some; the place is then all of its property. */
  find?: (data: JsonObject) => readonly FoundReference[]
}

/** The places of a schema that refer to other resources, each once. */
export function placesOf(compiled: CompiledSchema, shape: SchemaShape): ReferencePlace[] {
  return compiled.referencesByPath ? declaredPlaces(compiled, shape) : foundPlaces(compiled, shape)
}

function declaredPlaces({ references }: CompiledSchema, shape: SchemaShape): ReferencePlace[] {
  const places = new Map<string, ReferencePlace>()
  for (const { path, type_slug } of references) {
    const name = path.join('.')
    const property = path[0] ?? ''
    const slugs = [...(places.get(name)?.slugs ?? []), type_slug]
    places.set(name, { name, path, property, required: shape.required.has(property), slugs })
  }
  return [...places.values()]
}

/** One place for each declared property: below it references may stand anywhere, as in a map or below recursion. */
function foundPlaces({ referencesIn, referredTypes: slugs }: CompiledSchema, shape: SchemaShape): ReferencePlace[] {
  const known = new WeakMap<JsonObject, readonly FoundReference[]>()
  const find = (data: JsonObject): readonly FoundReference[] => {
    const found = known.get(data) ?? referencesIn(data)
    known.set(data, found)
    return found
  }
  return [...shape.properties.keys()].map(property => {
    const own = (data: JsonObject) => find(data).filter(({ path }) => path[0] === property)
    return { name: property, path: [property], property, required: shape.required.has(property), slugs, find: own }
  })
}

/** What stands in a place: texts, which ought to be ids. */
export const textsAt = (data: JsonObject, { path, find }: ReferencePlace): string[] =>
  find === undefined ? valuesAt(data, path).filter(value => typeof value === 'string') : find(data).map(({ id }) => id)

/** Change the texts that stand in a place. */
export function changeAt(
  data: JsonObject,
  { path, find }: ReferencePlace,
  change: (text: string) => string,
): JsonObject {
  const changed =
    find === undefined
      ? changeIn(data, path, change)
      : find(data).reduce<Json>((all, { path: at, id }) => withTextAt(all, at, change(id)), data)
  return isObject(changed) ? changed : data
}

/** A copy of a value with another text at a path of names and places in arrays. */
function withTextAt(value: Json, [step, ...rest]: FoundReference['path'], text: string): Json {
  const next = (inner: Json): Json => (rest.length === 0 ? text : withTextAt(inner, rest, text))
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? next(item) : item))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === step ? next(inner) : inner]))
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

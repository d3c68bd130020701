import { isObject } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'

/** What a schema says of the values in one place, as far as the cells of a CSV file need it. */
export interface SchemaShape {
  /** JSON types that are allowed; empty when the schema says nothing. */
  types: ReadonlySet<string>
  /** Declared properties, in the order of the schema. */
  properties: ReadonlyMap<string, SchemaShape>
  /** Names of the properties that must be there. */
  required: ReadonlySet<string>
  /** What is said of the items of an array. */
  items: SchemaShape | undefined
  /** No other properties are allowed. */
  closed: boolean
}

const deepest = 8
const anything: SchemaShape = {
  types: new Set(),
  properties: new Map(),
  required: new Set(),
  items: undefined,
  closed: false,
}

/** Read a schema once: local `$ref` and `allOf` are followed, `anyOf` and `oneOf` widen the types. */
export const shapeOf = (schema: JsonObject | null): SchemaShape =>
  schema === null ? anything : read(schema, schema, 0)

/** A declared object is spread over several columns; what may also be something else stays in one. */
export const isSpread = (shape: SchemaShape): boolean =>
  shape.properties.size > 0 &&
  shape.types.has('object') &&
  [...shape.types].every(type => type === 'object' || type === 'null')

function read(node: Json | undefined, root: JsonObject, depth: number): SchemaShape {
  if (!isObject(node) || depth > deepest) return anything
  const parts = [...partsOf(node, root, new Set())]
  const properties = new Map<string, SchemaShape>()
  for (const part of parts) {
    const declared = own(part, 'properties')
    if (!isObject(declared)) continue
    for (const [name, inner] of Object.entries(declared)) {
      if (!properties.has(name)) properties.set(name, read(inner, root, depth + 1))
    }
  }
  const closed = parts.some(
    part => own(part, 'additionalProperties') === false || own(part, 'unevaluatedProperties') === false,
  )
  const items = parts.map(part => own(part, 'items')).find(isObject)
  return {
    types: new Set(parts.flatMap(part => typesOf(part, root, depth))),
    properties,
    required: new Set(parts.flatMap(part => namesIn(own(part, 'required')))),
    items: items === undefined ? undefined : read(items, root, depth + 1),
    closed,
  }
}

const namesIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter(name => typeof name === 'string') : []

/** The schema and all that it includes by `$ref` and `allOf`. */
function* partsOf(node: Json | undefined, root: JsonObject, seen: Set<Json>): Generator<JsonObject> {
  if (!isObject(node) || seen.has(node)) return
  seen.add(node)
  yield node
  const reference = own(node, '$ref')
  if (typeof reference === 'string') yield* partsOf(lookUp(root, reference), root, seen)
  const all = own(node, 'allOf')
  if (Array.isArray(all)) for (const part of all) yield* partsOf(part, root, seen)
}

function typesOf(part: JsonObject, root: JsonObject, depth: number): string[] {
  const type = own(part, 'type')
  if (typeof type === 'string') return [type]
  if (Array.isArray(type)) return type.filter(name => typeof name === 'string')
  const values = own(part, 'enum')
  if (Array.isArray(values)) return values.map(jsonType)
  const constant = own(part, 'const')
  if (constant !== undefined) return [jsonType(constant)]
  return ['anyOf', 'oneOf'].flatMap(keyword => {
    const choices = own(part, keyword)
    return Array.isArray(choices) ? choices.flatMap(choice => [...read(choice, root, depth + 1).types]) : []
  })
}

function jsonType(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function lookUp(root: JsonObject, reference: string): Json | undefined {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  const tokens = decodeURIComponent(reference.slice(2)).split('/')
  return tokens.reduce<Json | undefined>((node, token) => {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(node)) return node[Number(name)]
    return isObject(node) ? own(node, name) : undefined
  }, root)
}

const own = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

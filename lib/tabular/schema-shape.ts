import {
  getOwn,
  isObject,
  memoizeByObject,
  textsIn,
  pointerOfReference,
  valueAtPointer,
  typeOfJson,
} from '../json/index.ts'
import type { Json, JsonObject } from '../json/index.ts'
import { withPointers } from '../json-schema/tree/with-pointers.ts'

/** What a schema declares about the values in one place, as far as reading and writing files needs it. */
export interface SchemaShape {
  /** JSON types that are allowed; empty when the schema does not restrict them. */
  types: ReadonlySet<string>
  /** Declared properties, in the order of the schema. */
  properties: ReadonlyMap<string, SchemaShape>
  /** Names of the required properties. */
  required: ReadonlySet<string>
  /** The shape of the items of an array. */
  items: SchemaShape | undefined
  /** The shape of properties that are not declared, if the schema has one for them. */
  additional: SchemaShape | undefined
  /** No other properties are allowed. */
  closed: boolean
  title: string | undefined
  format: string | undefined
}

/** How many properties and items lead to the deepest place of a schema that is read. */
export const maxShapeDepth = 8
const anything: SchemaShape = {
  types: new Set(),
  properties: new Map(),
  required: new Set(),
  items: undefined,
  additional: undefined,
  closed: false,
  title: undefined,
  format: undefined,
}

/** Read a schema once: local `$ref`, `allOf` and an alternative beside null are followed, other `anyOf` and `oneOf` add types. */
export const shapeOf = (schema: JsonObject | null): SchemaShape => (schema === null ? anything : declaredShape(schema))

const declaredShape = memoizeByObject((schema: JsonObject): SchemaShape => {
  const written = withPointers(schema)
  return read(written, written, 0)
})

/** Whether a declared object is spread over several columns; a property that can also be something else stays in one. */
export const isSpread = (shape: SchemaShape): boolean =>
  shape.properties.size > 0 &&
  shape.types.has('object') &&
  [...shape.types].every(type => type === 'object' || type === 'null')

function read(node: Json | undefined, root: JsonObject, depth: number): SchemaShape {
  if (!isObject(node) || depth > maxShapeDepth) return anything
  const schemas = [...includedSchemas(node, root, new Set())]
  const properties = new Map<string, SchemaShape>()
  for (const schema of schemas) {
    const declared = getOwn(schema, 'properties')
    if (!isObject(declared)) continue
    for (const [name, property] of Object.entries(declared)) {
      if (!properties.has(name)) properties.set(name, read(property, root, depth + 1))
    }
  }
  const first = (keyword: string): Json | undefined =>
    schemas.map(schema => getOwn(schema, keyword)).find(value => value !== undefined)
  const closed = schemas.some(
    schema => getOwn(schema, 'additionalProperties') === false || getOwn(schema, 'unevaluatedProperties') === false,
  )
  const inner = (keyword: string): SchemaShape | undefined => {
    const schema = schemas.map(one => getOwn(one, keyword)).find(isObject)
    return schema === undefined ? undefined : read(schema, root, depth + 1)
  }
  return {
    types: new Set(schemas.flatMap(schema => typesOf(schema, root, depth))),
    properties,
    required: new Set(schemas.flatMap(schema => textsIn(getOwn(schema, 'required')))),
    items: inner('items'),
    additional: inner('additionalProperties'),
    closed,
    title: textOf(first('title')),
    format: textOf(first('format')),
  }
}

const textOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined)

/** The schema and all schemas that it includes by `$ref` and `allOf`, and as the one alternative to null. */
function* includedSchemas(node: Json | undefined, root: JsonObject, seen: Set<Json>): Generator<JsonObject> {
  if (!isObject(node) || seen.has(node)) return
  seen.add(node)
  yield node
  const reference = getOwn(node, '$ref')
  if (typeof reference === 'string')
    yield* includedSchemas(valueAtPointer(root, pointerOfReference(reference)), root, seen)
  const all = getOwn(node, 'allOf')
  if (Array.isArray(all)) for (const one of all) yield* includedSchemas(one, root, seen)
  for (const choices of [getOwn(node, 'anyOf'), getOwn(node, 'oneOf')]) {
    const [only, ...others] = Array.isArray(choices) ? choices.filter(choice => !isNullAlone(choice)) : []
    if (others.length === 0) yield* includedSchemas(only, root, seen)
  }
}

const isNullAlone = (schema: Json): boolean =>
  isObject(schema) && (getOwn(schema, 'type') === 'null' || getOwn(schema, 'const') === null)

function typesOf(schema: JsonObject, root: JsonObject, depth: number): string[] {
  const type = getOwn(schema, 'type')
  if (typeof type === 'string') return [type]
  if (Array.isArray(type)) return type.filter(name => typeof name === 'string')
  const values = getOwn(schema, 'enum')
  if (Array.isArray(values)) return values.map(typeOfJson)
  const constant = getOwn(schema, 'const')
  if (constant !== undefined) return [typeOfJson(constant)]
  return ['anyOf', 'oneOf'].flatMap(keyword => {
    const choices = getOwn(schema, keyword)
    return Array.isArray(choices) ? choices.flatMap(choice => [...read(choice, root, depth + 1).types]) : []
  })
}

import { isObject, typeOfJson } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { targetOf } from '../schemas/subschemas.ts'

/** The structure of a value. */
export type Structure = 'scalar' | 'array' | 'object'

/** The parts of a schema that decide how a value is written as text, with references and combinations resolved. */
export interface ValueShape {
  structure: Structure
  /** JSON types of a scalar; empty if it can be any value. */
  types: ReadonlySet<string>
  /** Formats of a text. */
  formats: ReadonlySet<string>
  /** Whether a text represents bytes, and is their base64 (`format: binary`). */
  isBinary: boolean
  /** The shape of the items of an array. */
  items: ValueShape | undefined
  /** The members of an object by name. */
  members: ReadonlyMap<string, ValueShape>
  /** The shape of other members of an object; undefined if there are none. */
  others: ValueShape | undefined
}

/** Marks texts that are bytes; JSON Schema has no keyword for them. */
const binaryKeyword = 'x-binary'

/** How deep texts can contain values: anything deeper is written as JSON. */
const maxDepth = 4

/** The shape of a value without a schema. */
export const anyShape: ValueShape = {
  structure: 'scalar',
  types: new Set(),
  formats: new Set(),
  isBinary: false,
  items: undefined,
  members: new Map(),
  others: undefined,
}

/**
 * Derive the {@link ValueShape} of a JSON Schema. Alternatives are combined: a text becomes what one of them accepts, and the validator decides.
 * @param root the schema whose `$defs` local references point into
 */
export function shapeOf(schema: JsonObject, root: JsonObject, depth = 0): ValueShape {
  if (depth > maxDepth) return anyShape
  const parts = partsOf(schema, root)
  const types = new Set(parts.flatMap(typesOf))
  const inner = (value: Json | undefined): JsonObject[] => (isObject(value) ? [value] : [])
  const together = (schemas: readonly JsonObject[]): ValueShape =>
    shapeOf(schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: [...schemas] }, root, depth + 1)
  const members = new Map<string, JsonObject[]>()
  for (const { properties } of parts) {
    for (const [name, one] of Object.entries(isObject(properties) ? properties : {})) {
      if (isObject(one)) members.set(name, [...(members.get(name) ?? []), one])
    }
  }
  const items = parts.flatMap(part => inner(part['items']))
  const others = parts.flatMap(part =>
    part['additionalProperties'] === true ? [{}] : inner(part['additionalProperties']),
  )
  const isArray = types.has('array') || items.length > 0
  const isAnObject = types.has('object') || members.size > 0
  const isOpen =
    others.length > 0 || (members.size === 0 && parts.every(part => part['additionalProperties'] !== false))
  return {
    structure: isArray ? 'array' : isAnObject ? 'object' : 'scalar',
    types,
    formats: new Set(parts.flatMap(({ format }) => (typeof format === 'string' ? [format] : []))),
    isBinary: parts.some(part => part[binaryKeyword] === true),
    items: isArray ? together(items) : undefined,
    members: new Map([...members].map(([name, schemas]) => [name, together(schemas)])),
    others: isAnObject && isOpen ? together(others) : undefined,
  }
}

/** A schema, and the schemas that it refers to and combines. */
function partsOf(schema: JsonObject, root: JsonObject, seen = new Set<JsonObject>()): JsonObject[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap(list => schema[list] ?? [])
  const further = [targetOf(schema, root), schema['then'], ...lists].filter(one => isObject(one))
  return [schema, ...further.flatMap(one => partsOf(one, root, seen))]
}

function typesOf({ type, enum: values }: JsonObject): string[] {
  const types = [type].flat().filter(one => typeof one === 'string')
  if (types.length > 0 || !Array.isArray(values)) return types
  return values.map(typeOfJson)
}

import { isObject, memoizeByObject, typeOfJson } from '../json/index.ts'
import type { JsonObject } from '../json/index.ts'
import { Problems } from '../json-schema/check/problems.ts'
import { readTree } from '../json-schema/tree/read-schema-tree.ts'
import { under } from '../json-schema/tree/schema-tree.ts'
import type { SchemaKeyword, SchemaNode } from '../json-schema/tree/schema-tree.ts'

/** What a schema declares about the values in one place, as far as reading and writing files needs it. */
export interface SchemaShape {
  /** JSON types that are allowed; empty when the schema does not restrict them. */
  types: ReadonlySet<string>
  /** Declared properties, in the order of the schema. */
  properties: ReadonlyMap<string, SchemaShape>
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
  items: undefined,
  additional: undefined,
  closed: false,
  title: undefined,
  format: undefined,
}

/** Read a schema once: local `$ref`, `allOf` and an alternative beside null are followed, other `anyOf` and `oneOf` add types. */
export const shapeOf = (schema: JsonObject | null): SchemaShape => (schema === null ? anything : declaredShape(schema))

/** What `compileSchema` would refuse in the schema has no effect here. */
const declaredShape = memoizeByObject((schema: JsonObject): SchemaShape =>
  read(readTree(schema, new Problems('schema')).root, 0),
)

/** Whether a declared object is spread over several columns; a property that can also be something else stays in one. */
export const isSpread = (shape: SchemaShape): boolean =>
  shape.properties.size > 0 &&
  shape.types.has('object') &&
  [...shape.types].every(type => type === 'object' || type === 'null')

function read(node: SchemaNode, depth: number): SchemaShape {
  if (typeof node.schema === 'boolean' || depth > maxShapeDepth) return anything
  const nodes = [...includedNodes(node, new Set())]
  const properties = new Map<string, SchemaShape>()
  for (const { keyword, name, node: property } of nodes.flatMap(({ edges }) => edges)) {
    if (keyword === 'properties' && !properties.has(String(name)))
      properties.set(String(name), read(property, depth + 1))
  }
  const text = (keyword: string): string | undefined => {
    const value = nodes.map(({ own }) => own[keyword]).find(one => one !== undefined)
    return typeof value === 'string' ? value : undefined
  }
  const inside = (keyword: SchemaKeyword): SchemaNode[] => nodes.flatMap(one => under(one, keyword))
  const inner = (keyword: SchemaKeyword): SchemaShape | undefined => {
    const found = inside(keyword).find(({ schema }) => isObject(schema))
    return found && read(found, depth + 1)
  }
  return {
    types: new Set(nodes.flatMap(one => typesOf(one, depth))),
    properties,
    items: inner('items'),
    additional: inner('additionalProperties'),
    closed: [...inside('additionalProperties'), ...inside('unevaluatedProperties')].some(
      ({ schema }) => schema === false,
    ),
    title: text('title'),
    format: text('format'),
  }
}

/** The schema and all schemas that it includes by `$ref` and `allOf`, and as the one alternative to null. */
function* includedNodes(node: SchemaNode, seen: Set<SchemaNode>): Generator<SchemaNode> {
  if (seen.has(node)) return
  seen.add(node)
  yield node
  if (node.target !== undefined) yield* includedNodes(node.target, seen)
  for (const one of under(node, 'allOf')) yield* includedNodes(one, seen)
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const [only, ...others] = under(node, keyword).filter(choice => !isNullAlone(choice))
    if (only !== undefined && others.length === 0) yield* includedNodes(only, seen)
  }
}

const isNullAlone = ({ own }: SchemaNode): boolean => own['type'] === 'null' || own['const'] === null

function typesOf(node: SchemaNode, depth: number): string[] {
  const { type, enum: values, const: constant } = node.own
  if (type !== undefined) return [type].flat().map(String)
  if (Array.isArray(values)) return values.map(typeOfJson)
  if (constant !== undefined) return [typeOfJson(constant)]
  const choices = [...under(node, 'anyOf'), ...under(node, 'oneOf')]
  return choices.flatMap(choice => [...read(choice, depth + 1).types])
}

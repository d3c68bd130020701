import type { Json, JsonObject } from '../../json/types.ts'
import { isObject, pointerToken, pointerTokens, setOwn } from '../../json/index.ts'
import { stepsOf } from './read-schema-tree.ts'
import type { Edge, SchemaNode } from './schema-tree.ts'
import { under } from './schema-tree.ts'

/** How a tree is written as a draft 2020-12 schema. */
interface WriteOptions {
  /** The prefix of local references in place of `#`. */
  prefix: string
  /** Which of a node's own keywords are written. */
  keep(keyword: string, value: Json, node: SchemaNode): boolean
  /** Which of the schemas under a node are written; by default all. */
  includes?(node: SchemaNode, edge: Edge): boolean
  /** Whether a reference to a schema is written: one to a schema that is not included would lead nowhere. Default: all are. */
  refersTo?(target: SchemaNode): boolean
  /** What is written in place of a schema, if anything: for boolean schemas and additions. */
  finish(written: JsonObject | boolean, at: { keyword: string; pointer: string }): Json
}

/**
 * Write a schema and everything in it, with every reference as a pointer from the document's root.
 * @throws TypeError for a root that is `true` or `false`
 */
export function writeTree(root: SchemaNode, options: WriteOptions): JsonObject {
  const write = (node: SchemaNode, keyword: string): Json => {
    if (typeof node.schema === 'boolean') return options.finish(node.schema, { keyword, pointer: node.pointer })
    const written: JsonObject = {}
    if (node.target !== undefined && options.refersTo?.(node.target) !== false)
      written.$ref = options.prefix + fragmentOf(node.target.place)
    for (const [name, value] of Object.entries(node.own))
      if (value !== undefined && options.keep(name, value, node)) setOwn(written, name, value)
    for (const edge of node.edges) {
      if (options.includes?.(node, edge) === false) continue
      const inner = write(edge.node, edge.keyword)
      if (edge.name === undefined) written[edge.keyword] = inner
      else put(written, ...stepsOf(edge.keyword, edge.name), inner)
    }
    return options.finish(written, { keyword, pointer: node.pointer })
  }
  const schema = write(root, '')
  if (!isObject(schema)) throw new TypeError('the root of the schema must be an object')
  return schema
}

/**
 * Write only the schemas that are needed, and those beside them that decide where they apply: the names to which `additionalProperties` does not, and
 * the earlier ones of a list.
 */
export const writePart = (
  root: SchemaNode,
  isNeeded: (node: SchemaNode) => boolean,
  keep: WriteOptions['keep'],
): JsonObject =>
  writeTree(root, {
    prefix: '#',
    keep,
    includes: (node, { keyword, name, node: inner }) =>
      isNeeded(inner) ||
      typeof name === 'number' ||
      ((keyword === 'properties' || keyword === 'patternProperties') &&
        under(node, 'additionalProperties').some(isNeeded)),
    refersTo: isNeeded,
    finish: value => value,
  })

function put(written: JsonObject, keyword: string, name: string | number, value: Json): void {
  const schemas = (written[keyword] ??= typeof name === 'number' ? [] : {})
  if (Array.isArray(schemas)) schemas.push(value)
  else if (isObject(schemas)) setOwn(schemas, String(name), value)
}

/** A JSON Pointer as the fragment of a URI. */
export const fragmentOf = (pointer: string): string =>
  pointerTokens(pointer)
    .map(token => `/${encodeURIComponent(pointerToken(token))}`)
    .join('')

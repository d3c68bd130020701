import type { JsonObject } from '../../json/types.ts'

const schemaKeywords = [
  '$defs',
  'definitions',
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'dependentSchemas',
  'items',
  'prefixItems',
  'unevaluatedItems',
  'contains',
  'contentSchema',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
] as const

/** Keywords that contain schemas, in the vocabulary of draft 2020-12. */
export type SchemaKeyword = (typeof schemaKeywords)[number]

export const isSchemaKeyword = (text: string): text is SchemaKeyword => schemaKeywords.some(keyword => keyword === text)

/** A schema inside another one. */
export interface Edge {
  keyword: SchemaKeyword
  /** The name or index under the keyword; undefined when the keyword contains one schema. */
  name: string | number | undefined
  node: SchemaNode
}

/** One schema of a document, with the schemas that it contains and refers to, in the vocabulary of 2020-12 whatever its dialect. */
export interface SchemaNode {
  /** JSON Pointer in the author's document. */
  pointer: string
  /** JSON Pointer in the document in draft 2020-12. */
  place: string
  /** As the author wrote it. */
  schema: JsonObject | boolean
  /** Keywords that assert or annotate, without those that contain schemas, in the vocabulary of 2020-12. */
  own: JsonObject
  edges: Edge[]
  /** What `$ref` or `$dynamicRef` refers to. */
  target: SchemaNode | undefined
}

/** A whole document. */
export interface SchemaTree {
  root: SchemaNode
  nodes: readonly SchemaNode[]
}

/** Keywords whose schemas apply to the same value as the schema that contains them. */
const inPlace: ReadonlySet<SchemaKeyword> = new Set<SchemaKeyword>([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
])

/** The schemas that apply to the same value as this one, because it refers to them or contains them. */
export const inPlaceNodes = (node: SchemaNode): SchemaNode[] => nextNodes(node, keyword => inPlace.has(keyword))

/** Some schemas, and all that are reached from them step by step. */
export function closureOf(
  start: readonly SchemaNode[],
  next: (node: SchemaNode) => readonly SchemaNode[] = inPlaceNodes,
): ReadonlySet<SchemaNode> {
  const found = new Set(start)
  for (const one of found) for (const further of next(one)) found.add(further)
  return found
}

/** The names that the schemas of one value declare as properties, in its alternatives and conditions too. */
export function declaredNames(node: SchemaNode): ReadonlySet<string> {
  const applying = closureOf([node], one => nextNodes(one, keyword => keyword !== 'not' && inPlace.has(keyword)))
  const edges = [...applying].flatMap(one => one.edges)
  return new Set(edges.filter(({ keyword }) => keyword === 'properties').map(({ name }) => String(name)))
}

/**
 * The schemas from which any of the wanted schemas can be reached, including the wanted ones.
 * @param leads whether the path can pass through the schemas of a keyword; by default through all
 */
export function nodesLeadingTo(
  tree: SchemaTree,
  isWanted: (node: SchemaNode) => boolean,
  leads: (keyword: SchemaKeyword) => boolean = () => true,
): Set<SchemaNode> {
  const from = new Map<SchemaNode, SchemaNode[]>()
  for (const node of tree.nodes) {
    for (const next of nextNodes(node, leads)) {
      const known = from.get(next)
      if (known === undefined) from.set(next, [node])
      else known.push(node)
    }
  }
  const leading = new Set(tree.nodes.filter(isWanted))
  for (const node of leading) for (const previous of from.get(node) ?? []) leading.add(previous)
  return leading
}

/** The schemas that a schema refers to, and those under keywords that can be followed. */
export function nextNodes({ edges, target }: SchemaNode, leads: (keyword: SchemaKeyword) => boolean): SchemaNode[] {
  const inner = edges.filter(({ keyword }) => leads(keyword)).map(({ node }) => node)
  return target === undefined ? inner : [target, ...inner]
}

/** The schemas under some keywords, with all that are reached from them. */
export function nodesBehind(
  nodes: readonly SchemaNode[],
  keywords: ReadonlySet<SchemaKeyword>,
): ReadonlySet<SchemaNode> {
  const edges = nodes.flatMap(node => node.edges)
  const start = edges.filter(({ keyword }) => keywords.has(keyword)).map(({ node }) => node)
  return closureOf(start, node => nextNodes(node, () => true))
}

/** The schemas of a node under a keyword. */
export const under = (node: SchemaNode, keyword: SchemaKeyword): SchemaNode[] =>
  node.edges.filter(edge => edge.keyword === keyword).map(edge => edge.node)

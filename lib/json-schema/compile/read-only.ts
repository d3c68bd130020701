import { isObject } from '../../json/index.ts'
import { closureOf, inPlaceNodes, nodesBehind } from '../tree/schema-tree.ts'
import type { SchemaNode, SchemaTree } from '../tree/schema-tree.ts'

/**
 * Demand nothing that is `readOnly`: as in OpenAPI, a required property that bodies do not set is not required of them. Applies at any depth, wherever among the
 * schemas of one value the property is declared and demanded; what `if` and `not` test stays.
 * @param tree is changed
 */
export function demandNoReadOnly({ nodes }: SchemaTree): void {
  const properties = nodes.flatMap(({ edges }) => edges.filter(({ keyword }) => keyword === 'properties'))
  const readOnly = new Set(properties.map(({ node }) => node).filter(isReadOnly))
  if (readOnly.size === 0) return
  const tested = nodesBehind(nodes, new Set(['if', 'not']))
  const outer = outerNodes(nodes)
  for (const node of nodes) {
    if (tested.has(node) || !('required' in node.own || 'dependentRequired' in node.own)) continue
    const names = namesDeclared(node, outer, readOnly)
    if (names.size === 0) continue
    const { required, dependentRequired } = node.own
    const others = (list: readonly unknown[]): string[] => list.map(String).filter(name => !names.has(name))
    if (Array.isArray(required)) node.own.required = others(required)
    if (isObject(dependentRequired))
      node.own.dependentRequired = Object.fromEntries(
        Object.entries(dependentRequired).map(([name, list]) => [name, Array.isArray(list) ? others(list) : []]),
      )
  }
}

const isReadOnly = (node: SchemaNode): boolean => [...closureOf([node])].some(({ own }) => own['readOnly'] === true)

/** The names under which the schemas of the same value declare one of these properties. */
function namesDeclared(
  node: SchemaNode,
  outer: ReadonlyMap<SchemaNode, SchemaNode[]>,
  declared: ReadonlySet<SchemaNode>,
): Set<string> {
  const outermost = [...closureOf([node], one => outer.get(one) ?? [])]
  const edges = [...closureOf(outermost)].flatMap(one => one.edges)
  return new Set(edges.filter(edge => declared.has(edge.node)).map(({ name }) => String(name)))
}

/** The schemas that apply each schema to the same value. */
function outerNodes(nodes: readonly SchemaNode[]): Map<SchemaNode, SchemaNode[]> {
  const outer = new Map<SchemaNode, SchemaNode[]>()
  for (const node of nodes)
    for (const inner of inPlaceNodes(node)) outer.set(inner, [...(outer.get(inner) ?? []), node])
  return outer
}

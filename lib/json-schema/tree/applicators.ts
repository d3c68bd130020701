import { compilePattern } from '../../pattern/index.ts'
import { under } from './schema-tree.ts'
import type { SchemaNode } from './schema-tree.ts'
import { memoizeByObject } from '../../json/index.ts'

/** The schemas that a schema applies to the members of an object and the items of an array. */
export interface Applicator {
  properties: ReadonlyMap<string, SchemaNode>
  patterns: readonly { test(name: string): boolean; node: SchemaNode }[]
  additional: SchemaNode | undefined
  prefix: readonly SchemaNode[]
  items: SchemaNode | undefined
}

export const applicatorOf = memoizeByObject((node: SchemaNode): Applicator => {
  const properties = node.edges.filter(({ keyword }) => keyword === 'properties')
  return {
    properties: new Map(properties.map(edge => [String(edge.name), edge.node])),
    patterns: node.edges
      .filter(({ keyword }) => keyword === 'patternProperties')
      .map(edge => ({ test: compilePattern(String(edge.name)).test, node: edge.node })),
    additional: under(node, 'additionalProperties')[0],
    prefix: under(node, 'prefixItems'),
    items: under(node, 'items')[0],
  }
})

/** The schemas that apply to the member of an object with this name. */
export function nodesFor({ properties, patterns, additional }: Applicator, name: string): SchemaNode[] {
  const own = properties.get(name)
  const matching = patterns.filter(({ test }) => test(name)).map(({ node }) => node)
  const nodes = own === undefined ? matching : [own, ...matching]
  return nodes.length === 0 && additional !== undefined ? [additional] : nodes
}

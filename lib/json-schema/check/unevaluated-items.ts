import type { JsonObject } from '../../json/index.ts'
import { readTree } from '../tree/read-schema-tree.ts'
import { closureOf, under } from '../tree/schema-tree.ts'
import type { SchemaKeyword, SchemaNode } from '../tree/schema-tree.ts'
import { Problems } from './problems.ts'

/**
 * Check that no `unevaluatedItems` of a new schema depends on which of several alternatives with items applies, or on `contains`: Ajv then lets items
 * through. Stored schemas are not checked.
 * @throws `InvalidInput` naming each
 */
export function checkUnevaluatedItems(schema: JsonObject): void {
  const unread = new Problems('schema')
  const { nodes } = readTree(schema, unread)
  if (unread.any) return
  const problems = new Problems('schema')
  for (const node of nodes.filter(one => uses([one], ['unevaluatedItems']))) {
    const add = (message: string): void => problems.add(`${node.pointer}/unevaluatedItems`, message)
    if (uses(behind(node, ['anyOf', 'oneOf', 'if', 'then', 'else']), ['items', 'prefixItems', 'unevaluatedItems']))
      add('is not supported beside anyOf, oneOf or if with items: write items or maxItems in each alternative instead')
    else if (uses(inPlace(node), ['contains'])) add('is not supported beside contains: write items instead')
  }
  problems.refuse()
}

/** A schema and all that apply to the same value. */
const inPlace = (node: SchemaNode): SchemaNode[] => [...closureOf([node])]

/** Those of them that apply below some keywords. */
const behind = (node: SchemaNode, keywords: readonly SchemaKeyword[]): SchemaNode[] =>
  inPlace(node)
    .flatMap(one => keywords.flatMap(keyword => under(one, keyword)))
    .flatMap(inPlace)

const uses = (nodes: readonly SchemaNode[], keywords: readonly SchemaKeyword[]): boolean =>
  nodes.some(({ edges }) => edges.some(({ keyword }) => keywords.includes(keyword)))

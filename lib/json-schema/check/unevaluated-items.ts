import type { JsonObject } from '../../json/index.ts'
import { dialectOf } from '../tree/dialects.ts'
import { readTree } from '../tree/read-schema-tree.ts'
import { closureOf } from '../tree/schema-tree.ts'
import type { SchemaNode } from '../tree/schema-tree.ts'
import { Problems } from './problems.ts'

/**
 * Check that no `unevaluatedItems` of a new schema depends on which of several alternatives with items matches: Ajv then lets items through. Stored
 * schemas are not checked.
 * @throws `InvalidInput` naming each
 */
export function checkUnevaluatedItems(schema: JsonObject): void {
  const dialect = typeof schema['$schema'] === 'string' ? dialectOf(schema['$schema']) : '2020-12'
  const unread = new Problems('schema')
  if (dialect === undefined) return
  const { nodes } = readTree(schema, dialect, unread)
  if (unread.any) return
  const problems = new Problems('schema')
  for (const node of nodes) {
    if (!node.edges.some(({ keyword }) => keyword === 'unevaluatedItems') || !hasItemsInAlternatives(node)) continue
    problems.add(
      `${node.pointer}/unevaluatedItems`,
      'is not supported beside anyOf or oneOf with items: write items or maxItems in each alternative instead',
    )
  }
  problems.refuse()
}

const hasItemsInAlternatives = (node: SchemaNode): boolean =>
  inPlace(node).some(({ edges }) =>
    edges.some(
      ({ keyword, node: inner }) => (keyword === 'anyOf' || keyword === 'oneOf') && inPlace(inner).some(hasItems),
    ),
  )

const hasItems = ({ edges }: SchemaNode): boolean =>
  edges.some(({ keyword }) => keyword === 'items' || keyword === 'prefixItems' || keyword === 'unevaluatedItems')

/** A schema and all that apply to the same value. */
const inPlace = (node: SchemaNode): SchemaNode[] => [...closureOf([node])]

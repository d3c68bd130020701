import type { Problems } from './problems.ts'
import type { Shape, Shapes } from '../columns/shape.ts'
import type { SchemaNode, SchemaTree } from '../tree/schema-tree.ts'
import { bit, everyType } from '../columns/type-set.ts'

const slug = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const maxSlugLength = 63

const booleans = ['x-unique', 'x-index', 'x-abstract', 'x-value-object'] as const

/** Check the `x-…` keywords that have a meaning here. */
export function checkExtensions(tree: SchemaTree, shapes: Shapes, problems: Problems): void {
  for (const node of tree.nodes) {
    for (const keyword of booleans) {
      const value = node.own[keyword]
      if (value !== undefined && typeof value !== 'boolean')
        problems.add(`${node.pointer}/${keyword}`, 'must be true or false')
    }
    checkReference(node, shapes, problems)
  }
}

function checkReference(node: SchemaNode, shapes: Shapes, problems: Problems): void {
  const { own, pointer } = node
  const type = own['x-resource-type']
  const onArchive = own['x-on-archive']
  if (type === undefined) {
    if (onArchive !== undefined) problems.add(`${pointer}/x-on-archive`, 'must be beside x-resource-type')
    return
  }
  if (typeof type !== 'string' || !slug.test(type) || type.length > maxSlugLength) {
    problems.add(`${pointer}/x-resource-type`, 'must be the slug of a type')
  }
  if (onArchive !== undefined && onArchive !== 'keep' && onArchive !== 'restrict') {
    problems.add(`${pointer}/x-on-archive`, 'must be "keep" or "restrict"')
  }
  if (!holdsTexts(shapes.of(node))) {
    problems.add(`${pointer}/x-resource-type`, 'must be on a string or an array of strings')
  }
}

/** Whether a value is a text, or an array of texts. */
export function holdsTexts({ types, items }: Shape): boolean {
  if (types === everyType) return false
  if ((types & ~(bit.string | bit.array | bit.null)) !== 0) return false
  return (types & bit.array) === 0 || onlyTexts(items())
}

const onlyTexts = (items: Shape | undefined): boolean =>
  items !== undefined && (items.types & ~(bit.string | bit.null)) === 0

/**
 * A schema with `x-resource-type` and without a type means a text; an array without a schema for its items means texts.
 */
export function implyTexts(tree: SchemaTree): void {
  for (const node of tree.nodes) {
    if (node.own['x-resource-type'] === undefined) continue
    if (
      node.edges.length === 0 &&
      node.target === undefined &&
      !['type', 'enum', 'const'].some(key => key in node.own)
    ) {
      node.own.type = 'string'
    }
    if (
      node.own.type === 'array' &&
      node.edges.every(({ keyword }) => keyword !== 'items' && keyword !== 'prefixItems')
    ) {
      const items = { pointer: node.pointer, place: `${node.place}/items`, schema: {}, target: undefined, edges: [] }
      node.edges.push({ keyword: 'items', name: undefined, node: { ...items, own: { type: 'string' } } })
    }
  }
}

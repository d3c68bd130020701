import type { DeclaredValue } from '../compiled-schema.ts'
import { nodesLeadingTo } from '../tree/schema-tree.ts'
import type { SchemaNode, SchemaTree } from '../tree/schema-tree.ts'
import { TooIntricate } from './shape.ts'
import type { Shape } from './shape.ts'
import { bit } from './type-set.ts'
import { datatypeOf } from './value-kind.ts'
import { attempt, insteadOf } from '../../errors/index.ts'

const maxVisits = 5000
const maxPathLength = 64

/** A value that a schema declares: its path, and the schemas that apply to it. */
export interface DeclaredPath {
  path: readonly string[]
  shape: Shape
  /** Whether the path passes through an array. */
  throughArray: boolean
  /** Whether it passes through an array in an array. */
  nested: boolean
}

/**
 * The declared values whose schemas (or whose items' schemas) carry a keyword, in the order of the schema. A schema that contains itself
 * is followed `rounds` times.
 * @throws TooIntricate when parts are shared so that there are too many paths
 */
export function pathsWith(
  tree: SchemaTree,
  root: Shape,
  carries: (node: SchemaNode) => boolean,
  rounds: number,
): DeclaredPath[] {
  const leading = nodesLeadingTo(tree, carries)
  const found: DeclaredPath[] = []
  const open = new Map<SchemaNode, number>()
  let visits = 0
  type Through = Pick<DeclaredPath, 'throughArray' | 'nested'>
  const visit = (shape: Shape, path: readonly string[], through: Through, depth: number): void => {
    if (++visits > maxVisits) throw new TooIntricate()
    const nodes = [...shape.nodes].filter(node => leading.has(node))
    if (nodes.length === 0) return
    if (depth === 0 && path.length > 0 && valueNodes(shape).some(carries)) found.push({ path, shape, ...through })
    if (nodes.some(node => (open.get(node) ?? 0) >= rounds)) return
    for (const node of nodes) open.set(node, (open.get(node) ?? 0) + 1)
    const inner = { throughArray: through.throughArray || depth > 0, nested: through.nested || depth > 1 }
    for (const name of shape.names()) {
      const property = shape.property(name)
      if (property !== undefined) visit(property, [...path, name], inner, 0)
    }
    const items = shape.items()
    if (items !== undefined) visit(items, path, through, depth + 1)
    for (const node of nodes) open.set(node, (open.get(node) ?? 1) - 1)
  }
  visit(root, [], { throughArray: false, nested: false }, 0)
  return found
}

const maxArrayDepth = 8

/** The nodes that apply to a value, or to its items if it is an array. */
export function valueNodes(shape: Shape): SchemaNode[] {
  const nodes: SchemaNode[] = []
  let at: Shape | undefined = shape
  for (let depth = 0; at !== undefined && depth < maxArrayDepth; depth++) {
    nodes.push(...at.nodes)
    at = at.items()
  }
  return nodes
}

const isList = ({ own }: SchemaNode): boolean => own['x-list'] === true

/**
 * What every declared value is, outer ones first. A schema that contains itself is not followed into itself.
 * @returns none where parts are shared so that there are too many paths
 */
export function declaredValues(tree: SchemaTree, root: Shape): DeclaredValue[] {
  const values = (): DeclaredValue[] =>
    pathsWith(tree, root, () => true, 1).map(({ path, shape }) => {
      const isOrdered = (shape.types & bit.array) !== 0 && [...shape.nodes].some(isList)
      return { path, datatype: datatypeOf(shape), isOrdered }
    })
  return attempt(values, insteadOf(TooIntricate, []))
}

/** The value that a schema declares at a path, through arrays; undefined when it declares none. */
export function declaredPath(root: Shape, path: readonly string[]): DeclaredPath | undefined {
  if (path.length > maxPathLength) return undefined
  let shape: Shape | undefined = root
  let depth = 0
  for (const [index, name] of path.entries()) {
    const direct: Shape | undefined = shape.property(name)
    const inItems: { found: Shape; depth: number } | undefined =
      direct === undefined && index > 0 ? throughItems(shape, name) : undefined
    depth = Math.max(depth, inItems?.depth ?? 0)
    shape = direct ?? inItems?.found
    if (shape === undefined) return undefined
  }
  return { path, shape, throughArray: depth > 0, nested: depth > 1 }
}

function throughItems(shape: Shape, name: string): { found: Shape; depth: number } | undefined {
  let items = shape.items()
  for (let depth = 1; items !== undefined && depth <= maxArrayDepth; depth++) {
    const found = items.property(name)
    if (found !== undefined) return { found, depth }
    items = items.items()
  }
  return undefined
}

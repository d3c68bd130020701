import type { Column } from './column.ts'
import type { Problems } from '../check/problems.ts'
import { notAColumn, valueKindOf } from './value-kind.ts'
import { declaredPath, pathsWith, valueNodes } from './declared-paths.ts'
import type { DeclaredPath } from './declared-paths.ts'
import { TooIntricate } from './shape.ts'
import type { Shape } from './shape.ts'
import type { SchemaNode, SchemaTree } from '../tree/schema-tree.ts'
import { typeNames } from './type-set.ts'
import { readIndexRequests } from './compound-indexes.ts'
import type { CompoundIndex, IndexRequest } from './compound-indexes.ts'
import { attempt, insteadOf } from '../../errors/index.ts'

/** How many indexes a type can have. */
const maxIndexes = 40

/** How many more indexes references can have, in addition to unique ones: what the stores allow a collection. */
const maxReferenceIndexes = 16

const wantsIndex = (node: SchemaNode): boolean => node.own['x-index'] === true
const isUnique = (node: SchemaNode): boolean => node.own['x-unique'] === true
const key = (path: readonly string[]): string => path.join('.') // names have no dots

/** An invalid annotation. */
export interface AnnotationFault {
  /** JSON Pointer to it. */
  pointer: string
  message: string
}

/** The columns of a type, and its indexes of several columns. */
export interface Columns {
  columns: Column[]
  indexes: CompoundIndex[]
  /** What is wrong with `x-indexes`: items that are not possible, and are left out. */
  indexFaults: string[]
  /** Annotations that need a column on properties that are none; they have no effect. */
  columnFaults: AnnotationFault[]
}

/**
 * The columns of a type: one per root property, and one for each nested value that has an index.
 * @param references paths of the values that refer to other resources. They always have indexes, for filters
 * and sorts
 * @param root the schemas of the root's `properties`, after `$ref` and `allOf`
 * @param problems gets more indexes than are possible
 */
export function columnsOf(
  tree: SchemaTree,
  root: Shape,
  references: readonly DeclaredPath[],
  problems: Problems,
): Columns {
  const properties = root.names().flatMap(name => {
    const shape = root.property(name)
    return shape === undefined ? [] : [{ name, shape, leaf: valueKindOf(shape) }]
  })
  const columnFaults = uniqueFaults(tree, properties)
  const asked: DeclaredPath[] = []
  for (const found of pathsWith(tree, root, wantsIndex, 1)) {
    const { shape, path } = found
    if (isColumn(found)) asked.push(found)
    else
      for (const { pointer } of valueNodes(shape).filter(wantsIndex))
        columnFaults.push({ pointer: `${pointer}/x-index`, message: faultOf(path, shape) })
  }
  if (asked.length > maxIndexes)
    problems.add('', `asks for ${asked.length} indexes by x-index; at most ${maxIndexes} are possible`)
  const { requests, faults } = readIndexRequests(tree.root.own['x-indexes'], path => declaredPath(root, path))
  const indexes = withRequests(asked, requests, faults)
  const wanted = new Set(asked.map(({ path }) => key(path)))
  let free = maxIndexes - asked.length - indexes.length
  const columns = properties.map(({ name, shape, leaf }): Column => {
    const wants = wanted.has(name)
    const given = !wants && leaf.scalar && !refusesIndex(shape) && free > 0
    if (given) free--
    return {
      path: [name],
      kind: leaf.kind,
      many: leaf.many,
      indexed: wants || given,
      unique: leaf.scalar && [...shape.nodes].some(isUnique),
      types: typeNames(shape.types),
    }
  })
  const nestedColumns = asked.filter(({ path }) => path.length > 1).map(nested)
  const referring = references.filter(isColumn)
  return {
    columns: withReferences([...columns, ...nestedColumns], referring),
    indexes,
    indexFaults: faults,
    columnFaults,
  }
}

/**
 * Add the indexes of `x-indexes`, as far as there is room beside those of `x-index`.
 * @param asked gets the properties in it, each of which has an index of its own too
 * @param faults gets a message when there is no room
 */
function withRequests(asked: DeclaredPath[], requests: readonly IndexRequest[], faults: string[]): CompoundIndex[] {
  const names = new Set(asked.map(({ path }) => key(path)))
  const indexes: CompoundIndex[] = []
  for (const { index, places } of requests) {
    const further = places.filter(({ path }) => !names.has(key(path)))
    if (asked.length + further.length + indexes.length + (index === undefined ? 0 : 1) > maxIndexes) {
      faults.push(`needs more indexes than the ${maxIndexes} that are possible, those of x-index included`)
      break
    }
    for (const { path } of further) names.add(key(path))
    asked.push(...further)
    if (index !== undefined) indexes.push(index)
  }
  return indexes
}

function withReferences(columns: readonly Column[], references: readonly DeclaredPath[]): Column[] {
  const indexed = new Set(columns.filter(column => column.indexed).map(({ path }) => key(path)))
  const unique = columns.filter(column => column.unique).length
  const further = references
    .filter(({ path }) => !indexed.has(key(path)))
    .slice(0, Math.max(0, maxReferenceIndexes - unique))
  if (further.length === 0) return [...columns]
  const wanted = new Set(further.map(({ path }) => key(path)))
  const atRoot = columns.map(column => (wanted.has(key(column.path)) ? { ...column, indexed: true } : column))
  return [...atRoot, ...further.filter(({ path }) => path.length > 1).map(nested)]
}

/** The columns inside of properties, in the order of the schema, with and without an index. None where there are too many paths. */
export function nestedColumns(tree: SchemaTree, root: Shape): Column[] {
  const found = attempt(() => pathsWith(tree, root, () => true, 1), insteadOf(TooIntricate, []))
  return found.filter(one => one.path.length > 1 && isColumn(one)).map(columnAt)
}

const refusesIndex = (shape: Shape): boolean => [...shape.nodes].some(node => node.own['x-index'] === false)

const nested = (declared: DeclaredPath): Column => ({ ...columnAt(declared), indexed: true })

/** The facts of a declared value that has no column of its own. */
export function columnAt({ path, shape, throughArray, nested: isNested }: DeclaredPath): Column {
  const { kind, many } = valueKindOf(shape)
  return {
    path,
    kind,
    many: many || throughArray,
    ...(isNested && { nested: true as const }),
    indexed: false,
    unique: false,
    types: typeNames(shape.types),
  }
}

interface RootProperty {
  name: string
  shape: Shape
  leaf: ReturnType<typeof valueKindOf>
}

const isColumn = ({ shape }: DeclaredPath): boolean => valueKindOf(shape).kind !== 'json'

const faultOf = (path: readonly string[], { types }: Shape): string =>
  `${path.join('.')} ${notAColumn(typeNames(types))}`

function uniqueFaults(tree: SchemaTree, properties: readonly RootProperty[]): AnnotationFault[] {
  const byNode = new Map(properties.flatMap(one => [...one.shape.nodes].map(node => [node, one] as const)))
  return tree.nodes.filter(isUnique).flatMap(node => {
    const property = byNode.get(node)
    if (property?.leaf.scalar === true) return []
    const isArray = property !== undefined && property.leaf.kind !== 'json'
    const message =
      property === undefined || isArray
        ? `must be on a text, number or boolean at the top level${isArray ? `; ${property.name} is an array` : ''}`
        : faultOf([property.name], property.shape)
    return [{ pointer: `${node.pointer}/x-unique`, message }]
  })
}

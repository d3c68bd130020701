import { maxIndexMembers } from '../json-schema/columns/compound-indexes.ts'
import type { CompiledSchema } from '../json-schema/compiled-schema.ts'
import { traitsOf } from '../store-kit/document-query.ts'
import type { CompoundIndex, Condition, ConditionTarget, ListQuery } from '../store-kit/document-store.ts'

/** A field of a list that an index can contain. */
interface IndexableField {
  /** The name in `x-indexes`. */
  name: string
  target: ConditionTarget
  /** Compared with one value. */
  isEqual: boolean
  many: boolean
  indexed: boolean
}

/**
 * The index that would serve a list that takes too long, as an item of `x-indexes`: a single property for a filter on a property without an index; else
 * what is compared with one value, the order, and the other filters.
 * @param query the filters that the caller asked for, and the order
 * @param schema that of the type
 * @returns undefined when no further index would help
 */
export function proposeIndex(
  { conditions, sort }: Pick<ListQuery, 'conditions' | 'sort'>,
  schema: Pick<CompiledSchema, 'resolve' | 'indexes' | 'open'>,
): string[] | undefined {
  if (schema.open) return undefined
  const fields = distinct(conditions.flatMap(condition => fieldOf(condition, schema) ?? []))
  const [first] = fields
  const order = fieldOf({ target: sort.target, operator: 'exists', operands: [] }, schema)
  const isAlone =
    conditions.length === 1 && conditions.every(({ operator }) => traitsOf(operator).negates === undefined)
  if (first !== undefined && isAlone && !first.indexed) return [first.name]
  const others = fields.filter(({ name, many }) => name !== order?.name && !many)
  const array = fields.find(({ many, indexed }) => many && !indexed)
  if (order === undefined || others.length === 0) return array && [array.name]
  const equal = others.filter(({ isEqual }) => isEqual).slice(0, maxIndexMembers - 1)
  const tested = others.filter(({ isEqual }) => !isEqual).slice(0, maxIndexMembers - 1 - equal.length)
  if (schema.indexes.some(index => isServedBy(index, equal, order, tested))) return array && [array.name]
  const isById = 'column' in order.target && order.target.column === 'id'
  if (isById && others.length === 1 && equal.every(({ indexed }) => indexed)) return undefined // ties in its index are by id
  const sign = sort.direction === 'desc' ? '-' : tested.length > 0 ? '+' : ''
  return [...equal.map(({ name }) => name), `${sign}${order.name}`, ...tested.map(({ name }) => name)]
}

/** @returns undefined for a field that no index of several can contain, and for those with which every index begins */
function fieldOf(
  { target, operator, operands }: Pick<Condition, 'target' | 'operator' | 'operands'>,
  { resolve }: Pick<CompiledSchema, 'resolve'>,
): IndexableField | undefined {
  if (traitsOf(operator).compares === 'text' || 'references' in target) return undefined
  const isEqual = (operator === 'eq' || operator === 'in') && operands.length === 1
  if ('column' in target) {
    const { column } = target
    if (column === 'status' || column === 'account_id' || column === 'type_slug') return undefined
    const name = resolve([column]) === undefined ? column : `meta.${column}`
    return { name, target, isEqual, many: false, indexed: true }
  }
  const found = resolve(target.path)
  if (found === undefined || found.kind === 'json') return undefined
  return { name: target.path.join('.'), target, isEqual, many: found.many, indexed: found.indexed }
}

/** Each field once, with one value if one of its conditions allows only that. */
function distinct(fields: readonly IndexableField[]): IndexableField[] {
  const found = new Map<string, IndexableField>()
  for (const field of fields) if (field.isEqual || !found.has(field.name)) found.set(field.name, field)
  return [...found.values()]
}

/** Whether an index that the type has contains all of these in the right places. */
function isServedBy(
  index: CompoundIndex,
  equal: readonly IndexableField[],
  order: IndexableField,
  tested: readonly IndexableField[],
): boolean {
  const keys = (members: readonly ConditionTarget[]): string[] => members.map(member => JSON.stringify(member))
  const fixed = new Set(keys(equal.map(({ target }) => target)))
  const contained = new Set(keys([...index.equal, ...index.tested]))
  return (
    JSON.stringify(index.order) === JSON.stringify(order.target) &&
    keys(index.equal).every(key => fixed.has(key)) &&
    keys([...equal, ...tested].map(({ target }) => target)).every(key => contained.has(key))
  )
}

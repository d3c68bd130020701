import { traitsOf } from '../../../lib/store-kit/document-query.ts'
import type { SelectQuery } from '../../../lib/store-kit/document-store.ts'
import type { KnownCollection } from '../schema/catalogue.ts'
import { ownerIndex } from '../schema/indexes.ts'
import { groupFilter } from './compiled-query.ts'
import type { CompiledCondition, CompiledQuery } from './compiled-query.ts'
import type { MongoFilter } from './filters.ts'
import type { ScanOrder } from './order.ts'

/*
 * The indexes that a query can use. Every index of a collection begins with account and status, so MongoDB would have to try all of them, and would spend
 * more time on that than a list has. Therefore every query names its index.
 */

/** The index on `_id`, which every collection has. */
export const primaryIndex = '_id_'

/** A scan of an index that a filter bounds, in addition to account and status. */
export interface IndexBound {
  index: string
  filter: MongoFilter
}

/** Indexes that find the documents of a part of a query. */
export interface IndexCandidate {
  /** Scans that share no document. */
  bounds: readonly IndexBound[]
  /** The part of the query that the bounds decide: a condition, the filter of a word, or all groups. */
  decides: object
  /** The maximum number of documents that it selects, if known. */
  size?: number
  /** The fields in whose order the scan is. */
  orders?: readonly string[]
}

/** The documents that the caller can see: one of these disjoint branches. */
export interface VisibleBranch {
  filter: MongoFilter
  candidate: IndexCandidate | undefined
}

export const allVisible: VisibleBranch = { filter: {}, candidate: undefined }

/** The branches of a query; a single one without a filter if all documents are visible. */
export function branchesOf({ visibility }: SelectQuery, { collection, scope }: CompiledQuery): VisibleBranch[] {
  if (visibility.all) return [allVisible]
  const { owner, ids } = visibility
  const own = { created_by: owner }
  const index = scope.account_id === undefined ? undefined : collection.indexOf.get('created_by')
  const candidate =
    index === undefined ? undefined : { bounds: [{ index, filter: own }], decides: own, orders: ['_id'] }
  const owned: VisibleBranch = { filter: own, candidate }
  if (ids.length === 0) return [owned]
  const named = { _id: { $in: [...ids] } }
  const others = { ...named, created_by: { $ne: owner } }
  const byId = { bounds: [{ index: primaryIndex, filter: named }], decides: named, size: ids.length }
  return [owned, { filter: others, candidate: byId }]
}

/**
 * The indexes that find the documents of a query's conditions, words and groups.
 * @param order the order of the list: its index is scanned anyway
 */
export function candidatesOf(compiled: CompiledQuery, order: ScanOrder | undefined): IndexCandidate[] {
  const { scope, collection, conditions, words, groups } = compiled
  const walked = order?.field === undefined ? undefined : collection.indexOf.get(order.field.field)
  const found = conditions.flatMap(condition => candidateFor(condition, collection) ?? [])
  const wordIndex = collection.indexOf.get('words')
  if (wordIndex !== undefined)
    found.push(...words.map(filter => ({ bounds: [{ index: wordIndex, filter }], decides: filter })))
  const union = groups && unionOf(groups, collection)
  return [...found, ...(union === undefined ? [] : [union])].filter(({ bounds }) =>
    bounds.every(({ index }) => index === primaryIndex || (scope.account_id !== undefined && index !== walked)),
  )
}

/** The index that finds the documents of a condition, if there is one. */
function candidateFor(
  compiled: CompiledCondition,
  { indexOf, uniqueFields }: KnownCollection,
): IndexCandidate | undefined {
  const { condition, exact } = compiled
  const { target, operator, operands } = condition
  if (exact === undefined || traitsOf(operator).negates !== undefined) return undefined
  const { field, filters } = exact
  const isEqual = operator === 'eq' || operator === 'in'
  if ('column' in target) {
    if (operator === 'exists') return undefined
    if (target.column === 'id' && isEqual) return candidate(primaryIndex, filters, compiled, { size: operands.length })
  }
  const index = indexOf.get(field)
  if (index === undefined) return undefined
  return candidate(index, filters, compiled, {
    ...(isEqual && uniqueFields.has(field) && { size: operands.length }),
    ...(isEqual && operands.length === 1 && { orders: ['_id'] }),
  })
}

const candidate = (
  index: string,
  filters: readonly MongoFilter[],
  decides: object,
  more: Pick<IndexCandidate, 'size' | 'orders'>,
): IndexCandidate => ({ bounds: filters.map(filter => ({ index, filter })), decides, ...more })

/** The scans of one index for each group, if there is one for each; a later one leaves out what an earlier one finds. */
function unionOf(
  groups: readonly (readonly CompiledCondition[])[],
  collection: KnownCollection,
): IndexCandidate | undefined {
  const bounds: IndexBound[] = []
  const earlier: MongoFilter[] = []
  for (const group of groups) {
    const bound = group.find(one => candidateFor(one, collection) !== undefined)
    const index = bound && candidateFor(bound, collection)?.bounds[0]?.index
    if (bound === undefined || index === undefined) return undefined
    const filter = groupFilter([bound, ...group.filter(one => one !== bound)])
    bounds.push({ index, filter: earlier.length === 0 ? filter : { ...filter, $nor: [...earlier] } })
    earlier.push(filter)
  }
  return { bounds, decides: groups }
}

/** An index of several fields in the order of a list. */
interface CompoundChoice {
  index: string
  /** The conditions that fix the fields before that of the order. */
  bound: readonly CompiledCondition[]
}

/**
 * The index of several fields in the order of a list: conditions fix what comes before the order. Of several the one that fixes most, and then the one that
 * contains most of the other fields of conditions, so that documents are only read if they match.
 */
export function compoundFor(
  { scope, collection, conditions }: CompiledQuery,
  order: ScanOrder | undefined,
): CompoundChoice | undefined {
  const sorted = order?.field?.field
  if (sorted === undefined || scope.account_id === undefined) return undefined
  const fixing = new Map(conditions.filter(isEqual).map(one => [one.exact?.field, one]))
  const fields = new Set(conditions.map(({ exact }) => exact?.field))
  let best: CompoundChoice | undefined
  let most = 0
  for (const { name, equal, order: field, tested } of collection.compounds) {
    const names = sorted === '_id' && field !== '_id' ? [...equal, field] : equal
    const bound = names.flatMap(one => fixing.get(one) ?? [])
    if ((field !== sorted && sorted !== '_id') || bound.length < names.length) continue
    const uses = 100 * bound.length + tested.filter(one => fields.has(one)).length
    if (uses <= most) continue
    best = { index: name, bound }
    most = uses
  }
  return best
}

/** Whether a condition allows one value. */
const isEqual = ({ condition: { operator, operands } }: CompiledCondition): boolean =>
  (operator === 'eq' || operator === 'in') && operands.length === 1

/**
 * The index that is scanned when no other one selects few documents.
 * @param compound the index of several fields in the order of the list, if there is one
 */
export function scanIndex(
  { scope, collection }: CompiledQuery,
  order: ScanOrder | undefined,
  branch: VisibleBranch,
  compound: CompoundChoice | undefined,
): string {
  if (scope.account_id === undefined) return primaryIndex
  const { indexOf } = collection
  const field = order?.field?.field ?? '_id'
  const owned = field === 'created_at' && 'created_by' in branch.filter ? indexOf.get(ownerIndex.field) : undefined
  return owned ?? compound?.index ?? indexOf.get(field) ?? indexOf.get('_id') ?? primaryIndex
}

/** The fields of a query, as the caller wrote them. */
export function fieldsOf(
  query: SelectQuery,
  { conditions, groups, collection }: CompiledQuery,
): { withoutIndex: string[]; others: string[] } {
  const usesIndex = (one: CompiledCondition): boolean => candidateFor(one, collection) !== undefined
  const areGroupsIndexed = groups !== undefined && groups.every(group => group.some(usesIndex))
  const names = (some: readonly { field: string }[]): string[] => [...new Set(some.map(({ field }) => field))]
  const inGroups = (query.anyOf ?? []).flat()
  const withoutIndex = names([
    ...conditions.filter(one => !usesIndex(one)).map(({ condition }) => condition),
    ...(areGroupsIndexed ? [] : inGroups),
  ])
  return {
    withoutIndex,
    others: names([...query.conditions, ...inGroups]).filter(field => !withoutIndex.includes(field)),
  }
}

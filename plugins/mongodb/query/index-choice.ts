import type { SelectQuery } from '../../../lib/store-kit/document-store.ts'
import type { KnownCollection } from '../schema/catalogue.ts'
import { referencesField } from './filters.ts'
import type { MongoFilter } from './filters.ts'
import { ownerIndex, wordsIndex } from '../schema/indexes.ts'
import { valueField } from '../documents/field-names.ts'
import type { ScanOrder } from './stretches.ts'
import type { CompiledCondition, CompiledQuery } from './compiled-query.ts'
import { compileCondition, inRanges } from './compiled-query.ts'

/*
 * Chooses the index of a query. Every index of a collection begins with account and status, so MongoDB would have to try all of them, and would spend
 * more time on that than a list has. Therefore every query names its index.
 */

/** The index on `_id`, which every collection has. */
const primaryIndex = '_id_'

/** An index that can find the documents of one condition. */
export interface IndexCandidate {
  index: string
  /** The terms that each bound a scan of the index, in addition to account and status; at least one of them matches. */
  bounds: readonly MongoFilter[]
  /** The maximum number of documents that it selects, if known. */
  size?: number
  /** The orders that the scan provides. */
  orders?: readonly string[]
}

/** The documents that the caller can see: one of these disjoint branches. */
export interface VisibleBranch {
  terms: MongoFilter
  candidate: IndexCandidate | undefined
}

/** The branches of a query; a single one without terms if all documents are visible. */
export function branchesOf({ visibility }: SelectQuery, { collection, scope }: CompiledQuery): VisibleBranch[] {
  if (visibility.all) return [{ terms: {}, candidate: undefined }]
  const { owner, ids } = visibility
  const own = { created_by: owner }
  const index = scope.account_id === undefined ? undefined : collection.indexOf.get('created_by')
  const owned: VisibleBranch = {
    terms: own,
    candidate: index === undefined ? undefined : { index, bounds: [own], orders: ['_id'] },
  }
  if (ids.length === 0) return [owned]
  const named = { _id: { $in: [...ids] } }
  const others = { ...named, created_by: { $ne: owner } }
  return [owned, { terms: others, candidate: { index: primaryIndex, bounds: [named], size: ids.length } }]
}

/**
 * The indexes that find the documents of a query's conditions.
 * @param field the field of the order, if any: its index is scanned anyway
 */
export function candidatesOf(compiled: CompiledQuery, field: string | undefined): IndexCandidate[] {
  const { scope, collection, conditions, words } = compiled
  const found = conditions.flatMap(condition => candidateFor(condition, collection) ?? [])
  const indexed = [...found, ...words.indexed.map(bounds => ({ index: wordsIndex.name, bounds: [bounds] }))]
  const walked = field === undefined ? undefined : collection.indexOf.get(field)
  return indexed.filter(({ index }) => index === primaryIndex || (scope.account_id !== undefined && index !== walked))
}

/** The index that finds the documents of a condition, if there is one. */
function candidateFor(
  { condition, exact, keys }: CompiledCondition,
  { indexOf, uniqueFields }: KnownCollection,
): IndexCandidate | undefined {
  const { target, operator, operands, kind } = condition
  if (operator === 'ne' || operator === 'nin' || operator === 'like') return undefined
  const isEqual = operator === 'eq' || operator === 'in'
  const orders = isEqual && operands.length === 1 ? { orders: ['_id'] } : {}
  if ('column' in target) {
    if (exact === undefined || operator === 'exists') return undefined
    if (target.column === 'id' && isEqual) return { index: primaryIndex, bounds: [exact], size: operands.length }
    const index = indexOf.get(target.column === 'id' ? '_id' : target.column)
    return index === undefined ? undefined : { index, bounds: [exact], ...orders }
  }
  if ('references' in target) {
    const index = exact === undefined ? undefined : indexOf.get(referencesField)
    return index === undefined || exact === undefined ? undefined : { index, bounds: [exact], ...orders }
  }
  const ordered = keys === undefined ? undefined : indexOf.get(keys.field)
  if (keys !== undefined && ordered !== undefined) {
    const bounds = inRanges(keys.field, keys.ranges)
    const size = isEqual && uniqueFields.has(keys.field) ? { size: operands.length } : {}
    return { index: ordered, bounds, ...size, ...orders }
  }
  const index = indexOf.get(valueField(kind === 'instant' ? 'instants' : 'data', target.path))
  return index === undefined || exact === undefined || operator === 'exists'
    ? undefined
    : { index, bounds: [exact], ...orders }
}

/** The index that is scanned when no other one selects few documents. */
export function walkedIndex({ scope, collection }: CompiledQuery, { field }: ScanOrder, branch: VisibleBranch): string {
  if (scope.account_id === undefined) return primaryIndex
  const { indexOf } = collection
  const owned = field === 'created_at' && 'created_by' in branch.terms ? indexOf.get(ownerIndex.field) : undefined
  return owned ?? indexOf.get(field) ?? indexOf.get('_id') ?? primaryIndex
}

/** The fields, as the caller wrote them, of the conditions that no index supports. Alternatives are tested during the scan. */
export function unservedFields({ conditions, anyOf = [] }: SelectQuery, collection: KnownCollection): string[] {
  const unserved = conditions.filter(
    condition => candidateFor(compileCondition(condition, collection.references), collection) === undefined,
  )
  return [...new Set([...unserved, ...anyOf.flat()].map(({ field }) => field))]
}

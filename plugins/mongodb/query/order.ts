import type { Position, Sort } from '../../../lib/store-kit/document-store.ts'
import { fieldValue, leastOf } from '../documents/column-fields.ts'
import type { KnownCollection } from '../schema/catalogue.ts'
import { sortField } from './filters.ts'
import type { ExactCondition, MongoFilter, QueryField } from './filters.ts'
import type { Scope } from './compiled-query.ts'

/** The order of a list. */
export interface ScanOrder {
  sort: Sort
  /** The field that is in this order; undefined when the documents must be read to know it. */
  field: QueryField | undefined
}

const idField: QueryField = { field: '_id', form: 'value', column: { kind: 'text' }, isRequired: true }

/** @param scope account and status; by one that is the same for all, documents are in the order of their ids */
export function scanOrderOf(sort: Sort, collection: KnownCollection, scope: Scope): ScanOrder {
  const field = sortField(sort, collection)
  const name = field?.field
  const isSame = (name === 'status' || name === 'account_id') && typeof scope[name] === 'string'
  return { sort, field: isSame ? idField : field }
}

/** The id of a position before all documents with its key, if these are in descending order. */
const beforeAllIds = ''

/**
 * The position behind the last row of a page. Newest first nothing is added behind it: if the row that follows has another date, no document with the same
 * one is left, and the next page needs no query for these.
 */
export function positionBehind({ sort, field }: ScanOrder, last: Position, following: Position): Position {
  const isNewestFirst = sort.direction === 'desc' && field?.form === 'date' && field.isRequired
  return { key: last.key, id: isNewestFirst && following.key !== last.key ? beforeAllIds : last.id }
}

/** A part of a list, which one scan of an index yields in order. */
export interface Part {
  filter: MongoFilter
  sort: Record<string, 1 | -1>
  /** Usually short, so that it is requested together with the next one. */
  isShort?: true
}

/**
 * The parts of a list after a position, in its order, each of which begins at a bound of its scan.
 * @param condition a condition on the field of the order
 */
export function partsOf(
  { sort: { direction }, field: found }: ScanOrder & { field: QueryField },
  after: Position | undefined,
  condition: ExactCondition | undefined,
): Part[] {
  const { field, isRequired } = found
  const sign = direction === 'asc' ? 1 : -1
  const beyond = sign === 1 ? '$gt' : '$lt'
  const behindId: MongoFilter = after === undefined ? {} : { _id: { [beyond]: after.id } }
  const ranges = condition?.filters ?? [{}]
  const inOrder = sign === 1 ? ranges : ranges.toReversed()
  const within = (bound: MongoFilter): Part[] =>
    inOrder.map(range => ({ filter: both(bound, range), sort: { [field]: sign, _id: sign } }))
  if (field === '_id') return inOrder.map(range => ({ filter: both(behindId, range), sort: { _id: sign } }))
  if (after === undefined) return within({})
  const value = fieldValue(found, after.key)
  const equal = (key: unknown): Part[] =>
    inOrder.map(range => ({ filter: both({ [field]: key, ...behindId }, range), sort: { _id: sign }, isShort: true }))
  if (value === undefined)
    return sign === 1 ? [...equal(null), ...within({ [field]: { $gte: leastOf(found) } })] : equal(null)
  const others = [
    ...(sign === -1 && after.id === beforeAllIds ? [] : equal(value)),
    ...within({ [field]: { [beyond]: value } }),
  ]
  const withoutValue: Part[] =
    sign === 1 || isRequired
      ? []
      : inOrder.map(range => ({ filter: both({ [field]: null }, range), sort: { _id: sign } }))
  return [...others, ...withoutValue]
}

const isEmpty = (filter: MongoFilter): boolean => Object.keys(filter).length === 0

const both = (a: MongoFilter, b: MongoFilter): MongoFilter => (isEmpty(a) ? b : isEmpty(b) ? a : { $and: [a, b] })

import type { Position, Sort } from '../../../lib/store-kit/document-store.ts'
import type { KeyRange, MongoFilter } from './filters.ts'
import { sortField } from '../schema/indexes.ts'
import { unorderedKey } from '../documents/query-fields.ts'

/**
 * A part of a list that one index scan yields in order. A list is read in stretches, so that the position where a page
 * begins is a bound of the scan and nothing before it is read.
 */
export interface Stretch {
  filter: MongoFilter
  sort: Record<string, 1 | -1>
  /** Usually short or empty, so it is requested together with the next one. */
  short: boolean
}

/** The order of a list: the field of its order. `_id` when all documents are equal in their sort field. */
export interface ScanOrder {
  field: string
  direction: Sort['direction']
}

/** @param scope account and status, which may be the same for all */
export function scanOrderOf(
  { target, kind, direction }: Sort,
  scope: { account_id?: unknown; status: unknown },
): ScanOrder {
  const field = sortField(target, kind) ?? '_id'
  const same = (field === 'status' || field === 'account_id') && typeof scope[field] === 'string'
  return { field: same ? '_id' : field, direction }
}

/** Ranges that a key must all be in. */
export type Conjunction = readonly KeyRange[]

/**
 * The stretches of a list after a position, in its order.
 * @param alternatives the known ranges of the keys of the sort field: one of these, in the order of the keys
 * @param strays whether documents may have the key `several` there: they belong to those without a key, in one group sorted by id
 */
export function stretchesOf(
  order: ScanOrder,
  after: Position | undefined,
  alternatives: readonly Conjunction[],
  strays: boolean,
): Stretch[] {
  const sign = order.direction === 'asc' ? 1 : -1
  const beyond = sign === 1 ? '$gt' : '$lt'
  const behindId: MongoFilter = after === undefined ? {} : { _id: { [beyond]: after.id } }
  if (order.field === '_id') return [{ filter: behindId, sort: { _id: sign }, short: false }]
  const { field } = order
  const inOrder = sign === 1 ? alternatives : alternatives.toReversed()
  const keyed = (...bounds: Record<string, unknown>[]): Stretch[] =>
    inOrder.map(ranges => {
      const terms = [...bounds, ...ranges].map(range => ({ [field]: range }))
      const [only = {}, ...more] = terms
      const filter = more.length === 0 ? only : { $and: terms }
      return { filter, sort: { [field]: sign, _id: sign }, short: false }
    })
  const ties: Stretch = { filter: { [field]: after?.key, ...behindId }, sort: { _id: sign }, short: true }
  if (!isKeyField(field)) return after === undefined ? keyed() : [ties, ...keyed({ [beyond]: after.key })]

  // MongoDB also sorts null first, so without strays one stretch is enough. A condition on the field excludes documents without a key.
  if (after === undefined && !strays) return keyed()
  const isBounded = alternatives.every(ranges => ranges.length > 0)
  const keys = [...(isBounded ? [] : [null]), ...(strays ? [unorderedKey] : [])]
  const unplaced = (further: MongoFilter): Stretch[] => {
    const filter = { [field]: keys.length === 1 ? keys[0] : { $in: keys }, ...further }
    return keys.length === 0 ? [] : [{ filter, sort: { _id: sign }, short: sign === 1 }]
  }
  const placed = keyed({ $gt: unorderedKey })
  if (after === undefined) return sign === 1 ? [...unplaced({}), ...placed] : [...placed, ...unplaced({})]
  if (after.key === null) return sign === 1 ? [...unplaced(behindId), ...placed] : unplaced(behindId)
  return sign === 1
    ? [ties, ...keyed({ $gt: after.key })]
    : [ties, ...keyed({ $gt: unorderedKey, $lt: after.key }), ...unplaced({})]
}

/** Whether documents can lack this field. */
export const isKeyField = (field: string): boolean => field.startsWith('keys.') || field.startsWith('moments.')

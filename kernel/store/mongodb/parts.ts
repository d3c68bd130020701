import type { Position, Sort } from '../../contracts/document-store.ts'
import type { KeyRange, Terms } from './conditions.ts'
import { sortField } from './indexes.ts'
import { several } from './shadows.ts'

/**
 * A stretch of a list that one index scan yields in order. A list is walked in stretches, so that the place where a page
 * begins is a bound of the scan and nothing before it is read.
 */
export interface Part {
  filter: Terms
  sort: Record<string, 1 | -1>
  /** Most often short or empty, so that it is asked for together with the next one. */
  short: boolean
}

/** The order of a list: the field that it follows. `_id` when all documents are equal in what they are sorted by. */
export interface Order {
  field: string
  direction: Sort['direction']
}

/** @param base account and status, which may be the same for all */
export function orderOf({ target, kind, direction }: Sort, base: { account_id?: unknown; status: unknown }): Order {
  const field = sortField(target, kind) ?? '_id'
  const same = (field === 'status' || field === 'account_id') && typeof base[field] === 'string'
  return { field: same ? '_id' : field, direction }
}

/**
 * The stretches of a list behind a position, in its order.
 * @param ranges what is known of the keys of the field that it follows
 */
export function partsOf(order: Order, after: Position | undefined, ranges: readonly KeyRange[]): Part[] {
  const sign = order.direction === 'asc' ? 1 : -1
  const beyond = sign === 1 ? '$gt' : '$lt'
  const behindId = after === undefined ? {} : { _id: { [beyond]: after.id } }
  if (order.field === '_id') return [{ filter: behindId, sort: { _id: sign }, short: false }]
  const { field } = order
  const ordered = { [field]: sign, _id: sign } as const
  const narrowed = ranges.map(range => ({ [field]: range }))

  const ties = (key: Position['key']): Part => ({
    filter: { [field]: key, ...behindId },
    sort: { _id: sign },
    short: true,
  })
  const keyed = (range: KeyRange | Record<string, unknown>): Part => ({
    filter: Object.keys(range).length === 0 && narrowed.length === 0 ? {} : { $and: [{ [field]: range }, ...narrowed] },
    sort: ordered,
    short: false,
  })
  if (!isKeyField(field)) return after === undefined ? [keyed({})] : [ties(after.key), keyed({ [beyond]: after.key })]

  // What has no key, and what has one without a place in the order, are one group that goes by id. A condition on the field leaves out the former.
  const unplaced = (further: Terms): Part => ({
    filter: { [field]: { $in: ranges.length === 0 ? [null, several] : [several] }, ...further },
    sort: { _id: sign },
    short: sign === 1,
  })
  if (after === undefined) {
    const all = [unplaced({}), keyed({ $gt: several })]
    return sign === 1 ? all : all.toReversed()
  }
  if (after.key === null) return sign === 1 ? [unplaced(behindId), keyed({ $gt: several })] : [unplaced(behindId)]
  return sign === 1
    ? [ties(after.key), keyed({ $gt: after.key })]
    : [ties(after.key), keyed({ $gt: several, $lt: after.key }), unplaced({})]
}

/** Whether documents may be without this field. */
const isKeyField = (field: string): boolean => field.startsWith('keys.') || field.startsWith('moments.')

import type { Position } from '../../../lib/store-kit/document-store.ts'
import type { VisibleBranch } from './index-choice.ts'
import type { KeyRange, MongoFilter } from './filters.ts'
import type { Conjunction, ScanOrder, Stretch } from './stretches.ts'
import { isKeyField, stretchesOf } from './stretches.ts'
import type { CompiledCondition, CompiledQuery } from './compiled-query.ts'
import { anyOf, exactTerms, inRanges } from './compiled-query.ts'
import { unorderedKey } from '../documents/query-fields.ts'

/** One way to read a list. */
export interface ScanPlan {
  /** The filter in addition to account and status. */
  terms: readonly MongoFilter[]
  stretches: Stretch[]
  /** The index to use. */
  hint: string
}

/** The options for a branch of a list. */
export interface PlanOptions {
  order: ScanOrder
  after: Position | undefined
  branch: VisibleBranch
  /** The index to use. */
  index: string
  /**
   * Whether some document may have its value in an array or an object, in one of the fields of {@link unorderedFields}. If none has, the ranges of keys
   * are exactly equivalent to the conditions.
   */
  strays: boolean
}

/** The fields in which a document may be a stray, or undefined if strays must be assumed. */
export function unorderedFields(compiled: CompiledQuery, { field }: ScanOrder): string[] | undefined {
  const { scope, collection, conditions } = compiled
  const keyed = conditions.filter(one => isKeyed(compiled, one)).flatMap(({ keys }) => keys?.field ?? [])
  const fields = [...new Set(isKeyField(field) ? [...keyed, field] : keyed)]
  const isFound = scope.account_id !== undefined && fields.every(one => collection.indexOf.has(one))
  return isFound || fields.length === 0 ? fields : undefined
}

/** Whether a condition is expressed as a range of an indexed key. */
const isKeyed = ({ collection }: CompiledQuery, { keys }: CompiledCondition): boolean =>
  keys !== undefined && collection.indexOf.has(keys.field)

/** The plans for a branch: one for each range of the index that is used. They share no document. */
export function scanPlansOf(compiled: CompiledQuery, { order, after, branch, index, strays }: PlanOptions): ScanPlan[] {
  const stretches = stretchesOf(order, after, alternativesOn(compiled, order.field), strays)
  const plans = (ranges: readonly MongoFilter[], terms: readonly MongoFilter[]): ScanPlan[] =>
    ranges.map(range => ({ stretches, hint: index, terms: [branch.terms, range, ...terms] }))
  if (strays) return plans(unorderedBounds(compiled, index), exactTerms(compiled))
  const { collection, conditions, alternatives, words } = compiled
  const bounding = conditions.find(
    ({ keys }) => keys !== undefined && keys.field !== order.field && collection.indexOf.get(keys.field) === index,
  )
  const others = conditions.filter(one => one !== bounding).flatMap(one => plainTerms(compiled, one, order))
  const ranges = bounding?.keys === undefined ? everything : inRanges(bounding.keys.field, bounding.keys.ranges)
  return plans(ranges, [...words.terms, ...alternatives, ...others])
}

const everything: readonly MongoFilter[] = [{}]

function plainTerms(compiled: CompiledQuery, condition: CompiledCondition, { field }: ScanOrder): MongoFilter[] {
  const { keys, exact } = condition
  if (keys === undefined || !isKeyed(compiled, condition)) return exact === undefined ? [] : [exact]
  return keys.field === field ? [] : [anyOf(inRanges(keys.field, keys.ranges))] // already in the stretches of the list
}

/** Terms that let an index of keys support the first condition on it, strays included; each document matches at least one. The exact terms decide. */
export function unorderedBounds(
  { collection, conditions }: CompiledQuery,
  index: string | undefined,
): readonly MongoFilter[] {
  const bounding = conditions.find(({ keys }) => keys !== undefined && collection.indexOf.get(keys.field) === index)
  if (bounding?.keys === undefined) return everything
  const { field, ranges } = bounding.keys
  const [only] = ranges
  if (only !== undefined && '$in' in only) return inRanges(field, [{ $in: [...only.$in, unorderedKey] }])
  return inRanges(field, [{ $in: [unorderedKey] }, ...ranges])
}

/** The ranges that the conditions together allow for the keys of a field: one of these, in the order of the keys. */
function alternativesOn({ conditions }: CompiledQuery, field: string): Conjunction[] {
  let alternatives: KeyRange[][] = [[]]
  for (const { keys } of conditions) {
    if (keys?.field !== field) continue
    alternatives = alternatives.flatMap(ranges => keys.ranges.map(range => [...ranges, range]))
  }
  return alternatives.filter(ranges => new Set(ranges.flatMap(range => kindOf(range) ?? [])).size <= 1)
}

/** The kind of the values in a range, if it has only one. */
function kindOf(range: KeyRange): string | undefined {
  if ('$in' in range) return undefined
  const kind = (range.$gte ?? range.$gt ?? '').charAt(0)
  return kind === unorderedKey ? undefined : kind
}

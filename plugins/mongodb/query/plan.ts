import type { Position } from '../../../lib/store-kit/document-store.ts'
import type { Branch } from './index-choice.ts'
import type { KeyRange, Terms } from './filters.ts'
import type { Conjunction, Order, Part } from './stretches.ts'
import { isKeyField, partsOf } from './stretches.ts'
import type { SelectedCondition, Selection } from './selection.ts'
import { anyOf, exactTerms, inRanges } from './selection.ts'
import { several } from '../documents/query-fields.ts'

/** One way to read a list. */
export interface Plan {
  /** What must hold beside account and status. */
  terms: readonly Terms[]
  parts: Part[]
  /** The index to use. */
  hint: string
}

/** How a branch of a list is read. */
export interface PlanOptions {
  order: Order
  after: Position | undefined
  branch: Branch
  /** The index to use. */
  index: string
  /**
   * Whether some document may have its value in an array or an object, in one of the fields of {@link strayFields}. While none has, what conditions say of
   * keys is all that they say.
   */
  strays: boolean
}

/** The fields in which a document may be a stray, or undefined where it must be assumed that there are some. */
export function strayFields(selection: Selection, { field }: Order): string[] | undefined {
  const { base, collection, conditions } = selection
  const keyed = conditions.filter(one => isKeyed(selection, one)).flatMap(({ keys }) => keys?.field ?? [])
  const fields = [...new Set(isKeyField(field) ? [...keyed, field] : keyed)]
  const isFound = base.account_id !== undefined && fields.every(one => collection.indexOf.has(one))
  return isFound || fields.length === 0 ? fields : undefined
}

/** Whether a condition is asked as a range of an indexed key. */
const isKeyed = ({ collection }: Selection, { keys }: SelectedCondition): boolean =>
  keys !== undefined && collection.indexOf.has(keys.field)

/** How a branch is read: one plan for each range of the index that is used. They share no document. */
export function plansOf(selection: Selection, { order, after, branch, index, strays }: PlanOptions): Plan[] {
  const parts = partsOf(order, after, alternativesOn(selection, order.field), strays)
  const plans = (ranges: readonly Terms[], terms: readonly Terms[]): Plan[] =>
    ranges.map(range => ({ parts, hint: index, terms: [branch.terms, range, ...terms] }))
  if (strays) return plans(strayBounds(selection, index), exactTerms(selection))
  const { collection, conditions, words } = selection
  const bounding = conditions.find(
    ({ keys }) => keys !== undefined && keys.field !== order.field && collection.indexOf.get(keys.field) === index,
  )
  const others = conditions.filter(one => one !== bounding).flatMap(one => plainTerms(selection, one, order))
  const ranges = bounding?.keys === undefined ? everything : inRanges(bounding.keys.field, bounding.keys.ranges)
  return plans(ranges, [...words.terms, ...others])
}

const everything: readonly Terms[] = [{}]

function plainTerms(selection: Selection, condition: SelectedCondition, { field }: Order): Terms[] {
  const { keys, exact } = condition
  if (keys === undefined || !isKeyed(selection, condition)) return exact === undefined ? [] : [exact]
  return keys.field === field ? [] : [anyOf(inRanges(keys.field, keys.ranges))] // the parts of the list have it
}

/** What lets an index of keys serve the first condition on it, strays included; one of these holds for a document. The exact terms decide. */
export function strayBounds({ collection, conditions }: Selection, index: string | undefined): readonly Terms[] {
  const bounding = conditions.find(({ keys }) => keys !== undefined && collection.indexOf.get(keys.field) === index)
  if (bounding?.keys === undefined) return everything
  const { field, ranges } = bounding.keys
  const [only] = ranges
  if (only !== undefined && '$in' in only) return inRanges(field, [{ $in: [...only.$in, several] }])
  return inRanges(field, [{ $in: [several] }, ...ranges])
}

/** What the conditions together say of the keys of a field: one of these, in the order of the keys. */
function alternativesOn({ conditions }: Selection, field: string): Conjunction[] {
  let alternatives: KeyRange[][] = [[]]
  for (const { keys } of conditions) {
    if (keys?.field !== field) continue
    alternatives = alternatives.flatMap(ranges => keys.ranges.map(range => [...ranges, range]))
  }
  return alternatives.filter(ranges => new Set(ranges.flatMap(range => kindOf(range) ?? [])).size <= 1)
}

/** The kind that a range is of, where it is of one. */
function kindOf(range: KeyRange): string | undefined {
  if ('$in' in range) return undefined
  const kind = (range.$gte ?? range.$gt ?? '').charAt(0)
  return kind === several ? undefined : kind
}

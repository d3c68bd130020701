import type { Position } from '../../../lib/store-kit/document-store.ts'
import { wordsIndexName } from '../schema/indexes.ts'
import type { CompiledQuery } from './compiled-query.ts'
import { filterOf, groupFilter, withManyWords } from './compiled-query.ts'
import type { DocumentTest } from './document-test.ts'
import { anyOf } from './filters.ts'
import type { MongoFilter } from './filters.ts'
import type { IndexCandidate, VisibleBranch } from './index-choice.ts'
import { primaryIndex } from './index-choice.ts'
import type { Part, ScanOrder } from './order.ts'
import { partsOf } from './order.ts'

/** One way to read a list: scans of one index. Several plans of a list share no document. */
export interface ScanPlan {
  /** The filters in addition to account and status; the one that bounds the scan comes first. */
  filters: readonly MongoFilter[]
  /** The parts of the list in its order. One without a filter if the order is not that of a field. */
  parts: readonly Part[]
  /** The index to use. */
  hint: string
  test: DocumentTest | undefined
  /** Whether it is the index of the order, with nothing that bounds the scan. */
  isScan: boolean
}

/** The options for a branch of a list. */
interface PlanOptions {
  /** Undefined for a count. */
  order: ScanOrder | undefined
  after: Position | undefined
  branch: VisibleBranch
  /** What bounds the scans; undefined when the index of the order is scanned. */
  chosen: IndexCandidate | undefined
  /** The index of the order. */
  walked: string
}

/** The plans for a branch of a query. */
export function plansOf(compiled: CompiledQuery, options: PlanOptions): ScanPlan[] {
  const { chosen, walked, branch } = options
  const { words, test, manyWordsTest } = compiled
  const bounds = chosen?.bounds ?? [{ index: walked, filter: {} }]
  const otherWords = words.filter(filter => filter !== chosen?.decides)
  const isOfBranch = chosen !== undefined && chosen === branch.candidate // its filter is added in any case
  const plans = bounds.map(({ index, filter }) =>
    planOf(compiled, options, index, [isOfBranch ? {} : filter, ...otherWords], test),
  )
  if (manyWordsTest === undefined) return plans
  const { scope, collection } = compiled
  const index = scope.account_id !== undefined && collection.indexOf.has('words') ? wordsIndexName : primaryIndex
  const many = planOf(compiled, { ...options, chosen: undefined }, index, [withManyWords], manyWordsTest)
  return [...plans, { ...many, isScan: false }]
}

function planOf(
  { conditions, groups }: CompiledQuery,
  { order, after, branch, chosen }: PlanOptions,
  hint: string,
  bounds: readonly MongoFilter[],
  test: DocumentTest | undefined,
): ScanPlan {
  const field = order?.field
  const left = conditions.filter(one => one !== chosen?.decides)
  const inParts = field === undefined ? undefined : left.find(({ exact }) => exact?.field === field.field)
  const others = left.filter(one => one !== inParts).flatMap(filterOf)
  const alternatives = groups === undefined || chosen?.decides === groups ? [] : [anyOf(groups.map(groupFilter))]
  const parts =
    order === undefined || field === undefined
      ? [{ filter: {}, sort: {} }]
      : partsOf({ ...order, field }, after, inParts?.exact)
  const filters = [...bounds, branch.filter, ...others, ...alternatives]
  return { filters, parts, hint, test, isScan: chosen === undefined }
}

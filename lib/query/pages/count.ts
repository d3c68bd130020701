import type { ListQuery, Page, SelectQuery } from '../../store-kit/document-store.ts'
import { QueryTooSlow, insteadOf } from '../../errors/index.ts'
import { invalidParameter, quote, readInteger } from '../query-string.ts'

/** How far a list is counted: not at all, to its end as long as there is time, or up to a number. */
export type CountRequest = boolean | number

/** The number of matches, or a lower bound of it. */
export type Total = { total: number } | { total_at_least: number }

/** Total time limit of the queries of one request, ms. */
const maxQueryTimeMs = 2000

/** The deadline of the queries of a request that begins now, for `SelectQuery.deadline`. */
export const requestDeadline = (): number => performance.now() + maxQueryTimeMs

/** Highest number that `count` can have. */
const maxCount = 100_000

/** How far `count=true` counts. */
const usualCount = 10_000

/** The parameter `count` in API descriptions. */
export const countParameter = {
  description: `Add \`total\`: with \`true\` counting to 10,000, with a number to that number (\`total_at_least\` where there are more), with \`exact\` to the end, as long as there is time`,
  type: ['boolean', 'integer', 'string'],
  minimum: 1,
  maximum: maxCount,
} as const

/** The members that `count` adds to the list envelope, in API descriptions. */
export const totalMembers = {
  total: { type: 'integer', description: 'With count: how many there are in all' },
  total_at_least: {
    type: 'integer',
    description: 'Instead of total, where there are more than count asks for or there was no time to count them all',
  },
} as const

/**
 * Read the parameter `count`.
 * @throws `InvalidInput` when it is neither `true`, `false` nor `exact`, nor a number from 1 to {@link maxCount}
 */
export function readCount(text: string | undefined): CountRequest {
  if (text === undefined || text === 'false') return false
  if (text === 'true') return usualCount
  if (text === 'exact') return true
  const count = readInteger(text, maxCount)
  if (count !== undefined) return count
  throw invalidParameter(
    `count must be true, false, exact or an integer from 1 to ${maxCount}, not ${quote(text)}`,
    'count',
  )
}

/** The total, as `count` requests it. */
export function totalOf(asked: CountRequest, found: number): Total | undefined {
  if (asked === false) return undefined
  return typeof asked === 'number' && found > asked ? { total_at_least: asked } : { total: found }
}

/** A page of matches: how many it has, and whether others come before or after it. */
interface CountedPage {
  found: number
  isFirst: boolean
  hasMore: boolean
}

/**
 * Count what a list holds. Nothing is counted when the page has all of it.
 * @param count counts, up to `max`; when it throws `QueryTooSlow`, only the lower bound is known
 */
export async function countMatches(
  asked: CountRequest,
  { found, isFirst, hasMore }: CountedPage,
  count: (options: { max?: number }) => Promise<number>,
): Promise<Total | undefined> {
  if (asked === false) return undefined
  if (isFirst && !hasMore) return totalOf(asked, found)
  const seen = found + (hasMore ? 1 : 0)
  if (typeof asked === 'number' && seen > asked) return { total_at_least: asked }
  const counted = await count(asked === true ? {} : { max: asked + 1 }).catch(insteadOf(QueryTooSlow, undefined))
  return counted === undefined ? { total_at_least: seen } : totalOf(asked, counted)
}

/** The methods that {@link listAndCount} uses. */
interface Lister {
  list(query: ListQuery): Promise<Page>
  count(query: SelectQuery, options?: { max?: number }): Promise<number>
}

/** One page and, in the remaining time of the request, the total. */
export async function listAndCount(
  store: Lister,
  query: ListQuery,
  asked: CountRequest,
): Promise<{ page: Page; total: Total | undefined }> {
  const timed = { ...query, deadline: query.deadline ?? requestDeadline() }
  const page = await store.list(timed)
  const counted = { found: page.documents.length, isFirst: query.after === undefined, hasMore: page.next !== null }
  return { page, total: await countMatches(asked, counted, options => store.count(timed, options)) }
}

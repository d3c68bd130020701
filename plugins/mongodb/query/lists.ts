import { LRUCache } from 'lru-cache'
import { QueryTooSlow, StoreUnavailable } from '../../../lib/errors/index.ts'
import type { ListQuery, Page, SelectQuery } from '../../../lib/store-kit/document-store.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import type { ChangeFeed } from '../feed/change-feed.ts'
import type { Catalogue } from '../schema/catalogue.ts'
import { ownerIndex } from '../schema/indexes.ts'
import type { Connection } from '../server/connection.ts'
import { code, hasCode, within } from '../server/errors.ts'
import { allOf, compileQuery } from './compiled-query.ts'
import type { CompiledQuery } from './compiled-query.ts'
import type { MongoFilter } from './filters.ts'
import { branchesOf, candidatesOf, fieldsOf, compoundFor, scanIndex } from './index-choice.ts'
import type { IndexBound, IndexCandidate, VisibleBranch } from './index-choice.ts'
import { DeadlinePassed, IndexScan, documentsOfRows, mergeRows, remaining } from './index-scan.ts'
import type { QueryLimits } from './index-scan.ts'
import { positionBehind, scanOrderOf } from './order.ts'
import type { ScanOrder } from './order.ts'
import { plansOf } from './plan.ts'
import type { ScanPlan } from './plan.ts'
import { QueryQueue } from './query-queue.ts'

/** Default time limit of a query, in ms; and the additional time after which the server counts as unreachable. */
const defaultTimeMs = 2_000
const graceMs = 1_000
/** Number of lists of one kind that the server processes at once for this instance. */
const maxRunning = 4
/** Up to this many documents are found by the index of a condition and sorted, instead of scanning in their order. */
const maxSorted = 20_000
/** How far candidates are counted at first: what selects no more is few. */
const maxCountedFirst = 1_000
/** For how long a search scans in the order of the list, before more of what its words select is counted. */
const maxScanMs = 200
const maxCountAgeMs = 30_000

/** Executes a query within its limits. */
type Run<T> = (compiled: CompiledQuery, limits: QueryLimits) => Promise<T>

/** Pages and counts. */
export class Lists {
  readonly #connection: Connection
  readonly #catalogue: Catalogue
  readonly #feed: Pick<ChangeFeed, 'reading'>
  /** Lists that no index supports may be slow, and must not delay the others. */
  readonly #indexed = new QueryQueue(maxRunning)
  readonly #withoutIndex = new QueryQueue(maxRunning)
  /** How many documents parts of indexes contain, to choose an index. */
  readonly #counts = new LRUCache<string, number>({ max: 1_000, ttl: maxCountAgeMs })

  constructor(connection: Connection, catalogue: Catalogue, feed: Pick<ChangeFeed, 'reading'>) {
    this.#connection = connection
    this.#catalogue = catalogue
    this.#feed = feed
  }

  list(query: ListQuery): Promise<Page> {
    const bytes = query.maxBytes ?? Infinity
    return this.#inTurn(query, query.limit + 1, bytes, (compiled, limits) => this.#page(query, compiled, limits))
  }

  count(query: SelectQuery, max = Infinity): Promise<number> {
    return this.#inTurn(query, max, Infinity, (compiled, limits) => this.#total(query, compiled, limits))
  }

  async #inTurn<T>(query: SelectQuery, rows: number, bytes: number, run: Run<T>): Promise<T> {
    const deadline = query.deadline ?? performance.now() + defaultTimeMs
    const compiled = compileQuery(query, await this.#catalogue.find(query.collection))
    const queue = fieldsOf(query, compiled).withoutIndex.length === 0 ? this.#indexed : this.#withoutIndex
    return queue.run(deadline, () =>
      this.#attempt(query, compiled, { rows, bytes, deadline, reading: this.#feed.reading }, run),
    )
  }

  /** Run the query; again when an index was dropped meanwhile, and a last time with the existing indexes. */
  async #attempt<T>(query: SelectQuery, first: CompiledQuery, limits: QueryLimits, run: Run<T>): Promise<T> {
    let compiled = first
    for (let attempt = 1; ; attempt++) {
      try {
        return await within(limits.deadline - performance.now() + graceMs, run(compiled, limits))
      } catch (error) {
        const cause = causeOf(error)
        if (isOutOfTime(error)) {
          if (query.deadline === undefined) throw new StoreUnavailable(undefined, { cause }) // the caller asked for no list
          throw tooSlow(query, compiled)
        }
        const indexGone = hasCode(cause, code.badValue) || hasCode(cause, code.queryPlanKilled)
        if (attempt > 2 || !indexGone) throw error
        const known =
          attempt === 1
            ? await this.#catalogue.refresh(query.collection)
            : await this.#catalogue.noteAbsentIndexes(query.collection)
        compiled = compileQuery(query, known)
      }
    }
  }

  /** For a search the first documents of the list are tried before more is counted: what has common words is found there at once. */
  async #page(query: ListQuery, compiled: CompiledQuery, limits: QueryLimits): Promise<Page> {
    const order = scanOrderOf(query.sort, compiled.collection, compiled.scope)
    const isSearch = query.words.length > 0
    let plans = await this.#plans(query, compiled, order, limits, isSearch ? maxCountedFirst : maxSorted)
    if (isSearch && plans.some(({ isScan }) => isScan)) {
      const deadline = Math.min(limits.deadline, performance.now() + maxScanMs)
      try {
        return await this.#pageOf(query, compiled, order, plans, { ...limits, deadline })
      } catch (error) {
        if (!isOutOfTime(error)) throw error
      }
      plans = await this.#plans(query, compiled, order, limits, maxSorted)
    }
    return this.#pageOf(query, compiled, order, plans, limits)
  }

  async #pageOf(
    query: ListQuery,
    compiled: CompiledQuery,
    order: ScanOrder,
    plans: readonly ScanPlan[],
    limits: QueryLimits,
  ): Promise<Page> {
    const scans = await Promise.all(
      plans.map(plan => new IndexScan(this.#connection, compiled, plan, order, limits).rows(query.after)),
    )
    const rows = mergeRows(scans, order)
    const { documents, used } = await documentsOfRows(this.#connection, compiled, rows.slice(0, query.limit), limits)
    const [last, following] = [rows[used - 1], rows[used]]
    const next = last === undefined || following === undefined ? null : positionBehind(order, last, following)
    if (query.positions !== true) return { documents, next }
    const keys = new Map(rows.map(({ id, key }) => [id, key]))
    return { documents, next, positions: documents.map(({ id }) => ({ key: keys.get(id) ?? null, id })) }
  }

  async #total(query: SelectQuery, compiled: CompiledQuery, limits: QueryLimits): Promise<number> {
    const plans = await this.#plans(query, compiled, undefined, limits, maxSorted)
    const counts = await Promise.all(plans.map(plan => this.#countOf(compiled, plan, limits)))
    return Math.min(
      limits.rows,
      counts.reduce((sum, count) => sum + count, 0),
    )
  }

  #countOf(compiled: CompiledQuery, plan: ScanPlan, limits: QueryLimits): Promise<number> {
    if (plan.test !== undefined) return new IndexScan(this.#connection, compiled, plan, undefined, limits).count()
    return this.#counted(compiled, plan.filters, plan.hint, limits, limits.rows)
  }

  async #counted(
    { collection, scope }: CompiledQuery,
    filters: readonly MongoFilter[],
    hint: string,
    limits: QueryLimits,
    max: number,
  ): Promise<number> {
    const documents = this.#connection.database.collection<StoredForm>(collection.definition.name)
    return documents.countDocuments(allOf(scope, filters), {
      ...limits.reading,
      hint,
      maxTimeMS: remaining(limits),
      ...(Number.isFinite(max) ? { limit: max } : {}),
    })
  }

  /**
   * The plans for each branch of a query.
   * @param order undefined for a count, which needs none
   * @param most what selects more documents does not bound the scans
   */
  async #plans(
    query: SelectQuery & { after?: ListQuery['after'] },
    compiled: CompiledQuery,
    order: ScanOrder | undefined,
    limits: QueryLimits,
    most: number,
  ): Promise<ScanPlan[]> {
    const compound = compoundFor(compiled, order)
    const plans = branchesOf(query, compiled).map(async branch => {
      const walked = scanIndex(compiled, order, branch, compound)
      // What the walked index fixes selects no fewer documents by an index of its own.
      const bound: readonly object[] = walked === compound?.index ? compound.bound : []
      const others = candidatesOf(compiled, order).filter(({ decides }) => !bound.includes(decides))
      const chosen = await this.#choose(compiled, branch, others, walked, order, limits, most)
      return plansOf(compiled, { order, after: query.after, branch, chosen, walked })
    })
    return (await Promise.all(plans)).flat()
  }

  /** What bounds the scans of a branch: what selects the fewest documents, unless these are many and the index of the order can be scanned instead. */
  async #choose(
    compiled: CompiledQuery,
    { candidate: own }: VisibleBranch,
    others: readonly IndexCandidate[],
    walked: string,
    order: ScanOrder | undefined,
    limits: QueryLimits,
    most: number,
  ): Promise<IndexCandidate | undefined> {
    const candidates = [...(own === undefined ? [] : [inOrderOf(walked, own)]), ...others]
    const [first, ...further] = candidates
    if (first === undefined) return undefined
    const known = candidates.filter(({ size }) => size !== undefined).sort((a, b) => (a.size ?? 0) - (b.size ?? 0))[0]
    if (known !== undefined) return known
    const field = order?.field?.field
    const isEnough = ({ orders = [] }: IndexCandidate): boolean =>
      order === undefined ||
      (field !== undefined && orders.includes(field)) ||
      !compiled.collection.indexOf.has(field ?? '')
    if (further.length === 0 && isEnough(first)) return first
    const sizes = await this.#sizesOf(compiled, candidates, limits, most)
    const size = Math.min(...sizes)
    const least = candidates[sizes.indexOf(size)] ?? first
    return size <= most || isEnough(least) ? least : undefined
  }

  /** The numbers of documents of candidates; any number above the limit for sorting stands for more. */
  async #sizesOf(
    compiled: CompiledQuery,
    candidates: readonly IndexCandidate[],
    limits: QueryLimits,
    most: number,
  ): Promise<number[]> {
    const countAll = (max: number): Promise<number[]> =>
      Promise.all(
        candidates.map(async ({ bounds }) => {
          const counts = bounds.map(bound => this.#boundedCount(compiled, bound, limits, max))
          return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
        }),
      )
    const known = candidates.map(({ bounds }) =>
      bounds.reduce((sum, bound) => sum + (this.#counts.get(countKey(compiled, bound)) ?? Infinity), 0),
    )
    const least = Math.min(...known)
    if (least <= most) {
      const max = Math.floor(least / 4) + 1 // only one that selects far fewer would be better
      return (await countAll(max)).map((size, at) => (size < max ? size : (known[at] ?? Infinity)))
    }
    const sizes = await countAll(maxCountedFirst + 1)
    const isKnown = most <= maxCountedFirst || sizes.some(size => size <= maxCountedFirst)
    return isKnown ? sizes : countAll(most + 1)
  }

  async #boundedCount(compiled: CompiledQuery, bound: IndexBound, limits: QueryLimits, max: number): Promise<number> {
    const key = countKey(compiled, bound)
    const known = this.#counts.get(key)
    if (known !== undefined) return Math.min(known, max)
    const count = await this.#counted(compiled, [bound.filter], bound.index, limits, max)
    if (count < max || max > maxSorted) this.#counts.set(key, count)
    return count
  }
}

const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause !== undefined ? error.cause : error)

function isOutOfTime(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof DeadlinePassed || hasCode(cause, code.maxTimeExpired, code.sortMemoryExceeded)
}

const countKey = ({ collection, scope }: CompiledQuery, { index, filter }: IndexBound): string =>
  JSON.stringify([collection.definition.name, index, scope, filter])

/** What a caller owns, by the index that is also in the order of the list, if that is the one to walk. */
const inOrderOf = (walked: string, own: IndexCandidate): IndexCandidate =>
  walked === ownerIndex.name
    ? { ...own, bounds: own.bounds.map(({ filter }) => ({ index: walked, filter })), orders: ['created_at'] }
    : own

/** The error for a list that took too long, which names what to change. */
function tooSlow(query: SelectQuery & Partial<Pick<ListQuery, 'sort'>>, compiled: CompiledQuery): QueryTooSlow {
  const { withoutIndex, others } = fieldsOf(query, compiled)
  const { sort } = query
  const { collection } = compiled
  const isOrdered =
    sort === undefined || collection.indexOf.has(scanOrderOf(sort, collection, compiled.scope).field?.field ?? '')
  return new QueryTooSlow(withoutIndex, isOrdered ? others : [...new Set([...others, sort.field])])
}

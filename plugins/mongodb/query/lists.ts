import type { FindOptions } from 'mongodb'
import type { ListQuery, Page, SelectQuery } from '../../../lib/store-kit/document-store.ts'
import { QueryTooSlow, StoreUnavailable } from '../../../lib/errors/index.ts'
import type { Catalogue, KnownCollection } from '../schema/catalogue.ts'
import { branchesOf, candidatesOf, unservedFields, walkedIndex } from './index-choice.ts'
import type { VisibleBranch, IndexCandidate } from './index-choice.ts'
import type { Connection } from '../server/connection.ts'
import { code, hasCode, within } from '../server/errors.ts'
import type { ChangeFeed } from '../feed/change-feed.ts'
import { ownerIndex } from '../schema/indexes.ts'
import { QueryQueue } from './query-queue.ts'
import { scanOrderOf } from './stretches.ts'
import type { ScanOrder } from './stretches.ts'
import type { ScanPlan } from './plan.ts'
import { scanPlansOf, unorderedFields } from './plan.ts'
import { outdatedReferences } from './reference-search.ts'
import { search } from './word-search.ts'
import type { CompiledQuery } from './compiled-query.ts'
import { allOf, scopeOf, compileQuery } from './compiled-query.ts'
import { unorderedKey } from '../documents/query-fields.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import { DeadlinePassed, IndexScan, documentsOfRows, mergeRows, remaining } from './index-scan.ts'
import type { QueryLimits } from './index-scan.ts'

/** Default time limit of a query, in ms; and the additional time after which the server counts as unreachable. */
const defaultTimeMs = 2_000
const graceMs = 1_000
/** Number of lists of one kind that the server processes at once for this instance. */
const maxRunning = 4
/** Up to this many documents are found by the index of a condition and sorted, instead of scanning in their order. */
const maxSorted = 2_000

/** Pages and counts. */
export class Lists {
  readonly #connection: Connection
  readonly #catalogue: Catalogue
  readonly #feed: Pick<ChangeFeed, 'reading'>
  /** Lists that no index supports may be slow, and must not delay the others. */
  readonly #served = new QueryQueue(maxRunning)
  readonly #unserved = new QueryQueue(maxRunning)

  constructor(connection: Connection, catalogue: Catalogue, feed: Pick<ChangeFeed, 'reading'>) {
    this.#connection = connection
    this.#catalogue = catalogue
    this.#feed = feed
  }

  list(query: ListQuery): Promise<Page> {
    const bytes = query.maxBytes ?? Infinity
    return this.#inTurn(query, query.limit + 1, bytes, (known, limits) => this.#page(query, known, limits))
  }

  count(query: SelectQuery, max = Infinity): Promise<number> {
    return this.#inTurn(query, max, Infinity, (known, limits) => this.#total(query, known, limits))
  }

  async #inTurn<T>(
    query: SelectQuery,
    rows: number,
    bytes: number,
    run: (known: KnownCollection, limits: QueryLimits) => Promise<T>,
  ): Promise<T> {
    const deadline = query.deadline ?? performance.now() + defaultTimeMs
    const known = await this.#catalogue.find(query.collection)
    const queue = unservedFields(query, known).length === 0 ? this.#served : this.#unserved
    return queue.run(deadline, () =>
      this.#attempt(query, known, { rows, bytes, deadline, reading: this.#feed.reading }, run),
    )
  }

  /** Run the query; again when an index was dropped meanwhile, and a last time with the existing indexes. */
  async #attempt<T>(
    query: SelectQuery,
    first: KnownCollection,
    limits: QueryLimits,
    run: (known: KnownCollection, limits: QueryLimits) => Promise<T>,
  ): Promise<T> {
    let known = first
    for (let attempt = 1; ; attempt++) {
      try {
        return await within(limits.deadline - performance.now() + graceMs, run(known, limits))
      } catch (error) {
        const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
        if (cause instanceof DeadlinePassed || hasCode(cause, code.maxTimeExpired, code.sortMemoryExceeded)) {
          if (query.deadline === undefined) throw new StoreUnavailable(undefined, { cause }) // the caller asked for no list
          throw new QueryTooSlow(unservedFields(query, known))
        }
        const indexGone = hasCode(cause, code.badValue) || hasCode(cause, code.queryPlanKilled)
        if (attempt > 2 || !indexGone) throw error
        known =
          attempt === 1
            ? await this.#catalogue.refresh(query.collection)
            : await this.#catalogue.noteAbsentIndexes(query.collection)
      }
    }
  }

  async #select(query: SelectQuery, known: KnownCollection, limits: QueryLimits): Promise<CompiledQuery> {
    const words = await search(this.#connection, known, scopeOf(query), query.words, limits)
    const { database } = this.#connection
    const outdated = await outdatedReferences(database, known, query, () => ({
      ...limits.reading,
      maxTimeMS: remaining(limits),
    }))
    return compileQuery(query, known, words, outdated)
  }

  async #page(query: ListQuery, known: KnownCollection, limits: QueryLimits): Promise<Page> {
    const compiled = await this.#select(query, known, limits)
    const order = scanOrderOf(query.sort, compiled.scope)
    const plans = await this.#plans(query, compiled, order, limits)
    const walks = await Promise.all(
      plans.map(plan => new IndexScan(this.#connection, compiled, plan, order, limits).rows()),
    )
    const rows = mergeRows(walks, order)
    const { documents, used } = await documentsOfRows(this.#connection, compiled, rows.slice(0, query.limit), limits)
    const last = rows[used - 1]
    const next = rows.length > used && last !== undefined ? { key: last.key, id: last.id } : null
    if (query.positions !== true) return { documents, next }
    const keys = new Map(rows.map(({ id, key }) => [id, key]))
    return { documents, next, positions: documents.map(({ id }) => ({ key: keys.get(id) ?? null, id })) }
  }

  async #total(query: SelectQuery, known: KnownCollection, limits: QueryLimits): Promise<number> {
    const compiled = await this.#select(query, known, limits)
    const plans = await this.#plans(query, compiled, undefined, limits)
    const counts = await Promise.all(plans.map(plan => this.#countOf(compiled, plan, limits)))
    return Math.min(
      limits.rows,
      counts.reduce((sum, count) => sum + count, 0),
    )
  }

  #countOf(compiled: CompiledQuery, plan: ScanPlan, limits: QueryLimits): Promise<number> {
    if (compiled.test !== undefined) return new IndexScan(this.#connection, compiled, plan, unordered, limits).count()
    return this.#counted(compiled, plan, limits, limits.rows)
  }

  async #counted(
    compiled: CompiledQuery,
    { terms, hint }: Omit<ScanPlan, 'stretches'>,
    limits: QueryLimits,
    max: number,
  ) {
    const collection = this.#connection.database.collection<StoredForm>(compiled.collection.definition.name)
    return collection.countDocuments(allOf(compiled.scope, terms), {
      ...limits.reading,
      hint,
      maxTimeMS: remaining(limits),
      ...(Number.isFinite(max) ? { limit: max } : {}),
    })
  }

  /**
   * The plans for each branch of a query.
   * @param order undefined for a count, which needs none
   */
  async #plans(
    query: SelectQuery & { after?: ListQuery['after'] },
    compiled: CompiledQuery,
    order: ScanOrder | undefined,
    limits: QueryLimits,
  ) {
    const [strays, chosen] = await Promise.all([
      this.#hasStrays(compiled, order, limits),
      Promise.all(
        branchesOf(query, compiled).map(async branch => ({
          branch,
          index: await this.#choose(compiled, branch, order, limits),
        })),
      ),
    ])
    return chosen.flatMap(({ branch, index }) =>
      scanPlansOf(compiled, { order: order ?? unordered, after: query.after, branch, index, strays }),
    )
  }

  /** The index for a branch: one that finds few documents by a condition, else that of the order. */
  async #choose(
    compiled: CompiledQuery,
    branch: VisibleBranch,
    order: ScanOrder | undefined,
    limits: QueryLimits,
  ): Promise<string> {
    const { field } = order ?? unordered
    const walked = walkedIndex(compiled, order ?? unordered, branch)
    const own = walked === ownerIndex.name ? undefined : branch.candidate
    const candidates = [...(own === undefined ? [] : [own]), ...candidatesOf(compiled, order?.field)]
    const [first, ...others] = candidates
    if (first === undefined) return walked
    const isEnough = ({ size, orders }: IndexCandidate): boolean =>
      size !== undefined || orders?.includes(field) === true
    const known = candidates.filter(({ size }) => size !== undefined).sort((a, b) => (a.size ?? 0) - (b.size ?? 0))[0]
    if (known !== undefined) return known.index
    if (others.length === 0 && (order === undefined || isEnough(first))) return first.index
    const sizes = await Promise.all(candidates.map(candidate => this.#sizeOf(compiled, candidate, limits)))
    const size = Math.min(...sizes)
    const least = candidates[sizes.indexOf(size)] ?? first
    return size <= maxSorted || order === undefined || isEnough(least) || !hasIndex(compiled, field)
      ? least.index
      : walked
  }

  /** The number of documents of a candidate; any number above the limit for sorting stands for more. */
  async #sizeOf(compiled: CompiledQuery, { index, bounds }: IndexCandidate, limits: QueryLimits): Promise<number> {
    const sizes = bounds.map(range => this.#counted(compiled, { terms: [range], hint: index }, limits, maxSorted + 1))
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }

  /** Whether some document of the account has its value in an array or an object, if a plan assumes that none has. */
  async #hasStrays(compiled: CompiledQuery, order: ScanOrder | undefined, limits: QueryLimits): Promise<boolean> {
    const { scope, collection } = compiled
    const fields = unorderedFields(compiled, order ?? unordered)
    if (fields === undefined) return true
    const documents = this.#connection.database.collection<StoredForm>(collection.definition.name)
    const strays = fields.map(field => {
      const hint: FindOptions['hint'] = collection.indexOf.get(field)
      const options = { projection: { _id: 1 }, maxTimeMS: remaining(limits), ...(hint === undefined ? {} : { hint }) }
      return documents.findOne(allOf(scope, [{ [field]: unorderedKey }]), { ...limits.reading, ...options })
    })
    return (await Promise.all(strays)).some(stray => stray !== null)
  }
}

/** The scan order of a count. */
const unordered: ScanOrder = { field: '_id', direction: 'asc' }

const hasIndex = ({ scope, collection }: CompiledQuery, field: string): boolean =>
  scope.account_id !== undefined && collection.indexOf.has(field)

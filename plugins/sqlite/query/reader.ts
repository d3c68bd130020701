import { nextTurn, yieldIfLong } from '../../../lib/event-loop/index.ts'
import type { ListQuery, Page, SelectQuery } from '../../../lib/store-kit/document-store.ts'
import { QueryTooSlow, attempt, insteadOf } from '../../../lib/errors/index.ts'
import { QueryEnded } from '../file/connection.ts'
import type { Connection } from '../file/connection.ts'
import { maxReadMs, maxReadMsUnderPressure } from '../file/log.ts'
import type { Collection } from '../schema/layout.ts'
import type { Executor } from '../threads/executor.ts'
import type { QueryTask } from '../threads/messages.ts'
import type { Accounts } from '../write/accounts.ts'
import { planQuery } from './plan.ts'
import type { QueryPlan } from './plan.ts'
import { bytesOf, count, inThread, list, maxReadAtOnce } from './run.ts'
import type { QueryLimits } from './run.ts'

const defaultTimeoutMs = 2_000
/** The amount of work of all queries of one turn of the event loop, which takes a few milliseconds. Larger queries run in a thread. */
const maxWorkOfTurn = 10_000
/** The amount of work that each of them can do in any case: more than the largest page needs, and enough for words that one document in twenty has. */
const minWork = 2_000
const maxSortedOnEventLoop = 100
/** Text that is read in one turn of the event loop, which takes about 10 ms. A larger page is read in portions. */
const portionBytes = 1_000_000

/** The parts that the reader uses. */
interface ReaderParts {
  connection: Connection
  accounts: Accounts
  /** Threads that read; undefined for a store in memory, which no other thread can access. */
  threads: Executor | undefined
}

/** Answers queries: in the event loop those that take a few milliseconds and that an index supports, the others in threads. */
export class Reader {
  readonly #parts: ReaderParts
  #workLeft = maxWorkOfTurn

  constructor(parts: ReaderParts) {
    this.#parts = parts
  }

  /** One page. @throws QueryTooSlow */
  async list(collection: Collection, query: ListQuery): Promise<Page> {
    const plan = planQuery(collection, query)
    if (query.skipDamaged !== true && query.limit > maxReadAtOnce) return this.#listInPortions(plan, query)
    return this.#portion(plan, this.#taskFor(collection, query))
  }

  /**
   * A large page. The event loop reads it in portions, with a turn before each; a document that a write moves meanwhile is in the page once.
   * A thread reads all that is left. When the time is over after the first portion, the page ends there.
   */
  async #listInPortions(plan: QueryPlan, query: ListQuery): Promise<Page> {
    const { limit, maxBytes = Infinity, deadline = performance.now() + defaultTimeoutMs } = query
    let page: Page = { documents: [], next: query.after ?? null }
    let bytes = 0
    let isWhole = false
    do {
      if (page.documents.length > 0) await nextTurn()
      const rest = {
        ...query,
        after: page.next ?? undefined,
        limit: limit - page.documents.length,
        maxBytes: maxBytes - bytes,
        deadline,
      }
      const portion = await this.#portion(plan, this.#taskFor(plan.collection, rest), portionBytes, () => {
        isWhole = true
      })
      bytes += portion.documents.reduce((sum, document) => sum + bytesOf(document), 0)
      if (bytes > maxBytes && page.documents.length > 0) return page
      page = joined(page, portion)
      if (isWhole || page.documents.length >= limit || bytes >= maxBytes || performance.now() > deadline) return page
    } while (page.next !== null)
    return page
  }

  /**
   * A page, or its beginning.
   * @param portionBytes how much the event loop reads of it
   * @param onThread called when a thread reads all of it
   */
  #portion(plan: QueryPlan, task: QueryTask<ListQuery>, portionBytes?: number, onThread?: () => void): Promise<Page> {
    return this.#answer(
      plan,
      task,
      limits => {
        const portion = portionBytes === undefined ? limits : { ...limits, portionBytes }
        return list(this.#parts.connection.reading(), plan, task.query, task.scopes, portion)
      },
      threads => {
        onThread?.()
        return threads.run({ kind: 'list', ...task })
      },
    )
  }

  /** How many documents match, at most `max`. @throws QueryTooSlow */
  async count(collection: Collection, query: SelectQuery, max: number): Promise<number> {
    const plan = planQuery(collection, query)
    const task = this.#taskFor(collection, query)
    return this.#answer(
      plan,
      task,
      limits => count(this.#parts.connection.reading(), plan, task.scopes, max, limits),
      threads => threads.run({ kind: 'count', max, ...task }),
    )
  }

  #taskFor<Query extends SelectQuery>(collection: Collection, query: Query): QueryTask<Query> {
    const { account_id, status, deadline = performance.now() + defaultTimeoutMs } = query
    const scopes = this.#parts.accounts.scopes(account_id, status)
    return { query, collection, scopes, endsAt: performance.timeOrigin + deadline }
  }

  async #answer<T>(
    plan: QueryPlan,
    task: QueryTask<SelectQuery | ListQuery>,
    runHere: (limits: QueryLimits) => T,
    runThere: (threads: Executor) => Promise<T | undefined>,
  ): Promise<T> {
    const { threads } = this.#parts
    const endsAt = task.endsAt - performance.timeOrigin
    const now = performance.now()
    if (now > endsAt) throw new QueryTooSlow(plan.withoutIndex)
    if (threads === undefined) {
      const answer = unlessEnded(() => runHere({ ...inThread, endsAt }))
      if (answer === undefined) throw new QueryTooSlow(plan.withoutIndex)
      return answer
    }
    const turn = yieldIfLong()
    if (turn !== undefined) await turn
    const isSearch = task.query.words.length > 0
    const isSlow = 'sort' in task.query ? task.query.skipDamaged === true : isSearch
    const answer = isSlow ? undefined : this.#attempt(runHere, endsAt, isSearch)
    const late = answer === undefined ? await runThere(threads) : answer
    if (late === undefined) throw new QueryTooSlow(plan.withoutIndex)
    return late
  }

  /** Run a query in this turn of the event loop. @returns undefined when it takes too long */
  #attempt<T>(run: (limits: QueryLimits) => T, endsAt: number, isSearch: boolean): T | undefined {
    if (this.#workLeft === maxWorkOfTurn) setImmediate(() => (this.#workLeft = maxWorkOfTurn))
    const maxWork = isSearch ? minWork : Math.max(minWork, this.#workLeft)
    const limits = { ...inThread, endsAt, maxWork, maxSorted: maxSortedOnEventLoop }
    const answer = unlessEnded(() => run(limits))
    this.#workLeft -= Math.max(1, this.#parts.connection.work)
    return answer
  }
}

/** A page, and the portion that follows it without the documents that the page has. */
function joined(page: Page, portion: Page): Page {
  if (page.documents.length === 0) return portion
  const known = new Set(page.documents.map(({ id }) => id))
  const isNew = (_: unknown, place: number): boolean => !known.has(portion.documents[place]?.id ?? '')
  return {
    documents: [...page.documents, ...portion.documents.filter(isNew)],
    next: portion.next,
    ...(page.positions && { positions: [...page.positions, ...(portion.positions ?? []).filter(isNew)] }),
  }
}

/** @returns undefined when the query was ended */
const unlessEnded = <T>(run: () => T): T | undefined => attempt(run, insteadOf(QueryEnded, undefined))

/** Answer in a thread a query that the event loop did not finish; undefined when its time was over. */
export function runTask(
  connection: Connection,
  task: ({ kind: 'list' } & QueryTask<ListQuery>) | ({ kind: 'count'; max: number } & QueryTask<SelectQuery>),
): Page | number | undefined {
  const { collection, scopes } = task
  const now = performance.now()
  const endsAt = Math.min(task.endsAt - performance.timeOrigin, now + maxReadMs)
  if (now > endsAt) return undefined
  const plan = planQuery(collection, task.query)
  const limits = { ...inThread, endsAt, endsUnderPressureAt: now + maxReadMsUnderPressure }
  return unlessEnded(() =>
    task.kind === 'count'
      ? count(connection, plan, scopes, task.max, limits)
      : list(connection, plan, task.query, scopes, limits),
  )
}

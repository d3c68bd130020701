import type { FastifyBaseLogger } from 'fastify'
import { QueryTooSlow } from '../../../kernel/index.ts'
import type { Condition, DocumentStore, Sort } from '../../../kernel/index.ts'
import { mergeSlowLists, proposeIndex, recordSlowLists } from '../../../lib/query/index.ts'
import type { SlowList } from '../../../lib/query/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ResourceQuery } from './contract.ts'

/** A list that takes longer is recorded, ms. */
const slowMs = 1_000
/** Time between the first list and the write, ms. */
const delayMs = 5_000
/** A field of a type without a schema can have any name. */
const maxFieldLength = 200

/** Records lists that take long, for `plinth doctor` and the page `System`; writes them to the store in the background. */
export class SlowListLog {
  readonly #store: DocumentStore
  readonly #log: FastifyBaseLogger
  #waiting: SlowList[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(store: DocumentStore, log: FastifyBaseLogger) {
    this.#store = store
    this.#log = log
  }

  /**
   * Run a list; if it takes too long, its error names the index that would serve it.
   * @param query what the caller asked for: what the service adds is neither recorded nor told
   */
  async watch<T>(type: ResourceType, query: ResourceQuery, sort: Sort, run: () => Promise<T>): Promise<T> {
    const began = performance.now()
    try {
      const answer = await run()
      const ms = performance.now() - began
      if (ms > slowMs) this.#note(type, query, sort, { ms, refused: 0 })
      return answer
    } catch (error) {
      if (!(error instanceof QueryTooSlow)) throw error
      const index = this.#note(type, query, sort, { ms: performance.now() - began, refused: 1 })
      throw error.withIndex(index)
    }
  }

  /** Write what is waiting. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const lists = this.#waiting
    if (lists.length === 0) return
    this.#waiting = []
    try {
      await recordSlowLists(this.#store, lists)
    } catch (error) {
      this.#log.debug({ err: error }, 'the slow lists could not be recorded')
    }
  }

  /** @returns the index that would serve the list; empty when none is known */
  #note(
    type: ResourceType,
    query: ResourceQuery,
    sort: Sort,
    { ms, refused }: { ms: number; refused: number },
  ): string[] {
    const { conditions = [], words = [] } = query
    const index = proposeIndex({ conditions, sort }, type.compiled) ?? []
    const filter = [...filtersOf(query), ...(words.length > 0 ? ['q'] : [])]
    // Without a filter only a busy machine makes a list slow.
    if (filter.length === 0) return index
    const list = {
      type: type.slug,
      filter: [...new Set(filter)].toSorted(),
      sort: `${sort.field} ${sort.direction}`,
      times: 1,
      refused,
      max_ms: Math.round(ms),
      last_seen_at: new Date().toISOString(),
      index,
    }
    this.#waiting = mergeSlowLists([list, ...this.#waiting])
    this.#timer ??= setTimeout(() => void this.flush(), delayMs).unref()
    return index
  }
}

function filtersOf({ conditions = [], referenceFilters = [], groups = [] }: ResourceQuery): string[] {
  const grouped = groups.flatMap(group => [
    ...group.conditions.map(ofCondition),
    ...group.referenceFilters.map(ofReference),
  ])
  return [...conditions.map(ofCondition), ...referenceFilters.map(ofReference), ...grouped.map(one => `or ${one}`)]
}

const ofCondition = ({ field, operator }: Condition): string => `${field.slice(0, maxFieldLength)} ${operator}`
const ofReference = ({ name, operator }: { name: string; operator: string }): string =>
  `${name.slice(0, maxFieldLength)} ${operator}`

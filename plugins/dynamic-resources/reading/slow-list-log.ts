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
   * Run a list; if it takes too long, its error names what would help: the index that would serve it, or what to use instead of `like`.
   * @param query what the caller asked for: what the service adds is neither logged nor part of the error
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
      throw error.withRemedy({ index, parts: partsIn(query) })
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

/** A filter as it was asked for. */
interface AskedFilter {
  field: string
  operator: Condition['operator']
  isInGroup: boolean
}

function askedIn({ conditions = [], referenceFilters = [], groups = [] }: ResourceQuery): AskedFilter[] {
  const all = [{ conditions, referenceFilters }, ...groups].map((group, index) => {
    const fields = [
      ...group.conditions,
      ...group.referenceFilters.map(({ name, operator }) => ({ field: name, operator })),
    ]
    return fields.map(({ field, operator }) => ({
      field: field.slice(0, maxFieldLength),
      operator,
      isInGroup: index > 0,
    }))
  })
  return all.flat()
}

const filtersOf = (query: ResourceQuery): string[] =>
  askedIn(query).map(({ field, operator, isInGroup }) => `${isInGroup ? 'or ' : ''}${field} ${operator}`)

/** The fields that are compared with a part of their text. */
const partsIn = (query: ResourceQuery): string[] => [
  ...new Set(askedIn(query).flatMap(({ field, operator }) => (operator === 'like' ? [field] : []))),
]

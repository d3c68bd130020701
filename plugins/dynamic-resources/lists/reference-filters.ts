import { BadRequest, QueryTooSlow } from '../../../kernel/index.ts'
import type { Caller, Condition, ListQuery, Page, SelectQuery, StoredDocument } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { readReferenceFilter, newestFirst } from '../../../lib/query/index.ts'
import type { FilterGroup, ReferenceFilter } from '../../../lib/query/index.ts'
import { holds, holdsAny, readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import { EventLoopTurn } from '../references/event-loop-turn.ts'
import { readTargetsInPortions, readableType } from '../references/readable-resources.ts'
import type { ReadableType, ReferenceParts, Target } from '../references/readable-resources.ts'
import { addId, idsAt } from '../references/found-references.ts'
import type { IdsBySlug } from '../references/found-references.ts'
import { refersTo } from '../references/reference-sources.ts'

/** Up to so many resources that fit, those that refer to them are found by an index; beyond that each portion of the list is tested. */
const maxIds = 1_000
const maxPortionSize = 1_000
/** Bytes of resources that are looked at together. */
const portionBytes = 2 * 1024 * 1024

/** A filter behind a reference, understood. */
interface Behind {
  filter: ReferenceFilter
  /** The types that are referred to and of which the caller may read something, each with the condition on its resources. */
  branches: { readable: ReadableType; condition: Condition }[]
}

/** Filters that hold together, one of several alternatives. */
interface Alternative {
  conditions: Condition[]
  /** Filters behind references of which not the few that fit are known. */
  many: Behind[]
}

/**
 * Lists of a type with filters on fields of what its resources refer to: those remain that refer to an active resource which the caller may read
 * and which fits. Few that fit are looked up first, by their own indexes; else the list is walked, and what a portion of it refers
 * to is read at once.
 */
export class ReferenceFilters {
  readonly #parts: ReferenceParts
  readonly #caller: Caller
  readonly #few: Condition[] = []
  readonly #many: Behind[] = []
  /** Groups of filters of which one must hold; empty where there are none. */
  readonly #alternatives: Alternative[] = []
  readonly #deadline: number
  readonly #turn = new EventLoopTurn()

  private constructor(parts: ReferenceParts, caller: Caller, deadline: number) {
    this.#parts = parts
    this.#caller = caller
    this.#deadline = deadline
  }

  /**
   * @param deadline of the request, see `SelectQuery.deadline`
   * @param now the present that filters relative to it are read by
   * @throws `BadRequest` naming the parameter, field, operator or value that is wrong; `QueryTooSlow`
   */
  static async read(
    parts: ReferenceParts,
    caller: Caller,
    type: ResourceType,
    { behind, groups }: { behind: readonly ReferenceFilter[]; groups: readonly FilterGroup[] },
    { deadline, now }: { deadline: number; now: number },
  ): Promise<ReferenceFilters> {
    const read = new ReferenceFilters(parts, caller, deadline)
    const resolve = async (filters: readonly ReferenceFilter[], few: Condition[], many: Behind[]): Promise<void> => {
      for (const one of await Promise.all(filters.map(filter => understand(parts, caller, filter, now)))) {
        const ids = await read.#idsOf(one)
        if (ids === undefined) many.push(one)
        else few.push(refersTo(type, one.filter.path, ids))
      }
    }
    await resolve(behind, read.#few, read.#many)
    for (const group of groups) {
      const alternative: Alternative = { conditions: [...group.conditions], many: [] }
      await resolve(group.behind, alternative.conditions, alternative.many)
      read.#alternatives.push(alternative)
    }
    return read
  }

  async list(query: ListQuery): Promise<Page> {
    const narrowed = this.#narrow(query)
    return this.#isWalked ? this.#walk(narrowed) : this.#parts.store.list(narrowed)
  }

  /** Whether the store cannot decide all of it. */
  get #isWalked(): boolean {
    return this.#many.length > 0 || this.#alternatives.some(({ many }) => many.length > 0)
  }

  #narrow<Query extends SelectQuery>(query: Query): Query {
    const isDecided = this.#alternatives.length > 0 && this.#alternatives.every(({ many }) => many.length === 0)
    return {
      ...query,
      conditions: [...query.conditions, ...this.#few],
      anyOf: isDecided ? this.#alternatives.map(({ conditions }) => conditions) : undefined,
    }
  }

  async count(query: SelectQuery, options: { max?: number } = {}): Promise<number> {
    const narrowed = this.#narrow(query)
    if (!this.#isWalked) return this.#parts.store.count(narrowed, options)
    const { max = Number.POSITIVE_INFINITY } = options
    const wanted = { ...narrowed, sort: newestFirst, limit: maxPortionSize, after: undefined }
    let portion = await this.#portion(wanted)
    let total = portion.fitting.length
    while (portion.page.next !== null && total < max) {
      portion = await this.#portion({ ...wanted, after: portion.page.next })
      total += portion.fitting.length
    }
    return total
  }

  /** The resources that fit, unless they are many. */
  async #idsOf({ branches }: Behind): Promise<string[] | undefined> {
    const ids: string[] = []
    for (const { readable, condition } of branches) {
      const { documents, next } = await this.#parts.store.list({
        collection: readable.type.collection,
        account_id: this.#caller.account_id,
        status: 'active',
        visibility: readable.visibility,
        conditions: [condition],
        words: [],
        sort: newestFirst,
        limit: maxIds,
        maxBytes: 4 * portionBytes,
        deadline: this.#deadline,
      })
      if (next !== null) return undefined
      ids.push(...documents.map(({ id }) => id))
    }
    return ids
  }

  /** Portion by portion, until there is enough and something behind it. */
  async #walk(query: ListQuery): Promise<Page> {
    const { maxBytes = Number.POSITIVE_INFINITY } = query
    const documents: StoredDocument[] = []
    let bytes = 0
    let after = query.after
    let full: Page['next'] = null
    for (let size = 2 * query.limit + 1; ; size *= 2) {
      const from = after === undefined ? {} : { after }
      const portion = { ...query, ...from, limit: Math.min(size, maxPortionSize) }
      const { page, fitting } = await this.#portion(portion)
      const shown: StoredDocument[] = []
      for (const document of fitting) {
        const more = Buffer.byteLength(document.data)
        const isFirst = documents.length + shown.length === 0
        if (documents.length + shown.length === query.limit || (!isFirst && bytes + more > maxBytes)) break
        shown.push(document)
        bytes += more
      }
      if (shown.length < fitting.length) {
        const last = shown.at(-1)
        const next = last === undefined ? full : await this.#positionBehind(portion, page, last)
        if (next === undefined) {
          // others changed the list meanwhile
          bytes = documents.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0)
          continue
        }
        return { documents: [...documents, ...shown], next }
      }
      documents.push(...shown)
      if (page.next === null) return { documents, next: null }
      after = page.next
      full = page.next
    }
  }

  /** Only the store makes positions: the same portion, cut behind the last document shown, ends at its position. */
  async #positionBehind(query: ListQuery, page: Page, last: StoredDocument): Promise<Page['next'] | undefined> {
    const limit = page.documents.indexOf(last) + 1
    const cut = await this.#parts.store.list({ ...query, limit, maxBytes: portionBytes })
    return cut.documents.at(-1)?.id === last.id && cut.next !== null ? cut.next : undefined
  }

  async #portion(query: ListQuery): Promise<{ page: Page; fitting: StoredDocument[] }> {
    if (performance.now() > this.#deadline) throw new QueryTooSlow(this.#allMany.map(({ filter }) => filter.name))
    const page = await this.#parts.store.list({ ...query, maxBytes: portionBytes })
    const all: { document: StoredDocument; data: JsonObject }[] = []
    for (const document of page.documents) {
      all.push({ document, data: readData(document) })
      await this.#turn.endIfLong()
    }
    const fits = await this.#tester(all.map(({ data }) => data))
    return {
      page,
      fitting: all.filter(({ document, data }) => fits(document, data)).map(({ document }) => document),
    }
  }

  get #allMany(): Behind[] {
    return [...this.#many, ...this.#alternatives.flatMap(({ many }) => many)]
  }

  /** Read what these refer to, in one query per type unless that is much. */
  async #tester(all: readonly JsonObject[]): Promise<(document: StoredDocument, data: JsonObject) => boolean> {
    const wanted: IdsBySlug = new Map()
    for (const { filter } of this.#allMany) {
      for (const data of all) {
        for (const id of idsAt(data, filter)) addId(wanted, filter.type_slugs, id)
        await this.#turn.endIfLong()
      }
    }
    const fitting = new Map<Behind, Set<string>>(this.#allMany.map(behind => [behind, new Set()]))
    for await (const targets of readTargetsInPortions(this.#parts, this.#caller, wanted, this.#deadline)) {
      for (const target of targets) {
        for (const [behind, ids] of fitting) if (fitsTarget(behind, target)) ids.add(target.document.id)
        await this.#turn.endIfLong()
      }
    }
    const fitsAll = (many: readonly Behind[], data: JsonObject): boolean =>
      many.every(behind => [...idsAt(data, behind.filter)].some(id => fitting.get(behind)?.has(id) === true))
    return (document, data) => {
      if (!fitsAll(this.#many, data)) return false
      if (this.#alternatives.length === 0) return true
      const meta = readMeta(document)
      return this.#alternatives.some(
        ({ conditions, many }) => fitsAll(many, data) && holdsAny([conditions], meta, document.id, data),
      )
    }
  }
}

function fitsTarget({ branches }: Behind, { type, document, meta }: Target): boolean {
  const branch = branches.find(({ readable }) => readable.type.slug === type.slug)
  if (meta.status !== 'active' || branch === undefined) return false
  return holds(branch.condition, meta, document.id, readData(document))
}

/** A filter behind a reference to one of several types is right if it is so for one of them. */
async function understand(
  parts: ReferenceParts,
  caller: Caller,
  filter: ReferenceFilter,
  now: number,
): Promise<Behind> {
  const branches: Behind['branches'] = []
  let wrong: BadRequest | undefined
  let understood = false
  for (const slug of filter.type_slugs) {
    const type = await parts.registry.find(slug)
    if (type === undefined) continue
    try {
      const condition = readReferenceFilter(filter, type.compiled, now)
      understood = true
      const readable = await readableType(parts, caller, slug)
      if (readable !== undefined) branches.push({ readable, condition })
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error
      wrong = error
    }
  }
  if (!understood && wrong !== undefined) throw wrong
  return { filter, branches }
}

import { BadRequest, QueryTooSlow } from '../../../kernel/index.ts'
import type { Caller, Condition, ListQuery, Page, SelectQuery, StoredDocument } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import { readReferenceFilter, newestFirst } from '../../../lib/query/index.ts'
import type { FilterGroup, ReferenceFilter } from '../../../lib/query/index.ts'
import { holds, holdsAny, readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import { readTargetsInPortions, readableType } from '../references/readable-resources.ts'
import type { ReadableType, ReferenceParts, Target } from '../references/readable-resources.ts'
import { idsAt, isIdOf } from '../references/found-references.ts'
import { refersTo } from '../references/reference-sources.ts'

/** Up to this many matching resources, the resources that refer to them are found by an index; beyond that each portion of the list is tested. */
const maxIds = 1_000
const maxPortionSize = 1_000
/** Bytes of resources that are tested together. */
const portionBytes = 2 * 1024 * 1024

/** A parsed filter behind a reference. */
interface Behind {
  filter: ReferenceFilter
  /** The referenced types of which the caller is allowed to read something, each with the condition on its resources. */
  branches: { readable: ReadableType; condition: Condition }[]
}

/** Filters that must all match. */
interface ResolvedFilters {
  conditions: Condition[]
  /** Filters behind references whose matching resources are too many to be listed. */
  many: Behind[]
}

/**
 * Lists of a type with filters on fields of referenced resources: a resource remains when it refers to a matching active resource that the caller
 * is allowed to read. When few resources match, they are looked up first, by their own indexes; else the list is scanned, and the resources
 * that a portion of it refers to are read at once.
 */
export class ReferenceFilters {
  readonly #parts: ReferenceParts
  readonly #caller: Caller
  readonly #deadline: number
  /** Conditions that must all match. */
  readonly #all: ResolvedFilters
  /** Groups of which one must match in addition; empty when there are none. */
  readonly #alternatives: readonly ResolvedFilters[]
  /** All filters that the store cannot decide. */
  readonly #many: readonly Behind[]

  private constructor(
    parts: ReferenceParts,
    caller: Caller,
    deadline: number,
    all: ResolvedFilters,
    alternatives: readonly ResolvedFilters[],
  ) {
    this.#parts = parts
    this.#caller = caller
    this.#deadline = deadline
    this.#all = all
    this.#alternatives = alternatives
    this.#many = [all, ...alternatives].flatMap(({ many }) => many)
  }

  /**
   * @param deadline of the request, see `SelectQuery.deadline`
   * @param now the current time for filters that are relative to it
   * @throws `BadRequest` naming the parameter, field, operator or value that is wrong; `QueryTooSlow`
   */
  static async read(
    parts: ReferenceParts,
    caller: Caller,
    type: ResourceType,
    { behind, groups }: { behind: readonly ReferenceFilter[]; groups: readonly FilterGroup[] },
    { deadline, now }: { deadline: number; now: number },
  ): Promise<ReferenceFilters> {
    const resolve = async (
      conditions: readonly Condition[],
      filters: readonly ReferenceFilter[],
    ): Promise<ResolvedFilters> => {
      const resolved: ResolvedFilters = { conditions: [...conditions], many: [] }
      for (const one of await Promise.all(filters.map(filter => understand(parts, caller, filter, now)))) {
        const ids = await fittingIds(parts, caller, one, deadline)
        if (ids === undefined) resolved.many.push(one)
        else resolved.conditions.push(refersTo(type, one.filter.path, ids))
      }
      return resolved
    }
    const all = await resolve([], behind)
    const alternatives: ResolvedFilters[] = []
    for (const group of groups) alternatives.push(await resolve(group.conditions, group.behind))
    return new ReferenceFilters(parts, caller, deadline, all, alternatives)
  }

  async list(query: ListQuery): Promise<Page> {
    const narrowed = this.#narrow(query)
    return this.#many.length > 0 ? this.#walk(narrowed) : this.#parts.store.list(narrowed)
  }

  #narrow<Query extends SelectQuery>(query: Query): Query {
    const isDecided = this.#alternatives.length > 0 && this.#alternatives.every(({ many }) => many.length === 0)
    return {
      ...query,
      conditions: [...query.conditions, ...this.#all.conditions],
      anyOf: isDecided ? this.#alternatives.map(({ conditions }) => conditions) : undefined,
    }
  }

  async count(query: SelectQuery, options: { max?: number } = {}): Promise<number> {
    const narrowed = this.#narrow(query)
    if (this.#many.length === 0) return this.#parts.store.count(narrowed, options)
    const { max = Number.POSITIVE_INFINITY } = options
    let total = 0
    let after: Page['next'] | undefined
    do {
      const portion = { ...narrowed, sort: newestFirst, limit: maxPortionSize, after: after ?? undefined }
      const { page, fitting } = await this.#portion(portion)
      total += fitting.length
      after = page.next
    } while (after !== null && total < max)
    return total
  }

  /** Read portion by portion, until the page is full and at least one more resource is known. */
  async #walk(query: ListQuery): Promise<Page> {
    const { maxBytes = Number.POSITIVE_INFINITY } = query
    const documents: StoredDocument[] = []
    let after = query.after
    for (let size = 2 * query.limit + 1; ; size *= 2) {
      const portion = { ...query, after, limit: Math.min(size, maxPortionSize) }
      const { page, fitting } = await this.#portion(portion)
      const shown: StoredDocument[] = []
      let bytes = documents.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0)
      for (const document of fitting) {
        const count = documents.length + shown.length
        bytes += Buffer.byteLength(document.data)
        if (count === query.limit || (count > 0 && bytes > maxBytes)) break
        shown.push(document)
      }
      if (shown.length < fitting.length) {
        const last = shown.at(-1)
        const next = last === undefined ? after : await this.#positionBehind(portion, page, last)
        if (next === undefined) continue // other requests changed the list meanwhile
        return { documents: [...documents, ...shown], next }
      }
      documents.push(...shown)
      if (page.next === null) return { documents, next: null }
      after = page.next
    }
  }

  /** Only the store makes positions: the same portion, cut after the last document shown, ends at its position. */
  async #positionBehind(query: ListQuery, page: Page, last: StoredDocument): Promise<ListQuery['after']> {
    const limit = page.documents.indexOf(last) + 1
    const cut = await this.#parts.store.list({ ...query, limit, maxBytes: portionBytes })
    return cut.documents.at(-1)?.id === last.id ? (cut.next ?? undefined) : undefined
  }

  async #portion(query: ListQuery): Promise<{ page: Page; fitting: StoredDocument[] }> {
    if (performance.now() > this.#deadline) throw new QueryTooSlow(this.#many.map(({ filter }) => filter.name))
    const page = await this.#parts.store.list({ ...query, maxBytes: portionBytes })
    const all: { document: StoredDocument; data: JsonObject }[] = []
    for (const document of page.documents) {
      all.push({ document, data: readData(document) })
      await yieldIfLong()
    }
    const fits = await this.#tester(all.map(({ data }) => data))
    return {
      page,
      fitting: all.filter(({ document, data }) => fits(document, data)).map(({ document }) => document),
    }
  }

  /** Read the resources that these refer to, in one query per type unless they are many. */
  async #tester(all: readonly JsonObject[]): Promise<(document: StoredDocument, data: JsonObject) => boolean> {
    const wanted = new Set<string>()
    for (const { filter } of this.#many) {
      for (const data of all) {
        for (const id of idsAt(data, filter)) if (isIdOf(filter.type_slugs, id)) wanted.add(id)
        await yieldIfLong()
      }
    }
    const fitting = new Map<Behind, Set<string>>(this.#many.map(behind => [behind, new Set()]))
    for await (const targets of readTargetsInPortions(this.#parts, this.#caller, wanted, this.#deadline)) {
      for (const target of targets) {
        for (const [behind, ids] of fitting) if (fitsTarget(behind, target)) ids.add(target.document.id)
        await yieldIfLong()
      }
    }
    const fitsAll = (many: readonly Behind[], data: JsonObject): boolean =>
      many.every(behind => [...idsAt(data, behind.filter)].some(id => fitting.get(behind)?.has(id) === true))
    return (document, data) => {
      if (!fitsAll(this.#all.many, data)) return false
      if (this.#alternatives.length === 0) return true
      const meta = readMeta(document)
      return this.#alternatives.some(
        ({ conditions, many }) => fitsAll(many, data) && holdsAny([conditions], meta, document.id, data),
      )
    }
  }
}

/** The matching resources, unless they are many. */
async function fittingIds(
  { store }: ReferenceParts,
  { account_id }: Caller,
  { branches }: Behind,
  deadline: number,
): Promise<string[] | undefined> {
  const ids: string[] = []
  for (const { readable, condition } of branches) {
    const { documents, next } = await store.list({
      collection: readable.type.collection,
      account_id,
      status: 'active',
      visibility: readable.visibility,
      conditions: [condition],
      words: [],
      sort: newestFirst,
      limit: maxIds,
      maxBytes: 4 * portionBytes,
      deadline,
    })
    if (next !== null) return undefined
    ids.push(...documents.map(({ id }) => id))
  }
  return ids
}

function fitsTarget({ branches }: Behind, { type, document, meta }: Target): boolean {
  const branch = branches.find(({ readable }) => readable.type.slug === type.slug)
  if (meta.status !== 'active' || branch === undefined) return false
  return holds(branch.condition, meta, document.id, readData(document))
}

/** A filter behind a reference to one of several types is valid if it is valid for one of them. */
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

import { BadRequest, QueryTooSlow } from '../../../kernel/index.ts'
import type { Condition, ListQuery, Page, Position, SelectQuery, StoredDocument } from '../../../kernel/index.ts'
import { isIdOf } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import { isNegative, newestFirst, readReferenceFilter } from '../../../lib/query/index.ts'
import type { FilterGroup, ReferenceFilter } from '../../../lib/query/index.ts'
import { holds, holdsAny, readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import { idsAt } from '../references/found-references.ts'
import type { ReadScope } from './contract.ts'
import { setOf } from '../publishing/sets.ts'
import { isVisible, visibleTypes } from './scopes.ts'
import type { VisibleType } from './scopes.ts'
import { readTargetsInPortions } from './targets.ts'
import type { ReadingParts, ReferenceTarget } from './targets.ts'

/** Up to this many matching resources, the resources that refer to them are found by an index; beyond that each portion of the list is tested. */
const maxIds = 1_000
const maxPortionSize = 1_000
/** Bytes of resources that are tested together. */
const portionBytes = 2 * 1024 * 1024

/** A parsed filter on a field of referenced resources. */
interface ParsedFilter {
  filter: ReferenceFilter
  /** The referenced types of which the scope can see something, each with the condition on its resources. */
  branches: (VisibleType & { condition: Condition })[]
}

/** Filters that must all match. */
interface ResolvedFilters {
  conditions: Condition[]
  /** Filters on fields of referenced resources whose matching resources are too many to be listed. */
  many: ParsedFilter[]
}

/** The filter as a condition on the reference itself. @param ids the resources that match */
function onReference(type: ResourceType, { filter }: ParsedFilter, ids: string[]): Condition {
  const { path } = filter
  const kind = type.compiled.resolve(path)?.kind ?? 'text'
  return { target: { path }, kind, operator: isNegative(filter) ? 'nin' : 'in', operands: ids, field: path.join('.') }
}

/**
 * Lists of a type with filters on fields of referenced resources: a resource remains when it refers to a matching active resource that the scope
 * can see, or for a negative filter when it refers to none. When few resources match, they are looked up first, by their own indexes; else the list
 * is scanned, and the resources that a portion of it refers to are read at once.
 */
export class ReferenceFilters {
  readonly #parts: ReadingParts
  readonly #scope: ReadScope
  readonly #deadline: number
  /** Conditions that must all match. */
  readonly #all: ResolvedFilters
  /** Groups of which one must match in addition; empty when there are none. */
  readonly #alternatives: readonly ResolvedFilters[]
  /** All filters that the store cannot decide. */
  readonly #many: readonly ParsedFilter[]

  private constructor(
    parts: ReadingParts,
    scope: ReadScope,
    deadline: number,
    all: ResolvedFilters,
    alternatives: readonly ResolvedFilters[],
  ) {
    this.#parts = parts
    this.#scope = scope
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
  static async resolve(
    parts: ReadingParts,
    scope: ReadScope,
    type: ResourceType,
    { referenceFilters, groups }: { referenceFilters: readonly ReferenceFilter[]; groups: readonly FilterGroup[] },
    { deadline, now }: { deadline: number; now: number },
  ): Promise<ReferenceFilters> {
    const resolve = async (
      conditions: readonly Condition[],
      filters: readonly ReferenceFilter[],
    ): Promise<ResolvedFilters> => {
      const resolved: ResolvedFilters = { conditions: [...conditions], many: [] }
      for (const one of await Promise.all(filters.map(one => parse(parts, scope, one, now)))) {
        const ids = await matchingIds(parts, scope, one, deadline)
        if (ids === undefined) resolved.many.push(one)
        else resolved.conditions.push(onReference(type, one, ids))
      }
      return resolved
    }
    const all = await resolve([], referenceFilters)
    const alternatives: ResolvedFilters[] = []
    for (const group of groups) alternatives.push(await resolve(group.conditions, group.referenceFilters))
    return new ReferenceFilters(parts, scope, deadline, all, alternatives)
  }

  async list(query: ListQuery): Promise<Page> {
    const narrowed = this.#narrow(query)
    return this.#many.length > 0 ? this.#scan(narrowed) : this.#parts.store.list(narrowed)
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
      const { next, matches } = await this.#portion(portion)
      total += matches.length
      after = next
    } while (after !== null && total < max)
    return total
  }

  /** Read portion by portion, until the page is full and one more resource is known. */
  async #scan(query: ListQuery): Promise<Page> {
    const { maxBytes = Number.POSITIVE_INFINITY } = query
    const documents: StoredDocument[] = []
    let { after } = query
    let last: Position | null = null
    let bytes = 0
    for (let size = 2 * query.limit + 1; ; size *= 2) {
      const { next, matches } = await this.#portion({ ...query, after, limit: Math.min(size, maxPortionSize) })
      for (const { document, position } of matches) {
        bytes += Buffer.byteLength(document.data)
        if (documents.length === query.limit || (documents.length > 0 && bytes > maxBytes)) {
          return { documents, next: last }
        }
        documents.push(document)
        last = position
      }
      if (next === null) return { documents, next }
      after = next
    }
  }

  /** The documents of a portion of the list that match, each with its position. */
  async #portion(query: ListQuery): Promise<{ next: Page['next']; matches: Match[] }> {
    if (performance.now() > this.#deadline) throw new QueryTooSlow(this.#many.map(({ filter }) => filter.name))
    const { documents, positions, next } = await this.#parts.store.list({
      ...query,
      maxBytes: portionBytes,
      positions: true,
    })
    const all: (Match & { data: JsonObject })[] = []
    for (const [index, document] of documents.entries()) {
      all.push({ document, position: positions?.[index] ?? null, data: readData(document) })
      await yieldIfLong()
    }
    const isMatch = await this.#tester(all.map(({ data }) => data))
    return { next, matches: all.filter(({ document, data }) => isMatch(document, data)) }
  }

  /** Read the resources that these refer to, in one query per type unless they are many. */
  async #tester(all: readonly JsonObject[]): Promise<(document: StoredDocument, data: JsonObject) => boolean> {
    const ids = new Set<string>()
    for (const { filter } of this.#many) {
      for (const data of all) {
        for (const id of idsAt(data, filter)) if (isIdOf(filter.type_slugs, id)) ids.add(id)
        await yieldIfLong()
      }
    }
    const matching = new Map<ParsedFilter, Set<string>>(this.#many.map(filter => [filter, new Set()]))
    for await (const targets of readTargetsInPortions(this.#parts, this.#scope, ids, this.#deadline)) {
      for (const target of targets) {
        for (const [filter, found] of matching) if (isMatch(filter, target)) found.add(target.document.id)
        await yieldIfLong()
      }
    }
    const matchesAll = (many: readonly ParsedFilter[], data: JsonObject): boolean =>
      many.every(
        one => [...idsAt(data, one.filter)].some(id => matching.get(one)?.has(id) === true) !== isNegative(one.filter),
      )
    return (document, data) => {
      if (!matchesAll(this.#all.many, data)) return false
      if (this.#alternatives.length === 0) return true
      const meta = readMeta(document)
      return this.#alternatives.some(
        ({ conditions, many }) => matchesAll(many, data) && holdsAny([conditions], meta, document.id, data),
      )
    }
  }
}

/** A document and its position in the list. */
interface Match {
  document: StoredDocument
  position: Position | null
}

/** The matching resources, unless they are many. */
async function matchingIds(
  { store }: ReadingParts,
  { account_id }: ReadScope,
  { branches }: ParsedFilter,
  deadline: number,
): Promise<string[] | undefined> {
  const ids: string[] = []
  for (const { type, visible, condition } of branches) {
    const { documents, next } = await store.list({
      collection: type.collection,
      account_id,
      status: 'active',
      visibility: visible.visibility,
      conditions: [condition, ...(visible.conditions ?? [])],
      words: [],
      sort: newestFirst,
      limit: maxIds,
      maxBytes: 4 * portionBytes,
      deadline,
    })
    if (next !== null) return undefined
    const seen = documents.filter(
      one => visible.except === undefined || !isVisible(visible.except, one.id, readMeta(one)),
    )
    ids.push(...seen.map(({ id }) => id))
  }
  return ids
}

function isMatch({ branches }: ParsedFilter, { type, document, meta }: ReferenceTarget): boolean {
  const branch = branches.find(one => one.type.collection === type.collection)
  if (meta.status !== 'active' || branch === undefined) return false
  return holds(branch.condition, meta, document.id, readData(document))
}

/** A filter on a field of a reference to one of several types is valid if it is valid for one of them. */
async function parse(
  parts: ReadingParts,
  scope: ReadScope,
  filter: ReferenceFilter,
  now: number,
): Promise<ParsedFilter> {
  const branches: ParsedFilter['branches'] = []
  let wrong: BadRequest | undefined
  let isValid = false
  for (const slug of filter.type_slugs) {
    const type = await parts.registry.find(slug)
    if (type === undefined) continue
    try {
      scope.checkField?.(type, filter.field, filter.parameter)
      const conditionOn = ({ compiled }: ResourceType): Condition => readReferenceFilter(filter, compiled, now)
      conditionOn(setOf(type, scope.perspective))
      isValid = true
      for (const visible of await visibleTypes(parts.registry, scope, slug))
        branches.push({ ...visible, condition: conditionOn(visible.type) })
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error
      wrong = error
    }
  }
  if (!isValid && wrong !== undefined) throw wrong
  return { filter, branches }
}

import { Forbidden } from '../../../kernel/index.ts'
import type {
  Caller,
  DocumentStatus,
  ListQuery,
  Page,
  SelectQuery,
  Sort,
  StoredDocument,
} from '../../../kernel/index.ts'
import {
  invalidParameter,
  conditionOfValues,
  countMatches,
  newestFirst,
  readListParameters,
  requestDeadline,
  readPerspective,
} from '../../../lib/query/index.ts'
import type { CursorScope, Cursors, FilterGroup, QueryPair, ReferenceFilter } from '../../../lib/query/index.ts'
import { noMarkedMembers } from '../../../lib/json-schema/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import type { SearchedTexts } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type {
  AnswerForm,
  PageRequest,
  Portion,
  ReadScope,
  RelatedRequest,
  RelatedResources,
  ResourcePage,
  ResourceQuery,
  ResourceReader,
  ResourceSelection,
  SliceRequest,
  TypedDocument,
} from './contract.ts'
import { fieldParameters, isFieldParameter, readFieldSelection, selectFields } from './fields.ts'
import { setOf } from '../publishing/sets.ts'
import { ReferenceFilters } from './reference-filters.ts'
import { readRelated, readRelatedRequest, relatedParameters } from './related.ts'
import type { RelatedParts } from './related.ts'
import type { ResourceService } from '../writing/service.ts'
import type { SlowListLog } from './slow-list-log.ts'
import { shownDocuments } from './secrets.ts'
import { walkInOrder } from './walk.ts'

/** What the routes of lists use. */
export interface ListRoutes extends ListParts {
  reader: ResourceReader
  service: Pick<ResourceService, 'find' | 'sources'>
  /** How many different values a filter by `in` or `nin` can have. */
  maxFilterValues: number
}

/** The query of a list: the parameters of its address, or the members of a body. */
interface AskedList {
  pairs: readonly QueryPair[]
  /** `_filter` of a body. */
  filter?: Json | undefined
}

/**
 * A page of the resources of a type that the caller is allowed to read, as the request selects it; `status=archived` requests archived resources.
 * @param form how the answer will be written
 * @param languages the languages of the reader, the preferred one first
 * @throws `BadRequest` naming the parameter, field, operator or value that is wrong; `Forbidden` when there are none
 */
export async function listResources(
  { reader, registry, maxFilterValues }: ListRoutes,
  caller: Caller,
  listed: ResourceType,
  { pairs, filter }: AskedList,
  form: AnswerForm,
  languages: readonly string[],
): Promise<ResourcePage> {
  const given = fieldParameters(pairs)
  const plain = given.size === 0 ? pairs : pairs.filter(([name]) => !isFieldParameter(name))
  const asked = new Map(plain)
  const perspective = readPerspective(asked.get('perspective'))
  const status = readStatus(asked.get('status'))
  const type = setOf(listed, status === 'archived' ? 'draft' : perspective)
  const parameters = readListParameters(plain, type.compiled, furtherParameters, { json: filter, maxFilterValues })
  const { others, limit, cursor, count } = parameters
  const related = readRelatedRequest([type], others, form, languages)
  const fields = await readFieldSelection(registry, type, given, related)
  const scope = reader.callerScope(caller, perspective)
  const selection = await reader.select(scope, type, { ...parameters, status })
  const skipDamaged = others.get('skip_damaged') === 'true'
  const { leftOut, ...page } = await selection.page({ limit, cursor, count, related, form, skipDamaged })
  const tellsLeftOut = others.get('copy') === 'true' && leftOut !== undefined
  return {
    ...page,
    ...(fields !== undefined && selectFields(page, fields)),
    ...(tellsLeftOut && { leftOut }),
  }
}

/** The parameters of a list besides those of {@link readListParameters}. */
const furtherParameters = ['status', 'perspective', 'copy', 'skip_damaged', ...relatedParameters]

function readStatus(text: string | undefined): DocumentStatus {
  if (text === undefined || text === 'active') return 'active'
  if (text === 'archived') return 'archived'
  throw invalidParameter('status must be active or archived', 'status')
}

/** What reading lists needs. */
export interface ListParts extends RelatedParts {
  cursors: Cursors
  /** Largest text of a page, bytes. */
  maxPageBytes: number
  slowLists: Pick<SlowListLog, 'watch'>
}

/** See `ResourceReader.select`. */
export async function selectResources(
  parts: ListParts,
  scope: ReadScope,
  asked: ResourceType,
  query: ResourceQuery,
): Promise<Selection> {
  const type = asked.set === undefined ? setOf(asked, scope.perspective) : asked
  const { referenceFilters = [], groups = [], status = 'active', deadline = requestDeadline() } = query
  const { visibility, conditions = [] } = await scope.visible(type, status)
  const selected = {
    collection: type.collection,
    account_id: scope.account_id,
    status,
    visibility,
    conditions: [...(query.conditions ?? []), ...conditions],
    words: query.words ?? [],
    searched: searchedTexts(type),
    deadline,
    sort: query.sort ?? newestFirst,
  }
  const from =
    referenceFilters.length + groups.length === 0
      ? parts.store
      : await ReferenceFilters.resolve(
          parts,
          scope,
          type,
          { referenceFilters, groups },
          { deadline, now: query.now ?? 0 },
        )
  return new Selection(parts, scope, type, query, selected, from)
}

/** An index that was made before something was marked as secret would find it. For other types, any index will do. */
const searchedTexts = ({ compiled, definition: { words } }: ResourceType): SearchedTexts | undefined =>
  words === false || compiled.secretSchema === undefined ? undefined : words

/** How many values are looked up at once; without columns fewer, for which a store can search the text of documents before it parses them. */
const maxValues = 500
const maxValuesWithoutColumns = 8

/** See `ResourceReader.findByValues`. */
export async function findByValues(
  parts: ListParts,
  scope: ReadScope,
  type: ResourceType,
  property: string,
  values: Iterable<string>,
  { status = 'active' }: { status?: DocumentStatus } = {},
): Promise<StoredDocument[]> {
  const all = [...new Set(values)]
  const source = scope.secrets === undefined ? type.compiled : { ...type.compiled, secrets: noMarkedMembers }
  const atOnce = type.compiled.open ? maxValuesWithoutColumns : maxValues
  const column = type.compiled.resolve([property])
  // In the order of the property, a store scans its index without sorting.
  const sort: Sort =
    column?.indexed === true && !column.many
      ? { target: { path: [property] }, kind: column.kind, direction: 'asc', field: property }
      : newestFirst
  const found: StoredDocument[] = []
  try {
    for (let at = 0; at < all.length; at += atOnce) {
      const condition = conditionOfValues(property, all.slice(at, at + atOnce), source)
      if (condition === undefined) continue
      const selection = await selectResources(parts, scope, type, { status, conditions: [condition], sort })
      for await (const { documents } of selection.walk()) found.push(...documents)
    }
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error
  }
  return found
}

export class Selection implements ResourceSelection {
  readonly type: ResourceType
  readonly #parts: ListParts
  readonly #scope: ReadScope
  readonly #query: ResourceQuery
  readonly #selected: SelectQuery & { deadline: number; sort: Sort }
  /** The store, or the filters across references in front of it. */
  readonly #from: Pick<ReferenceFilters, 'list' | 'count'>

  constructor(
    parts: ListParts,
    scope: ReadScope,
    type: ResourceType,
    query: ResourceQuery,
    selected: SelectQuery & { deadline: number; sort: Sort },
    from: Pick<ReferenceFilters, 'list' | 'count'>,
  ) {
    this.type = type
    this.#parts = parts
    this.#scope = scope
    this.#query = query
    this.#selected = selected
    this.#from = {
      list: asked => parts.slowLists.watch(type, query, asked.sort, () => from.list(asked)),
      count: (asked, options) => from.count(asked, options),
    }
  }

  /** The resources after a position, for a list that merges several selections. */
  async list(range: Pick<ListQuery, 'after' | 'limit' | 'maxBytes'>): Promise<Page> {
    const page = await this.#from.list({ ...this.#selected, ...range })
    return { ...page, documents: await this.#shown(page.documents) }
  }

  #shown(
    documents: readonly StoredDocument[],
    onLeftOut?: (count: number) => void,
  ): Promise<readonly StoredDocument[]> {
    return shownDocuments(this.type, documents, this.#scope.secrets, onLeftOut)
  }

  async page(request: PageRequest): Promise<ResourcePage> {
    const { cursors, maxPageBytes } = this.#parts
    const { limit, cursor, count = false, list = this.type.slug, related, form = 'json', skipDamaged } = request
    const cursorScope = this.#cursorScope(list)
    const maxBytes = maxTextBytes(maxPageBytes, form)
    const page = await this.#from.list({
      ...this.#selected,
      after: cursor === undefined ? undefined : cursors.read(cursorScope, cursor),
      limit,
      maxBytes: related === undefined ? maxBytes : maxBytes / 2,
      skipDamaged,
    })
    let leftOut = 0
    const documents = await this.#shown(page.documents, count => (leftOut += count))
    const resources = documents.map(document => ({ type: this.type, document }))
    const options = { form, deadline: this.#selected.deadline }
    const isFirst = cursor === undefined && page.skipped === undefined && leftOut === 0
    const counted = { found: resources.length, isFirst, hasMore: page.next !== null }
    return {
      resources,
      related: related && (await relatedTo(this.#parts, this.#scope, resources, related, options)),
      cursor: cursors.write(cursorScope, page.next),
      total: await countMatches(count, counted, max => this.#from.count(this.#selected, max)),
      ...(page.skipped !== undefined && { skipped: page.skipped }),
      ...(leftOut > 0 && { leftOut }),
    }
  }

  async slice({
    skip = 0,
    limit,
    thenBy = [],
    maxBytes = Infinity,
  }: SliceRequest): ReturnType<ResourceSelection['slice']> {
    const documents: StoredDocument[] = []
    const answer = async (hasMore: boolean) => ({ documents: [...(await this.#shown(documents))], hasMore })
    let passed = 0
    let bytes = 0
    for await (const portion of walkInOrder(this.#from, this.#selected, thenBy, skip + limit + 1)) {
      for (const document of portion.documents) {
        if (passed < skip) {
          passed++
          continue
        }
        bytes += document.data.length
        if (documents.length === limit || (bytes > maxBytes && documents.length > 0)) return answer(true)
        documents.push(document)
      }
    }
    return answer(false)
  }

  async *walk({ firstPortion, thenBy = [] }: Parameters<ResourceSelection['walk']>[0] = {}): AsyncIterable<Portion> {
    const query = { ...this.#selected, deadline: this.#query.deadline }
    for await (const { documents, isLast } of walkInOrder(this.#from, query, thenBy, firstPortion))
      yield { documents: await this.#shown(documents), isLast }
  }

  count(options?: { max?: number }): Promise<number> {
    return this.#from.count(this.#selected, options)
  }

  /** What a cursor is valid for: rights are checked again on each page. */
  #cursorScope(list: string): CursorScope {
    const { conditions = [], words = [], referenceFilters = [], groups = [], status = 'active', now } = this.#query
    return {
      account_id: this.#scope.account_id,
      list,
      sort: this.#selected.sort,
      conditions,
      anyOf: groups.map(group => group.conditions),
      words,
      now,
      further: [
        status,
        ...(this.type.set === undefined ? [] : [this.type.set.perspective]),
        ...referenceFilters.map(textOf).toSorted(),
        ...groups.flatMap(textOfGroup).toSorted(),
      ],
    }
  }
}

const textOf = ({ name, operator, texts }: ReferenceFilter): string => JSON.stringify([name, operator, texts])

/** A group that its conditions alone do not express completely. */
const textOfGroup = ({ conditions, referenceFilters }: FilterGroup): string[] =>
  referenceFilters.length === 0 ? [] : [JSON.stringify([conditions, referenceFilters.map(textOf)])]

/**
 * Bytes of the stored texts in a page. The rest is for what an answer adds to each of them; in JSON-LD a literal with members is longer than its value.
 */
export const maxTextBytes = (maxPageBytes: number, form: AnswerForm): number =>
  Math.ceil(form === 'json' ? (maxPageBytes * 15) / 16 : maxPageBytes / 4)

/** What resources refer to, as far as there is room for it beside them. */
export function relatedTo(
  parts: ListParts,
  scope: ReadScope,
  resources: readonly TypedDocument[],
  request: RelatedRequest,
  { form = 'json', deadline = requestDeadline() }: Parameters<ResourceReader['related']>[3] = {},
): Promise<RelatedResources> {
  let maxBytes = maxTextBytes(parts.maxPageBytes, 'json')
  for (const { document } of resources) maxBytes -= Buffer.byteLength(document.data) + document.meta.length
  return readRelated(parts, scope, resources, request, { form, deadline, maxBytes: Math.max(0, maxBytes) })
}

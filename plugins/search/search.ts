import { setImmediate } from 'node:timers/promises'
import { BadRequest, Forbidden, QueryTooSlow } from '../../kernel/index.ts'
import type { Caller, Condition, StoredDocument } from '../../kernel/index.ts'
import { isIdOf } from '../../lib/json-schema/index.ts'
import { insteadOf } from '../../lib/errors/index.ts'
import { WorkQueue } from '../../lib/event-loop/index.ts'
import { quote } from '../../lib/query/index.ts'
import { compareText, readData, readMeta, shownPublication } from '../../lib/store-kit/index.ts'
import type { Publication } from '../../lib/store-kit/index.ts'
import type { ReadScope, ResourceQuery, ResourceReader, ResourceSelection } from '../dynamic-resources/contract.ts'
import type { ResourceType, TypeRegistry } from '../types/contract.ts'
import { excerptOf } from './excerpt.ts'
import { ReferencedNames } from './referenced-names.ts'
import { searchType } from './search-type.ts'
import type { TypeMatches } from './search-type.ts'

/** The parts that a search uses. */
export interface SearchParts {
  reader: ResourceReader
  registry: TypeRegistry
}

/** What a request for resources of all types selects. */
export interface AllTypesRequest {
  /** Number of resources that are returned of each type. */
  limit: number
  /** Only these types; empty for all. */
  typeSlugs: readonly string[]
  /** The languages of the reader, the preferred one first. */
  languages: readonly string[]
  /** Of types with drafts: what is public, or what editors see. */
  perspective?: 'published' | 'draft'
  /** Deadline of the whole search, see `SelectQuery.deadline`. */
  deadline: number
}

/** The parameters of a search. */
export interface SearchRequest extends AllTypesRequest {
  /** The text that is searched for. */
  text: string
  /** Its words, normalised. */
  words: readonly string[]
  /** Number of the best resources of each type that are left out. */
  offset: number
  /** Whether results have excerpts. */
  excerpts: boolean
}

/** The results of one type. */
interface FoundType {
  type_slug: string
  resources: {
    id: string
    label: string
    status: 'active'
    publication?: Publication['publication']
    excerpt?: string
  }[]
  has_more: boolean
}

/** Number of types that are searched at once. */
const maxAtOnce = 4
/** How long before the deadline the search ends, to leave time for the labels of the results; ms. */
export const timeForLabelsMs = 300

/**
 * Search the types that the caller can read at least in part. All share one time limit: types that were not reached are at the end, without resources.
 * @throws `BadRequest` naming an unknown type
 */
export async function searchAll(parts: SearchParts, caller: Caller, request: SearchRequest): Promise<FoundType[]> {
  const scope = parts.reader.callerScope(caller, request.perspective)
  const search = { ...request, deadline: request.deadline - timeForLabelsMs }
  const names = new ReferencedNames(parts, scope, search.deadline)
  const query = { words: search.words, deadline: search.deadline }
  const selections = await selectReadable(parts, scope, search, () => query)
  const found: { type: ResourceType; matches: TypeMatches }[] = []
  const unreached: ResourceType[] = []
  await forEachSelection(selections, async selection => {
    const { type } = selection
    const matches = await searchType(parts.reader, scope, selection, names, search)
    if (matches === undefined) unreached.push(type)
    else if (matches.documents.length > 0) found.push({ type, matches })
  })
  found.sort(
    ({ type: a, matches: one }, { type: b, matches: other }) =>
      one.nearness - other.nearness || other.total - one.total || compareText(a.slug, b.slug),
  )
  const shown = found.map(async ({ type, matches }) => ({
    type_slug: type.slug,
    resources: await nameAll(parts, scope, type, matches, request),
    has_more: matches.hasMore,
  }))
  const named = await Promise.all(shown)
  if (request.excerpts) await addExcerpts(found, named, request)
  const late = unreached.map(({ slug }) => slug).toSorted(compareText)
  return [...named, ...late.map(type_slug => ({ type_slug, resources: [], has_more: true }))]
}

/** The parameters of {@link newestOfAll}. */
export interface NewestRequest extends AllTypesRequest {
  /** By the time of which the newest are first. */
  by: 'created' | 'changed'
  /** Only what this user created. */
  createdBy: string | undefined
  /** Only these resources; empty for all. */
  ids: readonly string[]
}

/** The newest resources of one type. */
interface NewestOfType {
  type_slug: string
  resources: {
    id: string
    label: string
    created_at: string
    created_by: string
    updated_at: string
    publication?: Publication['publication']
  }[]
  has_more: boolean
}

/**
 * The newest resources of each type that the caller can read, the type with the newest first. All types share one time limit, as in {@link searchAll}.
 * @throws `BadRequest` naming an unknown type
 */
export async function newestOfAll(parts: SearchParts, caller: Caller, request: NewestRequest): Promise<NewestOfType[]> {
  const { by, createdBy, ids, limit, languages, deadline } = request
  const scope = parts.reader.callerScope(caller, request.perspective)
  const column = by === 'created' ? 'created_at' : 'updated_at'
  const is = (field: 'id' | 'created_by', operands: readonly string[]): Condition[] =>
    operands.length === 0 ? [] : [{ target: { column: field }, kind: 'text', operator: 'in', operands, field }]
  const selections = await selectReadable(parts, scope, request, ({ slug }) => {
    const own = ids.filter(id => isIdOf([slug], id))
    if (ids.length > 0 && own.length === 0) return undefined
    return {
      sort: { target: { column }, kind: 'instant', direction: 'desc', field: column },
      conditions: [...is('created_by', createdBy === undefined ? [] : [createdBy]), ...is('id', own)],
      deadline: deadline - timeForLabelsMs,
    }
  })
  const found = await sliceAll(selections, limit)
  const labelOf = await labelAll(parts, scope, found, { languages, deadline })
  const named = found.map(({ type, documents, hasMore }) => ({
    type_slug: type.slug,
    resources: documents.map(document => {
      const { created_at, created_by, updated_at } = readMeta(document)
      const publication = shownPublication(document)
      const state = publication !== undefined && { publication }
      return { id: document.id, label: labelOf(document), created_at, created_by, updated_at, ...state }
    }),
    has_more: hasMore,
  }))
  const newest = ({ resources }: NewestOfType): string => resources[0]?.[column] ?? ''
  return named.toSorted((a, b) => compareText(newest(b), newest(a)) || compareText(a.type_slug, b.type_slug))
}

/** The first resources of a selection. */
export interface FirstOfType {
  type: ResourceType
  documents: readonly StoredDocument[]
  hasMore: boolean
}

/** The first resources of each selection that has some, or may have. */
export async function sliceAll(selections: readonly ResourceSelection[], limit: number): Promise<FirstOfType[]> {
  const found: FirstOfType[] = []
  await forEachSelection(selections, async selection => {
    const { documents, hasMore } = await selection.slice({ limit }).catch(nothingInTime)
    if (hasMore || documents.length > 0) found.push({ type: selection.type, documents, hasMore })
  })
  return found
}

/** Do work for each selection, for some of them at once. */
async function forEachSelection(
  selections: readonly ResourceSelection[],
  work: (selection: ResourceSelection) => Promise<void>,
): Promise<void> {
  const queue = new WorkQueue(maxAtOnce)
  await Promise.all(selections.map(selection => queue.run(() => work(selection))))
}

/**
 * The labels of resources. Where there is no time left to read other resources for them, or a resource has none, it is the one that is known already, else
 * the last part of the id.
 */
export async function labelAll(
  { reader }: SearchParts,
  scope: ReadScope,
  found: readonly Omit<FirstOfType, 'hasMore'>[],
  { languages, deadline }: Pick<SearchRequest, 'languages' | 'deadline'>,
): Promise<(document: StoredDocument, known?: string) => string> {
  const every = found.flatMap(({ type, documents }) => documents.map(document => ({ type, document })))
  const labels = await reader
    .labels(scope, every, { languages, deadline })
    .catch(insteadOf(QueryTooSlow, new Map<string, string>()))
  return ({ id }, known) => labels.get(id) ?? known ?? id.slice(id.lastIndexOf(':') + 1)
}

/** What is known of a type that was not reached in time: that there may be something. */
function nothingInTime(error: unknown): { documents: StoredDocument[]; hasMore: boolean } {
  if (error instanceof QueryTooSlow) return { documents: [], hasMore: true }
  throw error
}

/** How long excerpts can block the event loop, ms. */
const maxHoldMs = 10

/** Add the text around the words that labels do not contain, as long as there is time. */
async function addExcerpts(
  found: readonly { type: ResourceType; matches: TypeMatches }[],
  named: readonly FoundType[],
  { words, deadline }: SearchRequest,
): Promise<void> {
  let since = performance.now()
  for (const [index, { type, matches }] of found.entries()) {
    for (const [at, { document }] of matches.documents.entries()) {
      const resource = named[index]?.resources[at]
      if (resource === undefined) continue
      const excerpt = excerptOf(type, readData(document), resource.label, words)
      if (excerpt !== undefined) resource.excerpt = excerpt
      const now = performance.now()
      if (now > deadline) return
      if (now - since < maxHoldMs) continue
      await setImmediate()
      since = performance.now()
    }
  }
}

/** What a query selects of each active type that the caller can read at least in part, in the order of the slugs. @param queryOf returns undefined for a type that is left out */
export async function selectReadable(
  { registry, reader }: SearchParts,
  scope: ReadScope,
  { typeSlugs }: Pick<SearchRequest, 'typeSlugs'>,
  queryOf: (type: ResourceType) => ResourceQuery | undefined,
): Promise<ResourceSelection[]> {
  for (const slug of typeSlugs) {
    if ((await registry.find(slug)) === undefined) {
      throw new BadRequest(`type_slug: there is no resource type ${quote(slug)}`)
    }
  }
  const readable: ResourceSelection[] = []
  for (const type of await registry.all()) {
    if (type.status !== 'active' || (typeSlugs.length > 0 && !typeSlugs.includes(type.slug))) continue
    const query = queryOf(type)
    if (query === undefined) continue
    try {
      readable.push(await reader.select(scope, type, query))
    } catch (error) {
      if (!(error instanceof Forbidden)) throw error
    }
  }
  return readable
}

/** The results, with labels. */
async function nameAll(
  parts: SearchParts,
  scope: ReadScope,
  type: ResourceType,
  { documents }: TypeMatches,
  request: SearchRequest,
): Promise<FoundType['resources']> {
  const labelOf = await labelAll(parts, scope, [{ type, documents: documents.map(one => one.document) }], request)
  return documents.map(({ document, label }) => {
    const publication = shownPublication(document)
    const shown = labelOf(document, label)
    return { id: document.id, label: shown, status: 'active', ...(publication !== undefined && { publication }) }
  })
}

import { BadRequest } from '../../kernel/index.ts'
import type {
  Access,
  Action,
  Caller,
  DocumentStatus,
  ListQuery,
  Page,
  StoredDocument,
  Visibility,
} from '../../kernel/index.ts'
import { countMatches, readListParameters, requestDeadline } from '../../lib/query/index.ts'
import type { CountWanted, CursorScope, Cursors, FilterBehind, QueryPair, Total } from '../../lib/query/index.ts'
import type { ResourceType } from '../types/contract.ts'
import { FiltersBehind } from './references/behind.ts'
import { readRelated } from './references/related.ts'
import type { AnswerBounds, Related } from './references/related.ts'
import { readWanted, relationParameters } from './references/wanted-relations.ts'
import type { WantedRelations } from './references/wanted-relations.ts'
import type { ResourceParts } from './resource-parts.ts'
import type { ResourceService } from './service.ts'
import { maxResourceBytes } from './text.ts'
import type { Form, TypedDocument } from './text.ts'

/** A page of a list and how the answer goes on. */
export interface ListResult {
  page: Page
  /** Token of the next page, empty when there is none. */
  cursor: string
  total: Total | undefined
  /** Bytes of its text, at most. */
  bytes: number
  /** What the answer says of resources that those in it refer to. */
  related?: Related | undefined
}

/** What lists are answered with. */
export interface ListParts {
  service: ResourceService
  cursors: Cursors
}

/**
 * A page of the resources of a type that the caller may see.
 * @param pairs the query string, in which `status=archived` asks for the archived ones
 * @param form how the answer will be written
 * @throws `BadRequest` naming the parameter, field, operator or value that is wrong; `Forbidden` when there is nothing that the caller may see
 */
export async function listResources(
  { service }: ListParts,
  caller: Caller,
  type: ResourceType,
  pairs: readonly QueryPair[],
  form: Form,
): Promise<ListResult> {
  const parameters = readListParameters(pairs, type.compiled, ['status', 'copy', ...relationParameters])
  const relations = readWanted([type], parameters.others, form)
  const status = readStatus(parameters.others.get('status'))
  const actions: readonly Action[] = status === 'archived' ? ['odrl:read', 'odrl:delete'] : ['odrl:read']
  const { cursor, limit, count, conditions, behind, now, words, sort } = parameters
  // Named one by one: spreading takes as long as everything else that is done here.
  const wanted = { list: type.slug, actions, status, cursor, limit, count, conditions, behind, now, words, sort, form }
  return readPage(service.parts, caller, type, relations === undefined ? wanted : { ...wanted, relations })
}

/** A page of a list, its parameters read. */
export type WantedPage = Readonly<Pick<ListQuery, 'limit' | 'conditions' | 'words' | 'sort'>> & {
  cursor: string | undefined
  count: CountWanted
  /** Name of the list. */
  list: string
  /** What the caller must be allowed to do, all of it, to see a resource there. */
  actions: readonly Action[]
  status: DocumentStatus
  /** How the answer will be written. */
  form: Form
  /** Filters on fields of what the resources refer to. */
  behind?: readonly FilterBehind[]
  /** The present that filters relative to it are read by. */
  now?: number | undefined
  /** What the answer is to say of what they refer to. */
  relations?: WantedRelations
}

/** Bytes that the store is asked for. Where other nodes come with resources they are the larger part of a page, and many such pages may be in the making. */
function maxOwnBytes({ limit, relations }: WantedPage, maxPageBytes: number): number {
  const includes = relations !== undefined && relations.include.length > 0
  return Math.ceil(includes ? maxPageBytes / 4 : Math.max(maxPageBytes / 2, maxPageBytes - limit * resourceOverhead))
}

/** Bytes of a resource in an answer beside what the store keeps of it, about. */
const resourceOverhead = 600

/** What reading pages works with. */
type PageParts = Pick<ResourceParts, 'store' | 'registry' | 'access' | 'cursors' | 'maxPageBytes'>

/**
 * A page that ends before its text, with all that comes with it, would be larger than a page may be. It has one resource at least.
 * @throws `BadRequest` for a cursor of another list or a filter that is wrong; `Forbidden` when there is nothing that the caller may see;
 * `QueryTooSlow` when all of it takes more than 2 s
 */
export async function readPage(
  parts: PageParts,
  caller: Caller,
  type: ResourceType,
  wanted: WantedPage,
): Promise<ListResult> {
  const { access, cursors, maxPageBytes } = parts
  const deadline = requestDeadline()
  const visibility = visibilityOfAll(access, caller, wanted.actions, type.slug)
  const scope = scopeOf(caller, wanted)
  const query: ListQuery = {
    collection: type.collection,
    account_id: caller.account_id,
    status: wanted.status,
    visibility: visibility instanceof Promise ? await visibility : visibility,
    conditions: wanted.conditions,
    words: wanted.words,
    sort: wanted.sort,
    after: wanted.cursor === undefined ? undefined : cursors.read(scope, wanted.cursor),
    limit: wanted.limit,
    maxBytes: maxOwnBytes(wanted, maxPageBytes),
    deadline,
  }
  const { behind = [], now = 0 } = wanted
  const from =
    behind.length === 0 ? parts.store : await FiltersBehind.read(parts, caller, type, behind, { deadline, now })
  const fits = (documents: readonly StoredDocument[]) =>
    fitAnswer(parts, caller, type, documents, wanted, { form: wanted.form, maxBytes: maxPageBytes, deadline })
  let page = await from.list(query)
  let fitting = await fits(page.documents)
  // Only the store makes positions: a page that is to end earlier is asked for again.
  while (fitting.count < page.documents.length) {
    page = await from.list({ ...query, limit: fitting.count })
    fitting = await fits(page.documents)
  }
  const seen = page.documents.length + (page.next === null ? 0 : 1)
  return {
    page,
    cursor: cursors.write(scope, page.next),
    total: await countMatches(wanted.count, seen, options => from.count(query, options)),
    bytes: fitting.bytes,
    related: fitting.related,
  }
}

/** Resources of a page, the first of those asked for. */
interface Fitting {
  count: number
  bytes: number
  related?: Related
}

/** How many of these an answer has room for, with what comes with them. */
async function fitAnswer(
  parts: PageParts,
  caller: Caller,
  type: ResourceType,
  documents: readonly StoredDocument[],
  { relations }: WantedPage,
  bounds: AnswerBounds,
): Promise<Fitting> {
  if (relations !== undefined) {
    const resources = documents.map(document => ({ type, document }))
    return readRelated(parts, caller, resources, relations, bounds)
  }
  return fitDocuments(
    documents.map(document => ({ type, document })),
    bounds,
  )
}

/** How many of these an answer has room for: one at least. */
export function fitDocuments(
  resources: readonly TypedDocument[],
  { form, maxBytes }: Pick<AnswerBounds, 'form' | 'maxBytes'>,
): Fitting {
  let bytes = 0
  for (const [count, resource] of resources.entries()) {
    const more = maxResourceBytes(resource, form, false)
    if (count > 0 && bytes + more > maxBytes) return { count, bytes }
    bytes += more
  }
  return { count: resources.length, bytes }
}

/** What the caller may do several things to. @throws `Forbidden` when one of them may be done to nothing at all */
function visibilityOfAll(
  access: Access,
  caller: Caller,
  [action = 'odrl:read', ...further]: readonly Action[],
  slug: string,
): Visibility | Promise<Visibility> {
  const first = access.visibility(caller, action, slug)
  if (further.length === 0) return first
  return Promise.all([first, visibilityOfAll(access, caller, further, slug)]).then(([one, other]) => common(one, other))
}

/** What is in both. The owner is the caller in either. */
function common(one: Visibility, other: Visibility): Visibility {
  if (one.all) return other
  if (other.all) return one
  const ids = new Set(other.ids)
  return { all: false, owner: one.owner, ids: one.ids.filter(id => ids.has(id)) }
}

function readStatus(text: string | undefined): DocumentStatus {
  if (text === undefined || text === 'active') return 'active'
  if (text === 'archived') return 'archived'
  throw new BadRequest('status must be active or archived')
}

const scopeOf = (
  { account_id }: Caller,
  { list, sort, conditions, words, status, behind, now }: WantedPage,
): CursorScope => ({
  account_id,
  list,
  sort,
  conditions,
  words,
  now,
  further: behind === undefined || behind.length === 0 ? [status] : [status, ...behind.map(textOf).toSorted()],
})

const textOf = ({ name, operator, texts }: FilterBehind): string => JSON.stringify([name, operator, texts])

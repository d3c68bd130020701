import { BadRequest } from '../../../kernel/index.ts'
import type { Access, Action, Caller, DocumentStatus, ListQuery, Page, Visibility } from '../../../kernel/index.ts'
import { countMatches, readListParameters, requestDeadline } from '../../../lib/query/index.ts'
import type {
  CountWanted,
  CursorScope,
  Cursors,
  FilterGroup,
  ReferenceFilter,
  QueryPair,
} from '../../../lib/query/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import { ReferenceFilters } from './reference-filters.ts'
import { readRelated } from './related-resources.ts'
import { readWanted, relationParameters } from './wanted-relations.ts'
import type { AnswerBounds, Related, RelatedParts } from './related-resources.ts'
import type { WantedRelations } from './wanted-relations.ts'
import { maxResourceBytes } from './resource-text.ts'
import type { Form, ResourcesPage, TypedDocument } from './resource-text.ts'

/**
 * A page of the resources of a type that the caller is allowed to see.
 * @param pairs the query string, in which `status=archived` requests archived resources
 * @param form how the answer will be written
 * @param languages the languages of the reader, the preferred one first
 * @throws `BadRequest` naming the parameter, field, operator or value that is wrong; `Forbidden` when the caller is not allowed to see any
 */
export async function listResources(
  source: PageSource,
  caller: Caller,
  type: ResourceType,
  pairs: readonly QueryPair[],
  form: Form,
  languages: readonly string[],
): Promise<ResourcesPage> {
  const parameters = readListParameters(
    pairs,
    type.compiled,
    ['status', 'copy', 'skip_damaged', ...relationParameters],
    source,
  )
  const relations = readWanted([type], parameters.others, form, languages)
  const status = readStatus(parameters.others.get('status'))
  const actions: readonly Action[] = status === 'archived' ? ['odrl:read', 'odrl:delete'] : ['odrl:read']
  const skipDamaged = parameters.others.get('skip_damaged') === 'true'
  return readPage(source, caller, type, {
    ...parameters,
    list: type.slug,
    actions,
    status,
    form,
    relations,
    skipDamaged,
  })
}

/** The parameters of a page of a list, parsed. */
type WantedPage = Readonly<Pick<ListQuery, 'limit' | 'conditions' | 'words' | 'sort'>> & {
  cursor: string | undefined
  count: CountWanted
  /** Name of the list. */
  list: string
  /** The actions that the caller needs, all of them, to see a resource in the list. */
  actions: readonly Action[]
  status: DocumentStatus
  /** Leave out resources that cannot be read because the store is damaged. */
  skipDamaged?: boolean
  /** How the answer will be written. */
  form: Form
  /** Filters on fields of referenced resources. */
  behind?: readonly ReferenceFilter[]
  /** Groups of filters of which one must hold. Default: none. */
  groups?: readonly FilterGroup[]
  /** The current time for filters that are relative to it. */
  now?: number | undefined
  /** What the answer contains about referenced resources. */
  relations?: WantedRelations | undefined
}

/** Bytes requested from the store. Included nodes are the larger part of a page, and many such pages can be in memory at once. */
function maxOwnBytes({ limit, relations }: WantedPage, maxPageBytes: number): number {
  const includes = relations !== undefined && relations.include.length > 0
  return Math.ceil(includes ? maxPageBytes / 4 : Math.max(maxPageBytes / 2, maxPageBytes - limit * resourceOverhead))
}

/** Approximate bytes of a resource in an answer in addition to its stored text. */
const resourceOverhead = 600

/** What reading pages needs. */
export interface PageSource extends RelatedParts {
  cursors: Cursors
  /** Largest text of a page, bytes. */
  maxPageBytes: number
  /** How many different values a filter by `in` or `nin` can have. */
  maxFilterValues: number
}

/**
 * A page that ends before its text, included nodes and labels counted, would be larger than the limit. It has at least one resource.
 * @throws `BadRequest` for a cursor of another list or a filter that is wrong; `Forbidden` when the caller is not allowed to see any resource;
 * `QueryTooSlow` when all queries together take more than 2 s
 */
export async function readPage(
  source: PageSource,
  caller: Caller,
  type: ResourceType,
  wanted: WantedPage,
): Promise<ResourcesPage> {
  const { access, cursors, maxPageBytes } = source
  const deadline = requestDeadline()
  const scope = scopeOf(caller, wanted)
  const query: ListQuery = {
    collection: type.collection,
    account_id: caller.account_id,
    status: wanted.status,
    visibility: await visibilityOfAll(access, caller, wanted.actions, type.slug),
    conditions: wanted.conditions,
    words: wanted.words,
    sort: wanted.sort,
    after: wanted.cursor === undefined ? undefined : cursors.read(scope, wanted.cursor),
    limit: wanted.limit,
    maxBytes: maxOwnBytes(wanted, maxPageBytes),
    deadline,
    skipDamaged: wanted.skipDamaged,
  }
  const { behind = [], groups = [], now = 0 } = wanted
  const from =
    behind.length + groups.length === 0
      ? source.store
      : await ReferenceFilters.read(source, caller, type, { behind, groups }, { deadline, now })
  const bounds = { form: wanted.form, maxBytes: maxPageBytes, deadline }
  const resourcesOf = (page: Page): TypedDocument[] => page.documents.map(document => ({ type, document }))
  let page = await from.list(query)
  let fitting = await fitResources(source, caller, resourcesOf(page), wanted.relations, bounds)
  // Only the store makes positions: a page that must end earlier is requested again.
  while (fitting.count < page.documents.length) {
    page = await from.list({ ...query, limit: fitting.count })
    fitting = await fitResources(source, caller, resourcesOf(page), wanted.relations, bounds)
  }
  const seen = page.documents.length + (page.next === null ? 0 : 1)
  return {
    resources: resourcesOf(page),
    cursor: cursors.write(scope, page.next),
    total: await countMatches(wanted.count, seen, options => from.count(query, options)),
    bytes: fitting.bytes,
    related: fitting.related,
    ...(page.skipped !== undefined && { skipped: page.skipped }),
  }
}

/** The first of the given resources, as many as fit into an answer. */
interface Fitting {
  count: number
  bytes: number
  related?: Related
}

/** How many resources fit into an answer, with what it contains about referenced resources: at least one. */
export async function fitResources(
  parts: RelatedParts,
  caller: Caller,
  resources: readonly TypedDocument[],
  relations: WantedRelations | undefined,
  bounds: AnswerBounds,
): Promise<Fitting> {
  if (relations === undefined) return fitDocuments(resources, bounds)
  return readRelated(parts, caller, resources, relations, bounds)
}

/** How many resources fit into an answer: at least one. */
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

/** The resources to which the caller is allowed to do all of these actions. @throws `Forbidden` when one is not allowed on any resource */
async function visibilityOfAll(
  access: Access,
  caller: Caller,
  actions: readonly Action[],
  slug: string,
): Promise<Visibility> {
  const all = await Promise.all(actions.map(async action => access.visibility(caller, action, slug)))
  return all.reduce(common)
}

/** The intersection of two visibilities. The owner is the caller in both. */
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
  { list, sort, conditions, words, status, behind = [], groups = [], now }: WantedPage,
): CursorScope => ({
  account_id,
  list,
  sort,
  conditions,
  anyOf: groups.map(group => group.conditions),
  words,
  now,
  further: [status, ...behind.map(textOf).toSorted(), ...groups.flatMap(textOfGroup).toSorted()],
})

const textOf = ({ name, operator, texts }: ReferenceFilter): string => JSON.stringify([name, operator, texts])

/** A group that its conditions alone do not express completely. */
const textOfGroup = ({ conditions, behind }: FilterGroup): string[] =>
  behind.length === 0 ? [] : [JSON.stringify([conditions, behind.map(textOf)])]

import { BadRequest, readListParameters } from '../../kernel/index.ts'
import type {
  Action,
  Caller,
  CursorScope,
  Cursors,
  DocumentStatus,
  FilterBehind,
  ListQuery,
  Page,
  QueryPair,
  ResourceType,
} from '../../kernel/index.ts'
import { FiltersBehind } from './references/behind.ts'
import { readRelated, readWanted, relationParameters } from './references/related.ts'
import type { Related } from './references/related.ts'
import type { ResourceParts, ResourceService } from './service.ts'

/** A page of a list and how the answer goes on. */
export interface ListResult {
  page: Page
  /** Token of the next page, empty when there is none. */
  cursor: string
  total: number | undefined
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
 * @throws `BadRequest` naming the parameter, field, operator or value that is wrong; `Forbidden` when there is nothing that the caller may see
 */
export async function listResources(
  { service }: ListParts,
  caller: Caller,
  type: ResourceType,
  pairs: readonly QueryPair[],
): Promise<ListResult> {
  const parameters = readListParameters(pairs, type.compiled, ['status', ...relationParameters])
  const relations = readWanted(type, parameters.others)
  const status = readStatus(parameters.others.get('status'))
  const action: Action = status === 'archived' ? 'odrl:delete' : 'odrl:read'
  const { cursor, limit, count, conditions, behind, words, sort } = parameters
  // Named one by one: spreading takes as long as everything else that is done here.
  const wanted = { list: type.slug, action, status, cursor, limit, count, conditions, behind, words, sort }
  const result = await readPage(service.parts, caller, type, wanted)
  if (relations === undefined) return result
  return { ...result, related: await readRelated(service.parts, caller, type, result.page.documents, relations) }
}

/** A page of a list, its parameters read. */
export type WantedPage = Readonly<Pick<ListQuery, 'limit' | 'conditions' | 'words' | 'sort'>> & {
  cursor: string | undefined
  count: boolean
  /** Name of the list. */
  list: string
  /** What the caller must be allowed to do to see a resource there. */
  action: Action
  status: DocumentStatus
  /** Filters on fields of what the resources refer to. */
  behind?: readonly FilterBehind[]
}

/** @throws `BadRequest` for a cursor of another list or a filter that is wrong; `Forbidden` when there is nothing that the caller may see */
export async function readPage(
  parts: Pick<ResourceParts, 'store' | 'registry' | 'access' | 'cursors'>,
  caller: Caller,
  type: ResourceType,
  wanted: WantedPage,
): Promise<ListResult> {
  const { access, cursors } = parts
  const visibility = access.visibility(caller, wanted.action, type.slug)
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
  }
  const { behind = [] } = wanted
  const from = behind.length === 0 ? parts.store : await FiltersBehind.read(parts, caller, type, behind)
  const page = await from.list(query)
  return {
    page,
    cursor: cursors.write(scope, page.next),
    total: wanted.count ? await from.count(query) : undefined,
  }
}

function readStatus(text: string | undefined): DocumentStatus {
  if (text === undefined || text === 'active') return 'active'
  if (text === 'archived') return 'archived'
  throw new BadRequest('status must be active or archived')
}

const scopeOf = (
  { account_id }: Caller,
  { list, sort, conditions, words, status, behind }: WantedPage,
): CursorScope => ({
  account_id,
  list,
  sort,
  conditions,
  words,
  further: behind === undefined || behind.length === 0 ? [status] : [status, ...behind.map(textOf).toSorted()],
})

const textOf = ({ name, operator, texts }: FilterBehind): string => JSON.stringify([name, operator, texts])

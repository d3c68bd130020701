import { BadRequest, readListParameters } from '../../kernel/index.ts'
import type {
  Action,
  Caller,
  CursorScope,
  Cursors,
  DocumentStatus,
  ListParameters,
  ListQuery,
  Page,
  QueryPair,
  ResourceType,
} from '../../kernel/index.ts'
import type { ResourceService } from './service.ts'

/** A page of a list and how the answer goes on. */
export interface ListResult {
  page: Page
  /** Token of the next page, empty when there is none. */
  cursor: string
  total: number | undefined
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
  { service, cursors }: ListParts,
  caller: Caller,
  type: ResourceType,
  pairs: readonly QueryPair[],
): Promise<ListResult> {
  const parameters = readListParameters(pairs, type.compiled, ['status'])
  const status = readStatus(parameters.others.get('status'))
  const action: Action = status === 'archived' ? 'odrl:delete' : 'odrl:read'
  const { store, access } = service.parts
  const visibility = access.visibility(caller, action, type.slug)
  const query: Omit<ListQuery, 'limit'> = {
    collection: type.collection,
    account_id: caller.account_id,
    status,
    visibility: visibility instanceof Promise ? await visibility : visibility,
    conditions: parameters.conditions,
    words: parameters.words,
    sort: parameters.sort,
  }
  const scope = scopeOf(caller, type, status, parameters)
  const after = parameters.cursor === undefined ? {} : { after: cursors.read(scope, parameters.cursor) }
  const page = await service.list(caller, type, { ...query, ...after, limit: parameters.limit })
  return {
    page,
    cursor: cursors.write(scope, page.next),
    total: parameters.count ? await store.count(query) : undefined,
  }
}

function readStatus(text: string | undefined): DocumentStatus {
  if (text === undefined || text === 'active') return 'active'
  if (text === 'archived') return 'archived'
  throw new BadRequest('status must be active or archived')
}

const scopeOf = (
  { account_id }: Caller,
  { slug }: ResourceType,
  status: DocumentStatus,
  { sort, conditions, words }: ListParameters,
): CursorScope => ({ account_id, list: slug, sort, conditions, words, further: [status] })

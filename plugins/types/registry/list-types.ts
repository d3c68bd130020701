import { sharedAccount } from '../../../kernel/index.ts'
import type { Caller, Condition, DocumentStatus, DocumentStore, SelectQuery } from '../../../kernel/index.ts'
import { listAndCount, newestFirst } from '../../../lib/query/index.ts'
import type { CountWanted, CursorScope, Cursors, Total } from '../../../lib/query/index.ts'
import { readStoredType, typesCollection } from './type-record.ts'
import type { StoredType } from './type-record.ts'

/** The query for types that meet conditions. */
export const typesOf = (conditions: readonly Condition[], status: DocumentStatus | 'any'): SelectQuery => ({
  collection: typesCollection.name,
  account_id: sharedAccount,
  status,
  visibility: { all: true },
  conditions,
  words: [],
})

export interface TypePage {
  types: StoredType[]
  /** Token of the next page, empty when there is none. */
  cursor: string
  total: Total | undefined
}

const listed: Condition = {
  target: { path: ['hidden'] },
  kind: 'boolean',
  operator: 'eq',
  operands: [false],
  field: 'hidden',
}

const inUse: Condition = {
  target: { path: ['collection'] },
  kind: 'text',
  operator: 'exists',
  operands: [true],
  field: 'collection',
}

/** The condition that an API token for some types puts on what its owner sees. */
function reachedBy({ token }: Caller): Condition[] {
  if (token === undefined || token.type_slugs === null) return []
  const operands = token.type_slugs.map(slug => `urn:type:${slug}`)
  return [{ target: { column: 'id' }, kind: 'text', operator: 'in', operands, field: 'id' }]
}

/**
 * One page of the types, newest first: the active ones that lists show, or with `all` every one; of those that the caller's API token reaches.
 * @throws `BadRequest` when the cursor is not of this list
 */
export async function listTypes(
  { store, cursors }: { store: DocumentStore; cursors: Cursors },
  caller: Caller,
  page: { limit: number; cursor: string | undefined; count: CountWanted; all: boolean },
): Promise<TypePage> {
  const reached = reachedBy(caller)
  const query = page.all ? typesOf([inUse, ...reached], 'any') : typesOf([listed, ...reached], 'active')
  const scope: CursorScope = {
    account_id: sharedAccount,
    list: 'resource-types',
    sort: newestFirst,
    conditions: query.conditions,
    words: [],
    further: [query.status],
  }
  const after = page.cursor === undefined ? {} : { after: cursors.read(scope, page.cursor) }
  const wanted = { ...query, sort: newestFirst, limit: page.limit, ...after }
  const { page: found, total } = await listAndCount(store, wanted, page.count)
  return {
    types: found.documents.flatMap(document => readStoredType(document) ?? []),
    cursor: cursors.write(scope, found.next),
    total,
  }
}

import { listAndCount, newestFirst } from '../../lib/query/index.ts'
import type { CountWanted, Total } from '../../lib/query/index.ts'
import type { Condition, DocumentStore, ListQuery, SelectQuery, StoredDocument } from '../../kernel/index.ts'
import type { AuthParts } from './parts.ts'

/** Which page of a list is wanted. */
export interface PageWanted {
  limit: number
  cursor: string | undefined
  count: CountWanted
}

export interface DocumentPage {
  documents: readonly StoredDocument[]
  /** Token of the next page, empty when there is none. */
  cursor: string
  total: Total | undefined
}

/**
 * One page of documents, newest first.
 * @param list its name, which cursors are tied to
 * @param moving conditions that change as time goes by, so that cursors are not tied to them
 * @throws `BadRequest` when the cursor belongs to another list
 */
export async function documentPage(
  { store, cursors }: Pick<AuthParts, 'store' | 'cursors'>,
  list: string,
  query: SelectQuery,
  { limit, cursor, count }: PageWanted,
  moving: readonly Condition[] = [],
): Promise<DocumentPage> {
  const { account_id, conditions, words } = query
  const scope = { account_id: account_id ?? '', list, sort: newestFirst, conditions, words }
  const all = { ...query, conditions: [...conditions, ...moving] }
  const after = cursor === undefined ? {} : { after: cursors.read(scope, cursor) }
  const { page, total } = await listAndCount(store, { ...all, ...after, sort: newestFirst, limit }, count)
  return { documents: page.documents, cursor: cursors.write(scope, page.next), total }
}

const portion = 500

/** Every document of a query, newest first. For what a user has few of. */
export async function everyDocument(store: DocumentStore, query: SelectQuery): Promise<StoredDocument[]> {
  const found: StoredDocument[] = []
  const wanted: ListQuery = { ...query, sort: newestFirst, limit: portion }
  let page = await store.list(wanted)
  found.push(...page.documents)
  while (page.next !== null) {
    page = await store.list({ ...wanted, after: page.next })
    found.push(...page.documents)
  }
  return found
}

import { listAndCount, newestFirst } from '../../lib/query/index.ts'
import type { CountWanted, CursorScope, Cursors, Total } from '../../lib/query/index.ts'
import type { Caller, Condition, DocumentStore, SelectQuery } from '../../kernel/index.ts'
import { everyone, readView, viewsCollection } from './record.ts'
import type { StoredView } from './record.ts'

/** A page of views. */
export interface ViewPage {
  views: StoredView[]
  /** Token of the next page, empty when there is none. */
  cursor: string
  total: Total | undefined
}

/** The condition that a text of a view is one of these. */
export const isOneOf = (name: 'type_slug' | 'audience', operands: readonly string[]): Condition => ({
  target: { path: [name] },
  kind: 'text',
  operator: 'in',
  operands,
  field: name,
})

/**
 * A page of the caller's own views and the shared ones, newest first.
 * @throws `BadRequest` when the cursor is not of this list
 */
export async function listViews(
  { store, cursors }: { store: DocumentStore; cursors: Cursors },
  { id, account_id, token }: Caller,
  page: { limit: number; cursor: string | undefined; count: CountWanted; typeSlug: string | undefined },
): Promise<ViewPage> {
  const { typeSlug, limit, cursor, count } = page
  const conditions = [
    isOneOf('audience', [everyone, id]),
    ...(typeSlug === undefined ? [] : [isOneOf('type_slug', [typeSlug])]),
    ...(token === undefined || token.type_slugs === null ? [] : [isOneOf('type_slug', token.type_slugs)]),
  ]
  const query = viewsWith(account_id, conditions)
  const scope: CursorScope = { account_id, list: 'views', sort: newestFirst, conditions, words: [] }
  const after = cursor === undefined ? {} : { after: cursors.read(scope, cursor) }
  const { page: found, total } = await listAndCount(store, { ...query, sort: newestFirst, limit, ...after }, count)
  return { views: found.documents.map(readView), cursor: cursors.write(scope, found.next), total }
}

/** The query for views that meet conditions. */
export const viewsWith = (account_id: string | null, conditions: readonly Condition[]): SelectQuery => ({
  collection: viewsCollection.name,
  account_id,
  status: 'active',
  visibility: { all: true },
  conditions,
  words: [],
})

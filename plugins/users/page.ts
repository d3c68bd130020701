import { envelopeText, sharedAccount } from '../../kernel/index.ts'
import type { DocumentStore, SelectQuery, StoredDocument } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { listAndCount, newestFirst } from '../../lib/query/index.ts'
import type { CountWanted, CursorScope, Cursors, Total } from '../../lib/query/index.ts'

/** Which page of a list. */
export interface PageRequest {
  limit: number
  /** Token of the page before. */
  cursor: string | undefined
  count: CountWanted
}

/** One page of a list. */
export interface Page<Item> {
  items: Item[]
  /** Token of the next page, empty when there is none. */
  cursor: string
  total: Total | undefined
}

/**
 * Read one page of what all accounts share, newest first.
 * @param list the name that cursors are tied to
 * @throws `BadRequest` when the cursor is not of this list
 */
export async function readPage<Item>(
  { store, cursors }: { store: DocumentStore; cursors: Cursors },
  list: string,
  query: SelectQuery,
  { limit, cursor, count }: PageRequest,
  read: (document: StoredDocument) => Item,
): Promise<Page<Item>> {
  const { conditions, words } = query
  const scope: CursorScope = { account_id: sharedAccount, list, sort: newestFirst, conditions, words }
  const after = cursor === undefined ? {} : { after: cursors.read(scope, cursor) }
  const { page, total } = await listAndCount(store, { ...query, sort: newestFirst, limit, ...after }, count)
  return { items: page.documents.map(read), cursor: cursors.write(scope, page.next), total }
}

/** A page as the list envelope. */
export const pageText = <Item>({ items, cursor, total }: Page<Item>, body: (item: Item) => JsonObject): string =>
  envelopeText(
    items.map(item => JSON.stringify(body(item))),
    cursor,
    total,
  )

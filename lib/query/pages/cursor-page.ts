import type { Condition, DocumentStore, SelectQuery, Sort, StoredDocument } from '../../store-kit/document-store.ts'
import { newestFirst } from '../../store-kit/standard-columns.ts'
import { listAndCount } from './count.ts'
import type { Total } from './count.ts'
import type { CursorScope, Cursors } from './cursor.ts'
import type { PageParameters } from './page-parameters.ts'

/** The store and the cursors that pages are read with. */
export interface PageSource {
  store: DocumentStore
  cursors: Cursors
}

/** The query and the order of a list. */
export interface CursorList extends SelectQuery {
  /** The name that cursors are bound to. */
  list: string
  /** Default: newest first. */
  sort?: Sort
  /** Conditions that differ from page to page, such as the present time; cursors are not bound to them. */
  movingConditions?: readonly Condition[]
  /** See `CursorScope.now`. */
  now?: number | undefined
  /** Further parameters that cursors are bound to. */
  further?: readonly string[]
  /** See `ListQuery.maxBytes`. */
  maxBytes?: number
}

/** One page of a list, with the token of the next. */
export interface CursorPage<Item> {
  items: Item[]
  /** Token of the next page, empty when there is none. */
  cursor: string
  total: Total | undefined
}

/**
 * Read one page of a list.
 * @param parse turns a document into an item
 * @throws `InvalidInput` when the cursor does not belong to this list
 */
export async function readCursorPage<Item>(
  { store, cursors }: PageSource,
  { list, sort = newestFirst, movingConditions = [], now, further, ...query }: CursorList,
  { limit, cursor, count }: Pick<PageParameters, 'limit' | 'cursor' | 'count'>,
  parse: (document: StoredDocument) => Item,
): Promise<CursorPage<Item>> {
  const scope: CursorScope = {
    account_id: query.account_id ?? '',
    list,
    sort,
    conditions: query.conditions,
    anyOf: query.anyOf,
    words: query.words,
    now,
    ...(further === undefined ? {} : { further }),
  }
  const after = cursor === undefined ? {} : { after: cursors.read(scope, cursor) }
  const conditions = [...query.conditions, ...movingConditions]
  const { page, total } = await listAndCount(store, { ...query, conditions, sort, limit, ...after }, count)
  return { items: page.documents.map(document => parse(document)), cursor: cursors.write(scope, page.next), total }
}

import type { Json, JsonObject } from '../../lib/json/index.ts'
import { RecordCollection, textColumn, textCondition } from '../../lib/store-kit/index.ts'
import type { DocumentStore, StoredRecord } from '../../lib/store-kit/index.ts'
import type { RenameFollower } from '../types/contract.ts'

/** What whoever saves a view writes. */
export interface ViewContent {
  /** Slug of the type whose list it is a view of. */
  type_slug: string
  name: string
  /** Whether everyone in the account sees it. */
  shared: boolean
  /** What the list is asked, as its parameters; kept as it is. */
  query: JsonObject | string
  /** The columns shown, in their order: names, or objects with name and width. */
  columns: Json[]
}

interface ViewData extends ViewContent, JsonObject {
  /** Who sees it: the owner's id, or {@link everyone}. */
  audience: string
}

/** A saved view of a list. Its owner is who created it. */
export type StoredView = StoredRecord<ViewData>

/** The audience of a shared view. */
export const everyone = '*'

/** Where views are kept. */
export const viewRecords = new RecordCollection<ViewData>('view', {
  name: '_views',
  columns: [textColumn('type_slug'), textColumn('audience')],
})

/** What is stored of a view. */
export const viewData = ({ type_slug, name, shared, query, columns }: ViewContent, owner: string): ViewData => ({
  type_slug,
  name,
  shared,
  query,
  columns,
  audience: shared ? everyone : owner,
})

/**
 * A view as the API shows it.
 * @param stale names in it that its type does not understand any more; not shown when there are none
 */
export function viewText({ id, meta, data }: StoredView, stale: readonly string[]): string {
  const { type_slug, name, shared, query, columns } = data
  const content: ViewContent = { type_slug, name, shared, query, columns }
  return JSON.stringify({ id, ...content, owner: meta.created_by, ...(stale.length > 0 && { stale }) })
}

/** Views of every account follow when their type is given another slug. */
export function followRename(store: DocumentStore): RenameFollower {
  return async ({ from, to }) => {
    const views = await viewRecords.findAll(store, [textCondition('type_slug', 'eq', from)], { account_id: null })
    return views.map(view => viewRecords.replace(viewRecords.next(view, { type_slug: to })))
  }
}

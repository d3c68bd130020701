import type { Json, JsonObject } from '../../lib/json/index.ts'
import { RecordCollection, textColumn, textCondition } from '../../lib/store-kit/index.ts'
import type { DocumentStore, StoredRecord } from '../../lib/store-kit/index.ts'
import type { RenameFollower } from '../types/contract.ts'

/** The layout of the resources in a list. */
export type ViewLayout =
  | { kind: 'table' }
  | { kind: 'board'; property: string }
  | { kind: 'calendar'; property: string; end_property?: string }
  | { kind: 'gallery'; property?: string }
  | { kind: 'tree'; property: string }

/** The part of a view that its author writes. */
export interface ViewContent {
  /** Slug of the type whose list it shows. */
  type_slug: string
  name: string
  /** The name in other languages; absent when there are none. */
  titles?: Record<string, string>
  /** Whether everyone in the account sees it. */
  shared: boolean
  /** The parameters of the list; stored unchanged. */
  query: JsonObject | string
  /** The displayed columns, in order: names, or objects with name and width. */
  columns: Json[]
  layout: ViewLayout
  /** Whether the list of the type opens with it: only for shared views, one for each type. */
  default: boolean
}

/** Views that were saved before layouts and defaults existed lack both. */
interface ViewData extends Omit<ViewContent, 'layout' | 'default'>, JsonObject {
  layout?: ViewLayout
  /** Who sees it: the owner's id, or {@link everyone}. */
  audience: string
  /** The slug of the type whose list opens with it, else null. Unique in an account. */
  default_of?: string | null
}

/** A saved view of a list. Its creator is its owner. */
export type StoredView = StoredRecord<ViewData>

/** The audience of a shared view. */
export const everyone = '*'

/** The collection of views. */
export const viewRecords = new RecordCollection<ViewData>('view', {
  name: '_views',
  columns: [textColumn('type_slug'), textColumn('audience'), textColumn('default_of', { unique: true })],
})

/** The stored data of a view. */
export const viewData = (content: ViewContent, owner: string): ViewData => {
  const { type_slug, name, titles, shared, query, columns, layout } = content
  const audience = shared ? everyone : owner
  const default_of = content.default ? type_slug : null
  return { type_slug, name, titles: titles ?? {}, shared, query, columns, layout, audience, default_of }
}

/** The content of a stored view. */
export function contentOf({ data }: StoredView): ViewContent {
  const { type_slug, name, titles, shared, query, columns, layout = { kind: 'table' }, default_of = null } = data
  return { type_slug, name, ...titlesOf(titles), shared, query, columns, layout, default: default_of !== null }
}

const titlesOf = (titles: ViewContent['titles']): Pick<ViewContent, 'titles'> =>
  titles === undefined || Object.keys(titles).length === 0 ? {} : { titles }

/**
 * A view in the format of the API.
 * @param stale names in it that no longer match its type; left out when there are none
 */
export function viewText(view: StoredView, stale: readonly string[]): string {
  const content = contentOf(view)
  return JSON.stringify({ id: view.id, ...content, owner: view.meta.created_by, ...(stale.length > 0 && { stale }) })
}

/** When a type gets another slug, the views of every account are updated. */
export function followRename(store: DocumentStore): RenameFollower {
  return async ({ from, to }) => {
    const views = await viewRecords.findAll(store, [textCondition('type_slug', 'eq', from)], { account_id: null })
    return views.map(view => {
      const default_of = contentOf(view).default ? to : null
      return viewRecords.replace(viewRecords.next(view, { type_slug: to, default_of }))
    })
  }
}

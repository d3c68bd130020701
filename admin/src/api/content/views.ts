import { api, value, versioned } from '../transport/client.ts'
import { everyItem } from '../transport/page.ts'
import type { Listed, Versioned } from '../transport/client.ts'
import { send } from '../transport/send.ts'

/** A saved view of a list. */
export type SavedListView = Listed<'/api/views'>

/** The layout of a saved view. */
export type SavedLayout = SavedListView['layout']

/** The body of a request that creates or changes a saved view. */
type SavedListViewContent = Pick<SavedListView, 'type_slug' | 'name'> &
  Partial<Pick<SavedListView, 'shared' | 'query' | 'columns' | 'layout' | 'default'>>

/** List the caller's own views of a type and those shared with everyone. */
export const listViews = (slug: string): Promise<SavedListView[]> =>
  everyItem(cursor => value(api.GET('/api/views', { params: { query: { type_slug: slug, limit: 1000, cursor } } })))

export const createView = (content: SavedListViewContent): Promise<SavedListView> =>
  value(api.POST('/api/views', { body: content }))

export const getView = (id: string): Promise<Versioned<SavedListView>> =>
  versioned(api.GET('/api/views/{id}', { params: { path: { id } } }))

/** Change the given fields. @throws ApiError; `isStale` when the view has changed since the ETag */
export const updateView = (
  id: string,
  content: Partial<SavedListViewContent>,
  ifMatch: string,
): Promise<SavedListView> =>
  value(api.PUT('/api/views/{id}', { params: { path: { id } }, headers: { 'if-match': ifMatch }, body: content }))

/** @throws ApiError; `isStale` when the view has changed since the ETag */
export async function deleteView(id: string, ifMatch: string): Promise<void> {
  await send('DELETE', `/api/views/${encodeURIComponent(id)}`, { ifMatch })
}

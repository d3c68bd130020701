import type { LocationQuery, LocationQueryRaw } from 'vue-router'
import { readFilters, writeFilters } from './filterQuery.ts'
import type { Filter } from './filterQuery.ts'
import { readLayout, writeLayout } from './viewLayout.ts'
import type { ViewLayout } from './viewLayout.ts'

export type { Filter } from './filterQuery.ts'

/** The state of a list. */
export interface View {
  /** Search words. */
  q: string
  /** All of these must match. */
  filters: Filter[]
  /** At least one group must match in addition, if there are any. All filters of a group must match together. */
  groups: Filter[][]
  /** Column that sorts the list; empty for newest first. */
  sort: string
  order: 'asc' | 'desc'
  /** Keys of the columns, in order; empty for the default columns. */
  columns: string[]
  status: 'active' | 'archived'
  /** Token of the page; empty for the first one. */
  cursor: string
  /** Page number, shown to the user. */
  page: number
  /** Rows per page, if not the default. */
  size?: number
  /** Column widths in pixels, by key, if the user changed them. */
  widths?: Readonly<Record<string, number>>
  /** Layout of the list; a table when absent. */
  layout?: ViewLayout
  /** Id of the saved view from which this one was opened. */
  saved?: string
}

/** Selectable page sizes; the API returns at most 1,000 rows. */
export const pageSizes: readonly number[] = [25, 50, 100, 200]

const widthName = /^width\[(.+)\]$/
const minWidth = 40
const maxWidth = 2000

/** Read a view from the query of the address. Unknown parameters are ignored. */
export function readView(query: LocationQuery): View {
  const all = (name: string): string[] => [query[name] ?? []].flat().filter(value => value !== null)
  const one = (name: string): string => all(name)[0] ?? ''
  const page = Number(one('page'))
  const size = Number(one('size'))
  const widths = readWidths(query, one)
  const layout = readLayout(query)
  return {
    q: one('q'),
    ...readFilters(query),
    sort: one('sort').replace(/^-/, ''),
    order: one('sort').startsWith('-') ? 'desc' : 'asc',
    columns: all('columns'),
    status: one('status') === 'archived' ? 'archived' : 'active',
    cursor: one('cursor'),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    ...(pageSizes.includes(size) && { size }),
    ...(Object.keys(widths).length > 0 && { widths }),
    ...(layout !== undefined && { layout }),
    ...(one('view') !== '' && { saved: one('view') }),
  }
}

function readWidths(query: LocationQuery, one: (name: string) => string): Record<string, number> {
  const widths = Object.keys(query).flatMap(name => {
    const key = widthName.exec(name)?.[1]
    return key === undefined ? [] : [[key, widthOf(Number(one(name)))] as const]
  })
  return Object.fromEntries(widths)
}

/** The nearest allowed column width. */
export const widthOf = (pixels: number): number =>
  Math.min(maxWidth, Math.max(minWidth, Math.round(Number.isFinite(pixels) ? pixels : minWidth)))

/** Write a view as a query of the address. Default values are left out. */
export function writeView(view: View): LocationQueryRaw {
  const query = writeFilters(view)
  if (view.q !== '') query['q'] = view.q
  if (view.sort !== '') query['sort'] = view.order === 'desc' ? `-${view.sort}` : view.sort
  if (view.columns.length > 0) query['columns'] = view.columns
  if (view.status !== 'active') query['status'] = view.status
  if (view.cursor !== '') query['cursor'] = view.cursor
  if (view.page > 1) query['page'] = String(view.page)
  if (view.size !== undefined) query['size'] = String(view.size)
  for (const [key, width] of Object.entries(view.widths ?? {})) query[`width[${key}]`] = String(width)
  if (view.layout !== undefined) Object.assign(query, writeLayout(view.layout))
  if (view.saved !== undefined) query['view'] = view.saved
  return query
}

/** Write a view as a query of the API, without page size. Also used for exports and bulk changes. */
export function viewQuery(view: View): Record<string, string | string[]> {
  const query = writeFilters(view)
  if (view.q.trim() !== '') query['q'] = view.q
  if (view.sort !== '') Object.assign(query, { sort_by: view.sort, sort_order: view.order })
  if (view.status !== 'active') query['status'] = view.status
  if (view.cursor !== '') query['cursor'] = view.cursor
  return query
}

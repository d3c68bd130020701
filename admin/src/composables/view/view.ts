import type { LocationQuery, LocationQueryRaw } from 'vue-router'
import { readFilters, writeFilters } from './filterQuery.ts'
import type { Filter } from './filterQuery.ts'
import { readLayout, writeLayout } from './viewLayout.ts'
import type { ViewLayout } from './viewLayout.ts'

export type { Filter } from './filterQuery.ts'

/** What a list shows. */
export interface View {
  /** Words searched for. */
  q: string
  /** All of them hold. */
  filters: Filter[]
  /** At least one of these holds besides, where there are any: all filters of a group together. */
  groups: Filter[][]
  /** Column that it is sorted by; empty for the newest first. */
  sort: string
  order: 'asc' | 'desc'
  /** Keys of the columns, in order; empty for the usual ones. */
  columns: string[]
  status: 'active' | 'archived'
  /** Token of the page; empty for the first one. */
  cursor: string
  /** For people: the number of the page. */
  page: number
  /** Rows of a page, where it is not the usual number. */
  size?: number
  /** Widths of columns in pixels, by key, where somebody chose. */
  widths?: Readonly<Record<string, number>>
  /** How they are laid out; a table where nothing is said. */
  layout?: ViewLayout
  /** Id of the saved view that this began as. */
  saved?: string
}

/** How many rows a page may have; the API gives no more than 1,000. */
export const pageSizes: readonly number[] = [25, 50, 100, 200]

const widthName = /^width\[(.+)\]$/
const minWidth = 40
const maxWidth = 2000

/** What the address bar says of a list. What it does not understand is left out. */
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

/** A width that a column can have. */
export const widthOf = (pixels: number): number =>
  Math.min(maxWidth, Math.max(minWidth, Math.round(Number.isFinite(pixels) ? pixels : minWidth)))

/** The address of a view: what is as usual is left out. */
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

/** A view in the words of the API, without page size. For exports and bulk changes, too. */
export function viewQuery(view: View): Record<string, string | string[]> {
  const query = writeFilters(view)
  if (view.q.trim() !== '') query['q'] = view.q
  if (view.sort !== '') Object.assign(query, { sort_by: view.sort, sort_order: view.order })
  if (view.status !== 'active') query['status'] = view.status
  if (view.cursor !== '') query['cursor'] = view.cursor
  return query
}

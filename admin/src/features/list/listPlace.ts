import type { LocationQueryRaw, RouteLocationRaw } from 'vue-router'
import { isObject, shortId } from '../../api/index.ts'
import type { Places } from '../../composables/page/usePlaces.ts'

/** A list of a type as the user last saw it in this tab. */
export interface ListPlace {
  /** The query of its address: filters, words, order, columns, page. `readView` reads it. */
  query: LocationQueryRaw
  /** URNs of the rows that were loaded, in their order. */
  ids: string[]
  /** Cursor of the next page; empty after the last one. */
  next: string
  /** Cursors of the earlier pages, for the way back to them. */
  earlier: string[]
  /** How the list was left, where the row alone is not enough to restore it. */
  left?: LeftList
}

/** How a list was left. */
export interface LeftList {
  /** The row that had the focus, or was opened. */
  row: string
  /** How far its frame was scrolled, in pixels. */
  top: number
  left: number
}

/** At most this many ids are kept: nobody goes through more of them one after the other. */
const maxIds = 1000
const keyOf = (slug: string): string => `plinth.list.${slug}`

/** Remember what a list shows, for the records that are opened from it. Kept as long as the tab. */
export function rememberList(slug: string, place: ListPlace): void {
  const kept: ListPlace = { ...place, ids: place.ids.slice(0, maxIds) }
  try {
    sessionStorage.setItem(keyOf(slug), JSON.stringify(kept))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error // when storage is full or forbidden, only the way back is lost
  }
}

/**
 * The list of a type that the user last saw in this tab; undefined before that.
 * The previous and next record of a record are its neighbours in `ids`; after the last id, the page at `next` continues.
 */
export function listBefore(slug: string): ListPlace | undefined {
  const text = sessionStorage.getItem(keyOf(slug))
  if (text === null) return undefined
  try {
    return asPlace(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined // the entry was not written by this module
    throw error
  }
}

/**
 * The link from a record to its list: the list as it was left, at the row of this record, if the list contained it; else the whole list.
 * @param id the URN, or its last part
 */
export function wayBack(places: Places, slug: string, id: string): RouteLocationRaw | undefined {
  const to = places.list(slug)
  const place = listBefore(slug)
  const held = place?.ids.some(urn => shortId(urn) === shortId(id)) === true
  if (!held || typeof to !== 'object') return to
  const left = place.left === undefined ? {} : { left: { ...place.left } }
  return { ...to, query: place.query, state: { earlier: place.earlier, returns: true, ...left } }
}

/** How a list was left, as stored in a history entry or in the tab. */
export function readLeft(state: unknown): LeftList | undefined {
  if (!isObject(state)) return undefined
  const { row, top, left } = state
  return typeof row === 'string' && typeof top === 'number' && typeof left === 'number' ? { row, top, left } : undefined
}

function asPlace(stored: unknown): ListPlace | undefined {
  if (!isObject(stored) || !isObject(stored['query'])) return undefined
  const { ids, next, earlier } = stored
  const texts = (list: unknown): string[] => (Array.isArray(list) ? list.filter(one => typeof one === 'string') : [])
  const left = readLeft(stored['left'])
  const query = Object.entries(stored['query']).map(([name, value]) => [name, texts([value].flat())] as const)
  return {
    query: Object.fromEntries(query),
    ids: texts(ids),
    next: typeof next === 'string' ? next : '',
    earlier: texts(earlier),
    ...(left !== undefined && { left }),
  }
}

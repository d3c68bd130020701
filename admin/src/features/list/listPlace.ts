import type { LocationQueryRaw, RouteLocationRaw } from 'vue-router'
import { isObject, shortId } from '../../api/index.ts'
import type { Places } from '../../composables/page/usePlaces.ts'

/** A list of a type as somebody last saw it in this tab. */
export interface ListPlace {
  /** What its address said: filters, words, order, columns, page. `readView` reads it. */
  query: LocationQueryRaw
  /** URNs of the rows that were loaded, in their order. */
  ids: string[]
  /** Cursor of the page that follows; empty after the last one. */
  next: string
  /** Where the earlier pages began, for the way back to them. */
  earlier: string[]
  /** How it was left, where it takes more than the row to find that again. */
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

/** More ids than this are not kept: nobody goes through them one after the other. */
const maxIds = 1000
const keyOf = (slug: string): string => `plinth.list.${slug}`

/** Remember what a list shows, for the records that are opened from it. It lasts as long as the tab. */
export function rememberList(slug: string, place: ListPlace): void {
  const kept: ListPlace = { ...place, ids: place.ids.slice(0, maxIds) }
  try {
    sessionStorage.setItem(keyOf(slug), JSON.stringify(kept))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error // storage that is full or forbidden costs the way back, no more
  }
}

/**
 * The list of a type that somebody saw last in this tab; undefined before they saw one.
 * The record before and after one are its neighbours in `ids`; after the last one, the page at `next` goes on.
 */
export function listBefore(slug: string): ListPlace | undefined {
  const text = sessionStorage.getItem(keyOf(slug))
  if (text === null) return undefined
  try {
    return asPlace(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined // somebody else wrote there
    throw error
  }
}

/**
 * The way from a record to its list: the list as it was left, at the row of this record, if that list held it; else the whole list.
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

/** How a list was left, as an entry of the history or the tab keeps it. */
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

import type { DocumentStore } from '../store-kit/document-store.ts'
import { RecordCollection, retryOnConflict } from '../store-kit/index.ts'

/** Lists of one shape that took long. Nothing in it is a value that somebody asked for. */
export type SlowList = {
  /** The slug of the type. */
  type: string
  /** Field and operator of each filter, sorted. */
  filter: string[]
  /** Field and direction of the order. */
  sort: string
  /** How often. */
  times: number
  /** How many of them were not finished within their time limit. */
  refused: number
  /** The longest time, in ms. */
  max_ms: number
  /** When it was last seen, RFC 3339 in UTC. */
  last_seen_at: string
  /** The index that would serve them, as an item of `x-indexes`; empty if none is known. */
  index: string[]
}

/** How many shapes are kept, those that were seen last. */
const maxSlowLists = 50
/** What was not seen for this time is forgotten, ms: by then it is probably served. */
const keptForMs = 7 * 24 * 60 * 60 * 1000

const all = 'all'
/** Holds one record for all instances, `all`. */
const slowLists = new RecordCollection<{ lists: SlowList[] }>('slow-lists', {
  name: '_slow_lists',
  standardIndexes: [],
  transient: true,
})

const shapeOf = ({ type, filter, sort }: SlowList): string => JSON.stringify([type, filter, sort])

/** Slow lists, those of one shape together, the last seen first. */
export function mergeSlowLists(lists: readonly SlowList[]): SlowList[] {
  const merged = new Map<string, SlowList>()
  for (const list of lists.toSorted((a, b) => (a.last_seen_at < b.last_seen_at ? 1 : -1))) {
    const shape = shapeOf(list)
    const { times = 0, refused = 0, max_ms: maxMs = 0, ...newest } = merged.get(shape) ?? {}
    merged.set(shape, {
      ...list,
      ...newest,
      times: times + list.times,
      refused: refused + list.refused,
      max_ms: Math.max(maxMs, list.max_ms),
    })
  }
  return [...merged.values()].slice(0, maxSlowLists)
}

/** Add slow lists to those that the store has. */
export async function recordSlowLists(store: DocumentStore, lists: readonly SlowList[]): Promise<void> {
  await slowLists.define(store)
  await retryOnConflict('the record of slow lists', async () => {
    const before = await slowLists.find(store, all)
    const merged = { lists: mergeSlowLists([...lists, ...recent(before?.data.lists)]) }
    await store.write([slowLists.save(slowLists.draft(all, merged, { created_by: 'urn:user:system' }), before)])
  })
}

/** The slow lists that the instances of the service have seen lately, the last seen first. */
export const readSlowLists = async (store: DocumentStore): Promise<SlowList[]> =>
  recent((await slowLists.find(store, all))?.data.lists)

function recent(lists: readonly SlowList[] = []): SlowList[] {
  const since = new Date(Date.now() - keptForMs).toISOString()
  return lists.filter(list => list.last_seen_at >= since)
}

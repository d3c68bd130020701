import { decodeTime, encodeTime } from 'ulid'
import type { DocumentStore } from '../../kernel/index.ts'
import { eventRecords } from './record.ts'

const maxTime = 2 ** 48 - 1

/**
 * The time of the newest stored event, if it is later than the present: the clock was ahead, or is behind now. Usually one query, which finds nothing;
 * else a search by halves, because a store can only be read in ascending order across all accounts.
 * @param now in milliseconds since 1970
 */
export async function newestAfter(store: DocumentStore, now: number): Promise<number | undefined> {
  let newest: number | undefined
  for (let [low, high] = [now, maxTime]; ;) {
    const from = newest === undefined ? low : Math.ceil((low + high) / 2)
    const found = await firstFrom(store, from)
    if (found === undefined) high = from - 1
    else low = newest = found
    if (newest === undefined || low >= high) return newest
  }
}

/** The time of the first event of this time or later. */
async function firstFrom(store: DocumentStore, time: number): Promise<number | undefined> {
  const after = encodeTime(time, 10)
  for await (const portion of store.scan(eventRecords.name, { after, size: 1 })) {
    const [first] = portion
    if (first !== undefined) return decodeTime(first.id)
  }
  return undefined
}

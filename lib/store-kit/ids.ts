import { randomFillSync } from 'node:crypto'
import { monotonicFactory } from 'ulid'

const pool = new Uint8Array(4096)
let used = pool.length

/** Random fractions from 0 to below 1 of cryptographic quality, fetched from the system in batches. */
function random(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const byte = pool[used] ?? 0
  used += 1
  return byte / 256
}

const nextUlid = monotonicFactory(random)
/** The first time that an id can have, in milliseconds since 1970. */
let earliest = 0

/** A new ULID: 26 characters, sortable by time, ascending within this process even within a millisecond, and even if the clock is set back. */
export const newUlid = (): string => nextUlid(Math.max(Date.now(), earliest))

/** Let every new id of this process sort after those of this time: ids that were made before the clock was set back. @param time in milliseconds since 1970 */
export function continueUlidsAfter(time: number): void {
  earliest = Math.max(earliest, Math.min(time + 1, maxUlidTime))
}

/** The last time that a ULID can contain, with a reserve for the ids of that millisecond. */
const maxUlidTime = 2 ** 48 - 2

/** A new id for a resource of this type: `urn:<slug>:<ULID>`. */
export const newId = (typeSlug: string): string => `urn:${typeSlug}:${newUlid()}`

const lastPart = /^[A-Za-z0-9~][A-Za-z0-9._~-]{0,127}$/

/** Whether an id is a well-formed URN of this type: its last part 1 to 128 unreserved URL characters, the first none of `_ - .`. */
export function isUrnOf(typeSlug: string, id: string): boolean {
  const start = `urn:${typeSlug}:`
  return id.startsWith(start) && lastPart.test(id.slice(start.length))
}

/** The full URN for an id in a path: a URN unchanged (of any type), a bare last part completed. */
export const toUrn = (typeSlug: string, idOrLastPart: string): string =>
  idOrLastPart.startsWith('urn:') ? idOrLastPart : `urn:${typeSlug}:${idOrLastPart}`

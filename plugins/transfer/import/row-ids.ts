import { createHash } from 'node:crypto'
import { jsonText } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ' // Crockford's base 32, the alphabet of ULIDs
const timeDigits = 10
const hashDigits = 16

/**
 * Ids for rows without an id, as ULIDs: the time is that of the type's creation, the rest a digest of the row and of how often the same
 * row came before. The same file thus gives the same ids each time it is imported into the same type, and a repeat creates no duplicates.
 */
export class RowIds {
  readonly #prefix: string
  readonly #scope: string
  readonly #seen = new Occurrences()

  /** @param accountId ids are unique across all accounts, so each account needs its own */
  constructor(typeSlug: string, accountId: string, typeCreatedAt: string) {
    this.#prefix = `urn:${typeSlug}:${timePart(Date.parse(typeCreatedAt))}`
    this.#scope = `${accountId}\n${typeSlug}\n`
  }

  /** The id of the next row. */
  next(data: JsonObject): string {
    const content = this.#scope + jsonText(data)
    const before = this.#seen.add(digest(content))
    return this.#prefix + hashPart(before === 0 ? digest(content) : digest(`${before}\n${content}`))
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function timePart(time: number): string {
  let rest = Number.isFinite(time) ? Math.max(0, time) : 0
  let text = ''
  for (let i = 0; i < timeDigits; i++) {
    text = (alphabet[rest % 32] ?? '0') + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function hashPart(hash: Buffer): string {
  let text = ''
  for (let i = 0; i < hashDigits; i++) text += alphabet[(hash[i] ?? 0) & 31] ?? '0'
  return text
}

const initialSlots = 1 << 12

/** Counts digests in 12 bytes each, by their first 48 bits: a set of objects would need a hundred for each row of a large file. */
class Occurrences {
  #keys = new Float64Array(initialSlots)
  #counts = new Uint32Array(initialSlots)
  #used = 0

  /** Count one more. @returns the count before */
  add(hash: Buffer): number {
    if (this.#used * 2 >= this.#keys.length) this.#grow()
    const key = 1 + hash.readUIntBE(0, 6)
    const slot = this.#slotOf(key)
    if (this.#keys[slot] === 0) this.#used++
    this.#keys[slot] = key
    const before = this.#counts[slot] ?? 0
    this.#counts[slot] = before + 1
    return before
  }

  #slotOf(key: number): number {
    let slot = key % this.#keys.length
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) % this.#keys.length
    return slot
  }

  #grow(): void {
    const keys = this.#keys
    const counts = this.#counts
    this.#keys = new Float64Array(keys.length * 2)
    this.#counts = new Uint32Array(keys.length * 2)
    for (const [index, key] of keys.entries()) {
      if (key === 0) continue
      const slot = this.#slotOf(key)
      this.#keys[slot] = key
      this.#counts[slot] = counts[index] ?? 0
    }
  }
}

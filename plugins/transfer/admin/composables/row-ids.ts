import type { JsonObject } from '../../../../admin/src/index.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ' // Crockford's base 32, which ULIDs are written in
const timeDigits = 10
const hashDigits = 16

/** Whether this browser can make ids of rows: it makes digests on secure pages alone. */
export const canDigest = (): boolean => globalThis.crypto?.subtle !== undefined

/**
 * Ids for rows that bring none, as ULIDs: the time is that of the type's creation, the rest a digest of the row and of how often the same row came
 * before. The same file thus gives the same ids each time, as it does on the command line, and a repeat makes no doubles.
 */
export class RowIds {
  readonly #prefix: string
  readonly #scope: string
  readonly #seen = new Map<string, number>()

  constructor(slug: string, account: string, typeCreatedAt: string) {
    this.#prefix = `urn:${slug}:${timePart(Date.parse(typeCreatedAt))}`
    this.#scope = `${account}\n${slug}\n`
  }

  /** The ids of these rows, which are the next ones. */
  async next(rows: readonly JsonObject[]): Promise<string[]> {
    const contents = rows.map(row => this.#scope + JSON.stringify(row))
    const hashes = await Promise.all(contents.map(digest))
    return Promise.all(
      hashes.map(async (hash, at) => {
        const short = hashPart(hash)
        const before = this.#seen.get(short) ?? 0
        this.#seen.set(short, before + 1)
        return this.#prefix + (before === 0 ? short : hashPart(await digest(`${before}\n${contents[at] ?? ''}`)))
      }),
    )
  }
}

const encoder = new TextEncoder()

const digest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))

function timePart(time: number): string {
  let rest = Number.isFinite(time) ? Math.max(0, time) : 0
  let text = ''
  for (let digit = 0; digit < timeDigits; digit++) {
    text = (alphabet[rest % 32] ?? '0') + text
    rest = Math.floor(rest / 32)
  }
  return text
}

const hashPart = (hash: Uint8Array): string =>
  Array.from(hash.slice(0, hashDigits), byte => alphabet[byte & 31] ?? '0').join('')

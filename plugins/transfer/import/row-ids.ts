import { digest, TextNumbers } from './text-table.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ' // Crockford's base 32, the alphabet of ULIDs
const timeDigits = 10
const hashDigits = 16

/**
 * Ids for rows without an id, as ULIDs: the time is that of the type's creation, the rest a digest of the row and of how often the same
 * row came before. The same file thus gives the same ids each time it is imported into the same type, and a repeat creates no duplicates. Of a row that
 * others can name, only the name counts: corrected, it keeps its id.
 */
export class RowIds {
  readonly #prefix: string
  readonly #scope: string
  readonly #seen = new TextNumbers()

  /** @param accountId ids are unique across all accounts, so each account needs its own */
  constructor(typeSlug: string, accountId: string, typeCreatedAt: string) {
    this.#prefix = `urn:${typeSlug}:${timePart(Date.parse(typeCreatedAt))}`
    this.#scope = `${accountId}\n${typeSlug}\n`
  }

  /**
   * The id of the next row, and whether it follows from its name.
   * @param text its data as JSON
   * @param name undefined unless other rows can name it. A further row with the same name cannot be named.
   */
  next(text: string, name: string | undefined): { id: string; identity: 'name' | 'content' } {
    if (name !== undefined && this.#count(digest(this.#named(name))) === 0)
      return { id: this.ofName(name), identity: 'name' }
    const content = this.#scope + text
    const hash = digest(content)
    const before = this.#count(hash)
    return { id: this.#prefix + hashPart(before === 0 ? hash : digest(`${before}\n${content}`)), identity: 'content' }
  }

  /** The id of the first row with a name. */
  ofName = (name: string): string => this.#prefix + hashPart(digest(this.#named(name)))

  #named = (name: string): string => `${this.#scope}named ${name}`

  /** @returns how often the digest occurred before */
  #count = (hash: Buffer): number => this.#seen.set(hash, before => before + 1)
}

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

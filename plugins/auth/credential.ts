import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { newUlid } from '../../lib/store-kit/index.ts'

/** What somebody shows to be known again: by the selector the record is found, and it holds nothing but a hash of the secret. */
export interface Credential {
  /** A ULID, the last part of the record's id. */
  selector: string
  /** SHA-256 of the secret, base64url. */
  hash: string
}

/** A new credential, and the text by which it is shown. */
export function newCredential(): Credential & { text: string } {
  const selector = newUlid()
  const secret = randomBytes(32).toString('base64url')
  return { selector, hash: hashOf(secret), text: `${selector}_${secret}` }
}

const form = /^([0-9A-HJKMNP-TV-Z]{26})_([A-Za-z0-9_-]{43})$/

/** The credential that a text shows, if it shows one. */
export function readCredential(text: unknown): Credential | undefined {
  const [, selector, secret] = (typeof text === 'string' && form.exec(text)) || []
  return selector === undefined || secret === undefined ? undefined : { selector, hash: hashOf(secret) }
}

/** SHA-256 in base64url. The secrets are random and long, so that nothing slower is needed. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Whether this is what is stored; takes the same time whatever differs. */
export const isStored = (hash: string, shown: Credential): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(shown.hash))

/** Longer than any text that shows one, sealed or not. */
const longestText = 500
const mostRemembered = 10_000

/** A reader that remembers what it has read: to decrypt and to hash takes longer than the rest of asking who somebody is. */
export function rememberingReader(
  read: (text: string) => Credential | undefined,
): (text: string) => Credential | undefined {
  const known = new Map<string, Credential>()
  return text => {
    const before = known.get(text)
    if (before !== undefined) return before
    const credential = read(text)
    if (credential === undefined || text.length > longestText) return credential
    if (known.size >= mostRemembered) known.clear()
    known.set(text, credential)
    return credential
  }
}

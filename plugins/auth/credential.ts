import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { newUlid } from '../../lib/store-kit/index.ts'

/** What a session or token is shown by: the selector finds the record, which holds nothing but a hash of the secret. */
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

/** Whether a record is the one that a credential was made for; takes the same time whatever differs. */
export const hasSecretOf = (record: { hash: string }, credential: Credential): boolean =>
  timingSafeEqual(Buffer.from(record.hash), Buffer.from(credential.hash))

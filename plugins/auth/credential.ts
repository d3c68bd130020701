import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { newUlid } from '../../lib/store-kit/index.ts'

/** The credential of a session or token: the selector finds the record, which contains only a hash of the secret. */
export interface Credential {
  /** A ULID, the last part of the record's id. */
  selector: string
  /** SHA-256 of the secret, base64url. */
  hash: string
}

/** A new credential, and the text that the client sends for it. */
export function newCredential(): Credential & { text: string } {
  const selector = newUlid()
  const secret = randomBytes(32).toString('base64url')
  return { selector, hash: hashOf(secret), text: `${selector}_${secret}` }
}

const form = /^([0-9A-HJKMNP-TV-Z]{26})_([A-Za-z0-9_-]{43})$/

/** The credential in a text, if it contains one. */
export function readCredential(text: unknown): Credential | undefined {
  const [, selector, secret] = (typeof text === 'string' && form.exec(text)) || []
  return selector === undefined || secret === undefined ? undefined : { selector, hash: hashOf(secret) }
}

/** SHA-256 in base64url. The secrets are random and long, so no slower hash is needed. */
export const hashOf = (secret: string): string => hash('sha256', secret, 'base64url')

/** Whether a record belongs to a credential; compared in constant time. */
export const hasSecretOf = (record: { hash: string }, credential: Credential): boolean =>
  timingSafeEqual(Buffer.from(record.hash), Buffer.from(credential.hash))

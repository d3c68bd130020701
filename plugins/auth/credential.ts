import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { newUlid } from '../../kernel/index.ts'

/** What somebody shows to be known again: by the selector the record is found, and of the secret nothing but a hash is kept. */
export interface Credential {
  /** A ULID, the last part of the record's id. */
  selector: string
  /** 256 random bits, base64url. */
  secret: string
}

export const newCredential = (): Credential => ({
  selector: newUlid(),
  secret: randomBytes(32).toString('base64url'),
})

const form = /^([0-9A-HJKMNP-TV-Z]{26})_([A-Za-z0-9_-]{43})$/

export const credentialText = ({ selector, secret }: Credential): string => `${selector}_${secret}`

/** The credential that a text is, if it is one. */
export function readCredential(text: unknown): Credential | undefined {
  const [, selector, secret] = (typeof text === 'string' && form.exec(text)) || []
  return selector === undefined || secret === undefined ? undefined : { selector, secret }
}

/** SHA-256 in base64url. The secret is random and long, so that nothing slower is needed. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Whether a hash is that of this secret; takes the same time whatever differs. */
export const isHashOf = (hash: string, { secret }: Credential): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(secret)))

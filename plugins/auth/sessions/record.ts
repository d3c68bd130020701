import type { JsonObject } from '../../../lib/json/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { CollectionDefinition, DocumentMeta, StoredDocument, WriteOperation } from '../../../kernel/index.ts'
import { nextMeta, textColumn } from '../record.ts'

/** What is kept of a session beside the standard columns. Archived means ended; it stays until it would have expired. */
export interface SessionRecord extends JsonObject {
  /** URN of who signed in. */
  user_id: string
  /** SHA-256 of the secret in the cookie. */
  hash: string
  /** SHA-256 of the `state` that it was signed in with. Unique, so that none makes two sessions. */
  sign_in: string
  /** RFC 3339, at most a minute old while the session is in use. */
  last_seen_at: string
  /** RFC 3339: when it ends if it is not used again. */
  expires_at: string
  user_agent: string
}

/** A session as it is stored. */
export interface StoredSession {
  id: string
  meta: DocumentMeta
  record: SessionRecord
  /** When it ends if it is not used again, and when it was last seen to be used; ms since 1970. */
  expires: number
  seen: number
}

/** Without being used, ms. */
export const longestIdle = 8 * 60 * 60 * 1000
/** In all, ms. */
export const longest = 7 * 24 * 60 * 60 * 1000

export const sessionsCollection: CollectionDefinition = {
  name: '_sessions',
  columns: [textColumn('user_id'), textColumn('sign_in', { unique: true }), textColumn('expires_at')],
  versions: false,
  words: false,
}

export const sessionId = (selector: string): string => `urn:session:${selector}`

/** When a session that is used now ends if it is not used again. */
export const expiryOf = (now: number, created: number): string =>
  new Date(Math.min(now + longestIdle, created + longest)).toISOString()

/** The session that a document holds. Only this plugin writes there, so its shape is known. */
export function readSession(document: StoredDocument): StoredSession {
  const record = readData(document) as SessionRecord
  const { expires_at, last_seen_at } = record
  return {
    id: document.id,
    meta: readMeta(document),
    record,
    expires: Date.parse(expires_at),
    seen: Date.parse(last_seen_at),
  }
}

/** The operation that lets a write commit only while the session was not ended. Its version does not matter: that changes as it is used. */
export const whileActive = ({ id }: StoredSession): WriteOperation => ({
  kind: 'check',
  collection: sessionsCollection.name,
  id,
  status: 'active',
})

/** The operation that gives a session another state, if it still is as it was read. */
export function replaceSession(
  { id, meta, record }: StoredSession,
  changes: Partial<SessionRecord>,
  metaChanges: Partial<DocumentMeta> = {},
): WriteOperation {
  return {
    kind: 'replace',
    collection: sessionsCollection.name,
    document: { id, meta: nextMeta(meta, metaChanges), data: { ...record, ...changes } as SessionRecord },
    expected: meta.sequence_no,
  }
}

/** A session as the API shows it. */
export function sessionBody({ id, meta, record }: StoredSession, current: string | undefined): JsonObject {
  const { last_seen_at, expires_at, user_agent } = record
  return { id, created_at: meta.created_at, last_seen_at, expires_at, user_agent, current: id === current }
}

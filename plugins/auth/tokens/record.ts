import type { JsonObject } from '../../../lib/json/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type {
  Action,
  CollectionDefinition,
  DocumentMeta,
  StoredDocument,
  TokenScope,
  WriteOperation,
} from '../../../kernel/index.ts'
import { nextMeta, textColumn } from '../record.ts'

/** What is kept of an API token beside the standard columns. */
export interface TokenRecord extends JsonObject {
  /** URN of whom it acts for. */
  user_id: string
  name: string
  /** SHA-256 of the secret in it. */
  hash: string
  type_slugs: string[] | null
  actions: Action[] | null
  /** RFC 3339; null for never. */
  expires_at: string | null
  /** RFC 3339, at most a minute old while it is in use; null as long as it never was. */
  last_used_at: string | null
}

/** An API token as it is stored. */
export interface StoredToken {
  id: string
  meta: DocumentMeta
  record: TokenRecord
  /** What callers with this token carry. */
  scope: TokenScope
  /** When it ends, and when it was last seen to be used; ms since 1970. */
  expires: number
  used: number
}

export const tokensCollection: CollectionDefinition = {
  name: '_tokens',
  columns: [textColumn('user_id'), textColumn('type_slugs', { many: true })],
  versions: false,
  words: false,
}

export const tokenId = (selector: string): string => `urn:token:${selector}`

/** The token that a document holds. Only this plugin writes there, so its shape is known. */
export function readToken(document: StoredDocument): StoredToken {
  const record = readData(document) as TokenRecord
  const { type_slugs, actions, expires_at, last_used_at } = record
  return {
    id: document.id,
    meta: readMeta(document),
    record,
    scope: Object.freeze({ id: document.id, type_slugs, actions }),
    expires: expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at),
    used: last_used_at === null ? 0 : Date.parse(last_used_at),
  }
}

/** The operation that lets a write commit only while the token was not revoked. */
export const whileThere = ({ id }: StoredToken): WriteOperation => ({
  kind: 'check',
  collection: tokensCollection.name,
  id,
})

/** The operation that gives a token another state, if it still is as it was read. */
export function replaceToken({ id, meta, record }: StoredToken, changes: Partial<TokenRecord>): WriteOperation {
  return {
    kind: 'replace',
    collection: tokensCollection.name,
    document: { id, meta: nextMeta(meta), data: { ...record, ...changes } as TokenRecord },
    expected: meta.sequence_no,
  }
}

/** A token as the API shows it. */
export function tokenBody({ id, meta, record }: StoredToken): JsonObject {
  const { name, type_slugs, actions, expires_at, last_used_at } = record
  return { id, name, type_slugs, actions, expires_at, created_at: meta.created_at, last_used_at }
}

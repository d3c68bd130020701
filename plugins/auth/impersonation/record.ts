import type { JsonObject } from '../../../lib/json/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { CollectionDefinition, DocumentMeta, StoredDocument, WriteOperation } from '../../../kernel/index.ts'

/** What is kept of an impersonation beside the standard columns: one document for each session (in development: for each user), changed from then on. */
export interface ImpersonationRecord extends JsonObject {
  /** URN of the one who acts. */
  impersonator: string
  /** URN of the one acted as; null while there is none. */
  agent_id: string | null
  /** RFC 3339 */
  expires_at: string
}

/** An impersonation as it is stored. */
export interface StoredImpersonation {
  id: string
  meta: DocumentMeta
  record: ImpersonationRecord
  /** ms since 1970 */
  expires: number
}

export const impersonationsCollection: CollectionDefinition = {
  name: '_impersonations',
  columns: [],
  versions: false,
  words: false,
}

/** The id of the impersonation in a session, or by a user: `urn:session:x` has `urn:impersonation:session.x`. */
export const impersonationId = (holder: string): string =>
  `urn:impersonation:${holder.slice('urn:'.length).replace(':', '.')}`

/** The impersonation that a document holds. Only this plugin writes there, so its shape is known. */
export function readImpersonation(document: StoredDocument): StoredImpersonation {
  const record = readData(document) as ImpersonationRecord
  return { id: document.id, meta: readMeta(document), record, expires: Date.parse(record.expires_at) }
}

/** The operation that lets a write commit only while the impersonation goes on. */
export const whileUnderWay = ({ id, meta }: StoredImpersonation): WriteOperation => ({
  kind: 'check',
  collection: impersonationsCollection.name,
  id,
  expected: meta.sequence_no,
})

import type { JsonObject } from '../../../lib/json/index.ts'
import { idCondition, RecordCollection, textColumn, textCondition } from '../../../lib/store-kit/index.ts'
import type { Condition, StoredRecord } from '../../../lib/store-kit/index.ts'

/** The stored data of an invitation, until it is used, revoked, or replaced by another. */
export interface InvitationData extends JsonObject {
  /** As the administrator wrote it. */
  email: string
  /** The same in lower case. Unique. */
  address: string
  role: string
  account_id: string
  /** SHA-256 of the code in the link. */
  code_hash: string
  /** RFC 3339 in UTC with milliseconds. */
  expires_at: string
}

export type StoredInvitation = StoredRecord<InvitationData>

/** The collection of invitations. */
export const invitations = new RecordCollection<InvitationData>('invitation', {
  name: '_invitations',
  columns: [textColumn('address', { unique: true }), textColumn('code_hash'), textColumn('expires_at')],
})

/** Whether it has not expired. */
export const isUnexpired = ({ data }: StoredInvitation): boolean => data.expires_at > new Date().toISOString()

/** The condition that an invitation has not expired. */
export const unexpired = (): Condition => textCondition('expires_at', 'gt', new Date().toISOString())

/** The conditions for the invitations of a user that have not expired. */
export const openInvitationsOf = (userId: string): Condition[] => [
  { ...idCondition('eq', userId), target: { column: 'created_by' }, field: 'created_by' },
  unexpired(),
]

/** An invitation in the format of the API. */
export const invitationBody = ({ id, meta, data }: StoredInvitation): JsonObject => ({
  id,
  email: data.email,
  role: data.role,
  account_id: data.account_id,
  created_by: meta.created_by,
  created_at: meta.created_at,
  expires_at: data.expires_at,
})

import { readData, readMeta, sharedAccount } from '../../kernel/index.ts'
import type { CollectionDefinition, Column, DocumentDraft, JsonObject, StoredDocument } from '../../kernel/index.ts'

/** What is kept of a user beside the standard columns. */
export interface UserRecord extends JsonObject {
  name: string
  email: string
  role: string
  status: 'active' | 'disabled'
  /** URN of the account that the user works in. */
  account_id: string
  /** The address by which `X-Dev-Agent` finds a user of development; null for those who really signed in. Unique. */
  dev_address: string | null
}

/** Someone who can act here, as the API shows it. */
export interface User extends JsonObject {
  id: string
  name: string
  email: string
  role: string
  status: 'active' | 'disabled'
  account_id: string
  created_at: string
}

const column = (name: string, unique = false): Column => ({
  path: [name],
  kind: 'text',
  many: false,
  indexed: true,
  unique,
  types: unique ? ['string', 'null'] : ['string'],
})

/**
 * Where users are kept. Their documents belong to the shared account, as they are managed across accounts and may move; the account that a
 * user works in is a property.
 */
export const usersCollection: CollectionDefinition = {
  name: '_users',
  columns: [column('dev_address', true), column('email'), column('role'), column('account_id')],
  versions: false,
  words: false,
}

/** A new user. */
export function userDraft(id: string, record: UserRecord, createdBy: string): DocumentDraft {
  const now = new Date().toISOString()
  const meta = {
    type_slug: 'user',
    status: 'active' as const,
    created_by: createdBy,
    account_id: sharedAccount,
    sequence_no: 1,
    created_at: now,
    updated_at: now,
  }
  return { id, meta, data: record }
}

/** The user that a document of {@link usersCollection} holds. Only this plugin writes there, so its shape is known. */
export function readUser(document: StoredDocument): User {
  const { name, email, role, status, account_id } = readData(document) as UserRecord
  return { id: document.id, name, email, role, status, account_id, created_at: readMeta(document).created_at }
}

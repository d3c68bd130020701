import { sharedAccount } from '../../kernel/index.ts'
import type {
  CollectionDefinition,
  Column,
  DocumentDraft,
  DocumentMeta,
  StoredDocument,
  WriteOperation,
} from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import type { Agent } from './contract.ts'

/** What is kept of a user beside the standard columns. */
export interface UserRecord extends JsonObject {
  name: string
  /** E-mail address as the identity provider gives it; empty when it gives none. */
  email: string
  /** The same in lower case, if the provider says that it is the user's; else null. What people may be found by. */
  address: string | null
  role: string
  status: 'active' | 'disabled'
  /** URN of the account that the user works in. */
  account_id: string
  /** Issuer and subject that the user is bound to ({@link identityKey}); null for those who never signed in. Unique. */
  identity: string | null
  /** The address by which development mode finds a user that it or seeding made, and the mark of those; null for all others. Unique. */
  dev_address: string | null
}

/** A user as it is stored. */
export interface StoredUser {
  id: string
  meta: DocumentMeta
  record: UserRecord
}

const column = (name: string, unique = false): Column => ({
  path: [name],
  kind: 'text',
  many: false,
  indexed: true,
  unique,
  types: ['string', 'null'],
})

/**
 * Where users are kept. Their documents belong to the shared account, as they are managed across accounts and may move; the account that a
 * user works in is a property.
 */
export const usersCollection: CollectionDefinition = {
  name: '_users',
  columns: [
    column('identity', true),
    column('dev_address', true),
    column('address'),
    column('role'),
    column('account_id'),
  ],
  versions: false,
  words: false,
}

/** Issuer and subject as one text, in which neither can run into the other. */
export const identityKey = (issuer: string, subject: string): string => JSON.stringify([issuer, subject])

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
export const readUser = (document: StoredDocument): StoredUser => ({
  id: document.id,
  meta: readMeta(document),
  record: readData(document) as UserRecord,
})

/** The next state of a user. */
export function changedUser({ id, meta, record }: StoredUser, changes: Partial<UserRecord>): StoredUser {
  const next = { ...meta, sequence_no: meta.sequence_no + 1, updated_at: new Date().toISOString() }
  return { id, meta: next, record: { ...record, ...changes } as UserRecord }
}

/** Whether a user was made by seeding or by `X-Dev-Agent`. */
export const isMarked = ({ record }: StoredUser): boolean => typeof record.dev_address === 'string'

/** A user as the API shows it. */
export function userBody({ id, meta, record }: StoredUser): JsonObject {
  const { name, email, role, status, account_id } = record
  return { id, name, email, role, status, account_id, created_at: meta.created_at }
}

/** No active user may have this id and another value there. */
function unchanged(id: string, name: 'role' | 'status', value: string): WriteOperation {
  const condition = { kind: 'text', field: name } as const
  return {
    kind: 'absent',
    collection: usersCollection.name,
    account_id: sharedAccount,
    conditions: [
      { ...condition, target: { column: 'id' }, operator: 'eq', operands: [id] },
      { ...condition, target: { path: [name] }, operator: 'ne', operands: [value] },
    ],
  }
}

/**
 * Operations that let a write commit only while the user is active and, in production mode, in this role. They ask for the state and not for
 * the version, as the address may change at any time. The check makes them conflict with a change of the user that is under way.
 */
const preconditionsOf = (id: string, role: string, production: boolean): WriteOperation[] => [
  { kind: 'check', collection: usersCollection.name, id },
  unchanged(id, 'status', 'active'),
  ...(production ? [unchanged(id, 'role', role)] : []),
]

/** A user as somebody who can act here. In production mode who was made by seeding or `X-Dev-Agent` cannot: they are as good as disabled. */
export function agentOf(user: StoredUser, production: boolean): Agent {
  const { name, email, role, status, account_id } = user.record
  return Object.freeze({
    id: user.id,
    name,
    email,
    status: production && isMarked(user) ? 'disabled' : status,
    account_id,
    created_at: user.meta.created_at,
    attributes: Object.freeze({ role }),
    preconditions: Object.freeze(preconditionsOf(user.id, role, production)),
  })
}

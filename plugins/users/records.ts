import type { Condition } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { idCondition, RecordCollection, sharedAccount, textColumn, textCondition } from '../../lib/store-kit/index.ts'
import type { StoredRecord, WriteOperation } from '../../lib/store-kit/index.ts'
import type { Agent } from './contract.ts'

/** The stored data of a user. */
export interface UserData extends JsonObject {
  name: string
  /** E-mail address as the identity provider reports it; empty when it reports none. */
  email: string
  /** The same in lower case, if the provider confirms that it belongs to the user; else null. Users can be found by it. */
  address: string | null
  role: string
  status: 'active' | 'disabled'
  /** URN of the account that the user works in. */
  account_id: string
  /** Issuer and subject that identify the user ({@link identityKey}); null for users who never signed in. Unique. */
  identity: string | null
  /** The address by which development mode finds a user that it or seeding created, which also marks such users; null for all others. Unique. */
  dev_address: string | null
}

export type StoredUser = StoredRecord<UserData>

/**
 * The collection of users. Their documents belong to the shared account, because they are managed across accounts and can move; the account that a
 * user works in is a property.
 */
export const users = new RecordCollection<UserData>('user', {
  name: '_users',
  columns: [
    textColumn('identity', { unique: true }),
    textColumn('dev_address', { unique: true }),
    textColumn('address'),
    textColumn('role'),
    textColumn('account_id'),
  ],
})

/** The condition that a property of a user has this value. */
export const hasValue = (name: 'identity' | 'dev_address' | 'address' | 'role' | 'status', value: string): Condition =>
  textCondition(name, 'eq', value)

/** The condition that a user was created neither by seeding nor by `X-Dev-Agent`. */
export const isNotOfDevelopment: Condition = textCondition('dev_address', 'exists', false)

/** The condition that a user has signed in through an identity provider. */
export const isBound: Condition = textCondition('identity', 'exists', true)

/** Issuer and subject as one unambiguous text. */
export const identityKey = (issuer: string, subject: string): string => JSON.stringify([issuer, subject])

/** Whether a user was created by seeding or by `X-Dev-Agent`. */
export const isOfDevelopment = ({ data }: StoredUser): boolean => typeof data.dev_address === 'string'

/** A user as an agent. In production mode users of development mode cannot act: they count as disabled. */
export function agentOf(user: StoredUser, production: boolean): Agent {
  const { name, email, role, status, account_id } = user.data
  return Object.freeze({
    id: user.id,
    name,
    email,
    status: production && isOfDevelopment(user) ? 'disabled' : status,
    account_id,
    created_at: user.meta.created_at,
    attributes: Object.freeze({ role }),
    preconditions: Object.freeze(preconditionsOf(user.id, role, production)),
  })
}

/**
 * Operations that let a write commit only while the user is active and, in production mode, has this role. They check the state and not the
 * version, because the address can change at any time. The check makes them conflict with a concurrent change of the user.
 */
const preconditionsOf = (id: string, role: string, production: boolean): WriteOperation[] => [
  users.checkExists(id),
  stillHas(id, 'status', 'active'),
  ...(production ? [stillHas(id, 'role', role)] : []),
]

/** No active document with this id has another value in this property. */
const stillHas = (id: string, name: 'role' | 'status', value: string): WriteOperation => ({
  kind: 'absent',
  collection: users.name,
  account_id: sharedAccount,
  conditions: [idCondition('eq', id), textCondition(name, 'ne', value)],
})

/** A name for a user of whom only an address is known: the part before the @. */
export const localPartOf = (address: string): string => address.slice(0, Math.max(address.lastIndexOf('@'), 0))

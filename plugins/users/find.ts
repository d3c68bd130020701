import { sharedAccount } from '../../kernel/index.ts'
import type { Condition, DocumentStore, SelectQuery } from '../../kernel/index.ts'
import { newestFirst } from '../../lib/query/index.ts'
import { readUser, usersCollection } from './record.ts'
import type { StoredUser } from './record.ts'

/** The condition that a property of a user has this value. */
export const has = (name: 'identity' | 'dev_address' | 'address' | 'role' | 'status', value: string): Condition => ({
  target: { path: [name] },
  kind: 'text',
  operator: 'eq',
  operands: [value],
  field: name,
})

/** The condition that a user was made neither by seeding nor by `X-Dev-Agent`. */
export const unmarked: Condition = {
  target: { path: ['dev_address'] },
  kind: 'text',
  operator: 'exists',
  operands: [false],
  field: 'dev_address',
}

/** The condition that a user is bound to an issuer and subject: they have signed in through an identity provider. */
export const bound: Condition = {
  target: { path: ['identity'] },
  kind: 'text',
  operator: 'exists',
  operands: [true],
  field: 'identity',
}

/** The query for users who meet all of these. */
export const usersWith = (...conditions: readonly Condition[]): SelectQuery => ({
  collection: usersCollection.name,
  account_id: sharedAccount,
  status: 'active',
  visibility: { all: true },
  conditions,
  words: [],
})

/** The user with this id as the store has it. */
export async function findUser(store: DocumentStore, id: string): Promise<StoredUser | undefined> {
  const document = await store.get(usersCollection.name, id)
  return document === undefined ? undefined : readUser(document)
}

/** The user with this value of a unique property as the store has it. */
export async function findUnique(
  store: DocumentStore,
  name: 'identity' | 'dev_address',
  value: string,
): Promise<StoredUser | undefined> {
  const { documents } = await store.list({ ...usersWith(has(name, value)), sort: newestFirst, limit: 1 })
  return documents.map(readUser)[0]
}

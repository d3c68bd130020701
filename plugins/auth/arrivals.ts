import { WriteRefused, defaultAccount, newId, systemCaller } from '../../kernel/index.ts'
import type { Caller, DocumentStore, Events } from '../../kernel/index.ts'
import type { Directory } from './directory.ts'
import { userDraft, usersCollection } from './users.ts'
import type { User, UserRecord } from './users.ts'

/** What making users works with. */
export interface ArrivalParts {
  store: DocumentStore
  events: Events
  directory: Directory
}

/** Users that every service in development mode has, by their address. */
export const seeded = {
  administrator: { id: 'urn:user:admin', address: 'admin@example.com', name: 'Admin', role: 'admin' },
  member: { id: 'urn:user:member', address: 'member@example.com', name: 'Member', role: 'member' },
} as const

/** Make the seeded users that are not there yet. */
export async function seedUsers(parts: ArrivalParts): Promise<void> {
  for (const { id, address, name, role } of Object.values(seeded)) {
    if ((await parts.store.get(usersCollection.name, id)) !== undefined) continue
    await make(parts, id, { ...development(address), name, role }, systemCaller())
  }
}

/**
 * The user with an address that was not known a moment ago; a `member` of the default account is made where there still is none.
 * One user per address: of several who come at once, on whatever instance, one makes it and the others find it.
 */
export async function welcome(parts: ArrivalParts, address: string): Promise<User> {
  const there = await parts.directory.find(address)
  if (there !== undefined) return there
  const id = newId('user')
  const name = address.slice(0, address.lastIndexOf('@'))
  const record = { ...development(address), name, role: 'member' }
  await make(parts, id, record, { id, account_id: defaultAccount })
  const made = await parts.directory.find(address)
  if (made === undefined) throw new Error('a user that was made cannot be found')
  return made
}

const development = (address: string): Pick<UserRecord, 'email' | 'status' | 'account_id' | 'dev_address'> => ({
  email: address,
  status: 'active',
  account_id: defaultAccount,
  dev_address: address,
})

/** Write a new user and the event that says so; does nothing when somebody else was quicker. */
async function make({ store, events }: ArrivalParts, id: string, record: UserRecord, caller: Caller): Promise<void> {
  const document = userDraft(id, record, caller.id)
  const event = { type: 'User.Created', subject: id, caller, account_id: record.account_id, sequence_no: 1 }
  try {
    await store.write([{ kind: 'insert', collection: usersCollection.name, document }, events.record(event)])
  } catch (error) {
    if (!(error instanceof WriteRefused) || error.index !== 0) throw error
  }
}

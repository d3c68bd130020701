import { defaultAccount, systemCaller, WriteRefused } from '../../kernel/index.ts'
import type { Caller } from '../../kernel/index.ts'
import { newId } from '../../lib/store-kit/index.ts'
import type { Agent } from './contract.ts'
import { administrator } from './administrators.ts'
import { findUser } from './find.ts'
import type { UserParts } from './parts.ts'
import { userDraft, usersCollection } from './record.ts'
import type { UserRecord } from './record.ts'

/** Users that every service in development mode has. */
const seeded = [
  { id: 'urn:user:admin', address: 'admin@example.com', name: 'Admin', role: administrator },
  { id: 'urn:user:member', address: 'member@example.com', name: 'Member', role: 'member' },
] as const

/** Make the seeded users that are not there yet. */
export async function seedUsers(parts: UserParts): Promise<void> {
  for (const { id, address, name, role } of seeded) {
    if ((await findUser(parts.store, id)) === undefined)
      await make(parts, id, development(address, name, role), systemCaller())
  }
}

/**
 * The users of development by their address: who is not there yet is made, a `member` of the default account. One user per address: of several
 * requests at once, on whatever instance, one makes the user and the others find it.
 */
export function arrivals(parts: UserParts): (address: string) => Agent | Promise<Agent> {
  const arriving = new Map<string, Promise<Agent>>()

  async function welcome(address: string): Promise<Agent> {
    const there = await parts.directory.findAt(address)
    if (there !== undefined) return there
    const id = newId('user')
    await make(parts, id, development(address, nameIn(address), 'member'), { id, account_id: defaultAccount })
    const made = await parts.directory.findAt(address)
    if (made === undefined) throw new Error('a user that was made cannot be found')
    return made
  }

  return address => {
    const known = parts.directory.knownAt(address)
    if (known !== undefined) return known
    const under = arriving.get(address)
    if (under !== undefined) return under
    const arrival = welcome(address).finally(() => arriving.delete(address))
    arriving.set(address, arrival)
    return arrival
  }
}

const development = (address: string, name: string, role: string): UserRecord => ({
  name,
  email: address,
  address,
  role,
  status: 'active',
  account_id: defaultAccount,
  identity: null,
  dev_address: address,
})

/** Write a new user and the event that says so; does nothing when somebody else was quicker. */
async function make({ store, events }: UserParts, id: string, record: UserRecord, caller: Caller): Promise<void> {
  const document = userDraft(id, record, caller.id)
  const event = { type: 'User.Created', subject: id, caller, account_id: null, sequence_no: 1 }
  try {
    await store.write([{ kind: 'insert', collection: usersCollection.name, document }, events.record(event)])
  } catch (error) {
    if (!(error instanceof WriteRefused) || error.index !== 0) throw error
  }
}

/** What people call somebody of whom nothing but an address is known: the part before the @. */
export const nameIn = (address: string): string => address.slice(0, Math.max(address.lastIndexOf('@'), 0))

import { Conflict, defaultAccount, Forbidden, sharedAccount, WriteRefused } from '../../kernel/index.ts'
import type { Caller, WriteOperation } from '../../kernel/index.ts'
import { newId } from '../../lib/store-kit/index.ts'
import type { Agent, Arrival } from './contract.ts'
import { readEmailAddress } from '../../lib/json-schema/email.ts'
import { nameIn } from './arrivals.ts'
import { administrator, readGuard } from './administrators.ts'
import { bound, findUnique, has, unmarked, usersWith } from './find.ts'
import { attempts } from './parts.ts'
import type { UserParts } from './parts.ts'
import { agentOf, changedUser, identityKey, userDraft, usersCollection } from './record.ts'
import type { StoredUser, UserRecord } from './record.ts'

const longestName = 200

/**
 * The user whom an identity provider vouches for: found by issuer and subject alone, made at the first sign-in. The address follows the provider,
 * the name and the role are the service's own from then on. Of several first sign-ins of one subject at once, one makes the user.
 * @throws `Forbidden` when the user is disabled
 */
export async function signIn(parts: UserParts, arrival: Arrival): Promise<Agent> {
  const identity = identityKey(arrival.issuer, arrival.subject)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const there = await findUnique(parts.store, 'identity', identity)
    const { user, operations } =
      there === undefined ? await welcome(parts, arrival, identity) : welcomeBack(parts, there, arrival)
    try {
      await parts.store.write(operations)
    } catch (error) {
      if (error instanceof WriteRefused) continue // somebody was quicker
      throw error
    }
    parts.directory.forget(user.id)
    return agentOf(user, parts.production)
  }
  throw new Conflict('others keep changing this user at the same time; try again')
}

interface Welcome {
  user: StoredUser
  operations: WriteOperation[]
}

async function welcome(parts: UserParts, arrival: Arrival, identity: string): Promise<Welcome> {
  const contact = contactOf(arrival)
  const beside = await firstAdministrator(parts, contact.address)
  const id = newId('user')
  const record: UserRecord = {
    name: (arrival.name.trim() || nameIn(arrival.email) || arrival.subject).slice(0, longestName),
    ...contact,
    role: beside === undefined ? 'member' : administrator,
    status: 'active',
    account_id: defaultAccount,
    identity,
    dev_address: null,
  }
  const document = userDraft(id, record, id)
  const user = { id, meta: document.meta, record }
  return {
    user,
    operations: [
      ...(beside ?? []),
      { kind: 'insert', collection: usersCollection.name, document },
      ...told(parts, user, 'User.Created', 'User.SignedIn'),
    ],
  }
}

function welcomeBack(parts: UserParts, there: StoredUser, arrival: Arrival): Welcome {
  if (there.record.status === 'disabled') throw new Forbidden('this user is disabled')
  const contact = contactOf(arrival)
  const expected = there.meta.sequence_no
  const collection = usersCollection.name
  if (contact.email === there.record.email && contact.address === there.record.address) {
    const check: WriteOperation = { kind: 'check', collection, id: there.id, expected }
    return { user: there, operations: [check, ...told(parts, there, 'User.SignedIn')] }
  }
  const user = changedUser(there, contact)
  const document = { id: user.id, meta: user.meta, data: user.record }
  const replace: WriteOperation = { kind: 'replace', collection, document, expected }
  return { user, operations: [replace, ...told(parts, user, 'User.Updated', 'User.SignedIn')] }
}

/** The address as it is shown, and what people may be found by: nothing, unless the provider says that it is the user's. */
function contactOf({ email, email_verified }: Arrival): Pick<UserRecord, 'email' | 'address'> {
  return { email, address: email_verified ? (readEmailAddress(email) ?? null) : null }
}

/**
 * What must come before the rest of the write that makes the first administrator: the address has made none yet, nobody has signed in with it,
 * and there is no administrator who signs in.
 * @returns undefined for everybody else
 */
async function firstAdministrator(
  { store, administratorEmail }: UserParts,
  address: string | null,
): Promise<WriteOperation[] | undefined> {
  if (address === null || address !== administratorEmail) return undefined
  const guard = await readGuard(store)
  if (guard.record.administrator_email_used === true) return undefined
  const nobody = [
    [has('address', address), unmarked],
    [has('role', administrator), has('status', 'active'), bound],
  ]
  for (const conditions of nobody) if ((await store.count(usersWith(...conditions))) > 0) return undefined
  const { name: collection } = usersCollection
  return [
    guard.take({ administrator_email_used: true }),
    ...nobody.map(conditions => ({ kind: 'absent', collection, account_id: sharedAccount, conditions }) as const),
  ]
}

function told({ events }: UserParts, { id, meta, record }: StoredUser, ...types: string[]): WriteOperation[] {
  const caller: Caller = { id, account_id: record.account_id }
  return types.map(type =>
    events.record({ type, subject: id, caller, account_id: null, sequence_no: meta.sequence_no }),
  )
}

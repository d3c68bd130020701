import { Forbidden, defaultAccount } from '../../kernel/index.ts'
import type { Caller } from '../../kernel/index.ts'
import { readEmailAddress } from '../../lib/json-schema/email.ts'
import { newId, retryOnConflict, sharedAccount } from '../../lib/store-kit/index.ts'
import type { WriteOperation } from '../../lib/store-kit/index.ts'
import type { EventDraft } from '../events/contract.ts'
import { administrator, readGuard } from './administrators.ts'
import type { UserParts } from './agents.ts'
import type { Arrival, SignedInAgent } from './contract.ts'
import { agentOf, hasValue, identityKey, isBound, isNotOfDevelopment, localPartOf, users } from './records.ts'
import { findInvitation } from './invitations/service.ts'
import type { AcceptedInvitation } from './invitations/service.ts'
import type { StoredUser, UserData } from './records.ts'

/** Unicode code points, as JSON Schema counts. */
const maxNameLength = 200

interface PlannedSignIn {
  user: StoredUser
  operations: WriteOperation[]
  /** Undefined when there is none, or it has no effect. */
  invitation: AcceptedInvitation | undefined
}

/**
 * The user that an identity provider confirms: found only by issuer and subject, created at the first sign-in. The address follows the provider,
 * the name and the role belong to the service from then on. Of several concurrent first sign-ins of one subject, one creates the user.
 * @throws `Forbidden` when the user is disabled
 */
export async function signIn(parts: UserParts, arrival: Arrival): Promise<SignedInAgent> {
  const identity = identityKey(arrival.issuer, arrival.subject)
  return retryOnConflict('this user', async () => {
    const known = await users.findFirst(parts.store, [hasValue('identity', identity)])
    const { user, operations, invitation } =
      known === undefined ? await planFirst(parts, arrival, identity) : await planAgain(parts, known, arrival)
    await parts.store.write(operations)
    const agent = agentOf(user, parts.production)
    return arrival.invitation === undefined ? agent : { ...agent, invitationAccepted: invitation !== undefined }
  })
}

async function planFirst(parts: UserParts, arrival: Arrival, identity: string): Promise<PlannedSignIn> {
  const contact = contactOf(arrival)
  const promotion = await promotionOperations(parts, contact.address)
  const invitation = await invitationOf(parts, arrival, contact)
  const id = newId('user')
  const data: UserData = {
    name: [...(arrival.name.trim() || localPartOf(arrival.email) || arrival.subject)].slice(0, maxNameLength).join(''),
    ...contact,
    role: promotion === undefined ? (invitation?.role ?? 'member') : administrator,
    status: 'active',
    account_id: invitation?.account_id ?? defaultAccount,
    identity,
    dev_address: null,
  }
  const user = users.draft(id, data, { created_by: id })
  return {
    user,
    invitation,
    operations: [
      ...(promotion ?? []),
      users.insert(user),
      ...(invitation?.operations(callerOf(user)) ?? []),
      ...eventsOf(parts, user, arrival, [{ type: 'User.Created' }, signedIn]),
    ],
  }
}

async function planAgain(parts: UserParts, known: StoredUser, arrival: Arrival): Promise<PlannedSignIn> {
  if (known.data.status === 'disabled') throw new Forbidden('this user is disabled')
  const contact = contactOf(arrival)
  const invitation = await invitationOf(parts, arrival, contact)
  const accepted = invitation?.operations(callerOf(known)) ?? []
  // An invitation never demotes an administrator.
  const role = known.data.role === administrator ? administrator : (invitation?.role ?? known.data.role)
  const wanted = { ...contact, role, account_id: invitation?.account_id ?? known.data.account_id }
  const isOther = (name: keyof typeof wanted): boolean => wanted[name] !== known.data[name]
  if (!(['email', 'address', 'role', 'account_id'] as const).some(isOther)) {
    const operations = [users.checkVersion(known), ...accepted, ...eventsOf(parts, known, arrival, [signedIn])]
    return { user: known, invitation, operations }
  }
  const user = users.next(known, wanted)
  const isUpdated = (['email', 'address', 'account_id'] as const).some(isOther)
  const types = [
    ...(isUpdated ? [{ type: 'User.Updated' }] : []),
    ...(isOther('role') ? [{ type: 'User.RoleChanged', from: known.data.role, to: role }] : []),
    signedIn,
  ]
  return { user, invitation, operations: [users.replace(user), ...accepted, ...eventsOf(parts, user, arrival, types)] }
}

/** The role and account of the invitation that the user used, if it is for their address. */
const invitationOf = async (
  parts: UserParts,
  { invitation }: Arrival,
  { address }: Pick<UserData, 'address'>,
): Promise<AcceptedInvitation | undefined> =>
  invitation === undefined ? undefined : findInvitation(parts, invitation, address)

const callerOf = ({ id, data }: StoredUser): Caller => ({ id, account_id: data.account_id })

/** The address to show, and the one by which the user can be found: null unless the provider confirms that it belongs to the user. */
function contactOf({ email, email_verified }: Arrival): Pick<UserData, 'email' | 'address'> {
  return { email, address: email_verified ? (readEmailAddress(email) ?? null) : null }
}

/**
 * The operations, to be put first in the write, that make the first administrator: the address has made none yet, no user has signed in with it,
 * and no administrator signs in.
 * @returns undefined for every other user
 */
async function promotionOperations(
  { store, administratorEmail }: UserParts,
  address: string | null,
): Promise<WriteOperation[] | undefined> {
  if (address === null || address !== administratorEmail) return undefined
  const guard = await readGuard(store)
  if (guard.data.administrator_email_used === true) return undefined
  const absent = [
    [hasValue('address', address), isNotOfDevelopment],
    [hasValue('role', administrator), hasValue('status', 'active'), isBound],
  ]
  for (const conditions of absent) if ((await store.count(users.query(conditions))) > 0) return undefined
  const { name: collection } = users
  return [
    guard.take({ administrator_email_used: true }),
    ...absent.map(conditions => ({ kind: 'absent', collection, account_id: sharedAccount, conditions }) as const),
  ]
}

const signedIn = { type: 'User.SignedIn' }

function eventsOf(
  { events }: UserParts,
  { id, meta, data }: StoredUser,
  { address }: Arrival,
  drafts: readonly Pick<EventDraft, 'type' | 'from' | 'to'>[],
): WriteOperation[] {
  const caller: Caller = { id, account_id: data.account_id }
  const { sequence_no } = meta
  const about = { subject: id, caller, account_id: null, sequence_no, ...(address !== undefined && { address }) }
  return drafts.map(draft => events.record({ ...about, ...draft }))
}

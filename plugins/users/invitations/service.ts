import { createHash, randomBytes } from 'node:crypto'
import {
  BadRequest,
  Conflict,
  defaultAccount,
  Forbidden,
  NotFound,
  systemUser,
  writeAs,
} from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import { readEmailAddress } from '../../../lib/json-schema/email.ts'
import { quote, readCursorPage } from '../../../lib/query/index.ts'
import type { CursorPage, Cursors, PageParameters } from '../../../lib/query/index.ts'
import { creating, newId, retryOnConflict, textCondition } from '../../../lib/store-kit/index.ts'
import type { WriteOperation } from '../../../lib/store-kit/index.ts'
import { checkGranted, isActiveAdministrator } from '../administrators.ts'
import type { UserParts } from '../agents.ts'
import { agentOf, users } from '../records.ts'
import { invitations, isUnexpired, openInvitationsOf, unexpired } from './records.ts'
import type { StoredInvitation } from './records.ts'

const lifetimeMs = 7 * 24 * 60 * 60 * 1000
/** Maximum number of open invitations of a user, all of which one write must be able to revoke. */
const maxOpenInvitations = 1000

/** The data that an administrator gives for an invitation. */
export interface InvitationBody {
  email: string
  role: string
  account_id?: string
}

/** The code has 256 random bits, so no slower hash is needed. */
const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64url')

/** Invitations: a user who signs in with a verified address through the link gets a role and an account. */
export class InvitationService {
  readonly #parts: UserParts
  readonly #cursors: Cursors

  constructor(parts: UserParts, cursors: Cursors) {
    this.#parts = parts
    this.#cursors = cursors
  }

  /**
   * Invite an address, for seven days.
   * @returns the invitation, and the code of its link, which is not stored
   * @throws `BadRequest` naming the problem; `Conflict` when the address has an invitation already, or the caller has too many;
   * `Forbidden` while impersonating, because the invitation would outlive the impersonation
   */
  async create(
    caller: Caller,
    { email, role, account_id = defaultAccount }: InvitationBody,
  ): Promise<{ invitation: StoredInvitation; code: string }> {
    const address = readEmailAddress(email)
    if (address === undefined) {
      const message = 'must be an e-mail address'
      throw new BadRequest(`email: ${message}`, { problems: [{ pointer: '/email', code: 'format', message }] })
    }
    if (caller.impersonator !== undefined) {
      throw new Forbidden('users cannot be invited while impersonating; stop that first')
    }
    const { store } = this.#parts
    if ((await store.count(invitations.query(openInvitationsOf(caller.id)))) >= maxOpenInvitations) {
      throw new Conflict(`a user cannot have more than ${maxOpenInvitations} open invitations; revoke some first`)
    }
    const code = randomBytes(32).toString('base64url')
    return retryOnConflict('invitations', async () => {
      const checks = await checkGranted(this.#parts, { role, account_id })
      const before = await invitations.findFirst(store, [textCondition('address', 'eq', address)])
      if (before !== undefined && isUnexpired(before) && (await inviterChecks(this.#parts, before)) !== undefined) {
        throw new Conflict(`email: ${quote(email)} has an invitation already`)
      }
      const expires_at = new Date(Date.now() + lifetimeMs).toISOString()
      const data = { email, address, role, account_id, code_hash: hashOf(code), expires_at }
      const invitation = invitations.draft(newId('invitation'), data, { created_by: caller.id })
      const write = writeAs(store, caller, [
        ...(before === undefined ? [] : [invitations.remove(before)]),
        invitations.insert(invitation),
        ...checks,
        invitationEvent(this.#parts, 'Invitation.Created', caller, invitation),
      ])
      await creating(invitation.id, write)
      return { invitation, code }
    })
  }

  /** The invitations that can still be used, newest first. */
  list(page: PageParameters): Promise<CursorPage<StoredInvitation>> {
    const source = { store: this.#parts.store, cursors: this.#cursors }
    const list = { ...invitations.query([]), movingConditions: [unexpired()], list: 'invitations' }
    return readCursorPage(source, list, page, document => invitations.parse(document))
  }

  /** @throws `NotFound` */
  async revoke(caller: Caller, id: string): Promise<void> {
    const { store } = this.#parts
    await retryOnConflict('this invitation', async () => {
      const invitation = await invitations.find(store, id)
      if (invitation === undefined) throw new NotFound('there is no such invitation')
      await writeAs(store, caller, [
        invitations.remove(invitation),
        invitationEvent(this.#parts, 'Invitation.Revoked', caller, invitation),
      ])
    })
  }
}

/**
 * The operations that revoke the open invitations of a user, for the write that makes them no administrator any more. That write must also change
 * the user: then it is refused if an invitation is created at the same time, because that one checks its creator.
 */
export async function revokeInvitationsOf(parts: UserParts, caller: Caller, userId: string): Promise<WriteOperation[]> {
  const conditions = openInvitationsOf(userId)
  const open = await invitations.findAll(parts.store, conditions)
  const { collection, account_id } = invitations.query([])
  return [
    ...open.flatMap(one => [invitations.remove(one), invitationEvent(parts, 'Invitation.Revoked', caller, one)]),
    { kind: 'absent', collection, account_id, conditions },
  ]
}

/**
 * The operations that let a write commit only while the user who created an invitation is an active administrator; none for an invitation by the
 * service itself. Undefined when the user is not.
 */
async function inviterChecks(
  { store, production }: UserParts,
  { meta: { created_by } }: StoredInvitation,
): Promise<readonly WriteOperation[] | undefined> {
  if (created_by === systemUser) return []
  const inviter = await users.find(store, created_by)
  if (inviter === undefined || !isActiveAdministrator(inviter, production)) return undefined
  return agentOf(inviter, production).preconditions
}

/** Events of invitations belong to no account, like those of users. */
const invitationEvent = (
  { events }: UserParts,
  type: string,
  caller: Caller,
  { id }: StoredInvitation,
): WriteOperation => events.record({ type, subject: id, caller, account_id: null })

/** What an accepted invitation gives to the user. */
export interface AcceptedInvitation {
  role: string
  account_id: string
  /** Uses up the invitation. @param caller the user who accepted it */
  operations(caller: Caller): WriteOperation[]
}

/**
 * Find the invitation of a link.
 * @param address the address that the identity provider confirms, in lower case; null for none
 * @returns undefined when it is for another address, used, revoked or expired, names a role that no longer exists, or the user who created it is
 * no active administrator any more
 */
export async function findInvitation(
  parts: UserParts,
  code: string,
  address: string | null,
): Promise<AcceptedInvitation | undefined> {
  const found = await invitations.findFirst(parts.store, [textCondition('code_hash', 'eq', hashOf(code))])
  if (found === undefined || !isUnexpired(found) || found.data.address !== address) return undefined
  const inviter = await inviterChecks(parts, found)
  if (inviter === undefined) return undefined
  const { role, account_id } = found.data
  try {
    const checks = await checkGranted(parts, { role, account_id })
    return {
      role,
      account_id,
      operations: caller => [
        invitations.remove(found),
        ...checks,
        ...inviter,
        invitationEvent(parts, 'Invitation.Accepted', caller, found),
      ],
    }
  } catch (error) {
    if (error instanceof BadRequest) return undefined
    throw error
  }
}

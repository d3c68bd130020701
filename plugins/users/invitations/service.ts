import { createHash, randomBytes } from 'node:crypto'
import { BadRequest, Conflict, NotFound, defaultAccount } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import { readEmailAddress } from '../../../lib/json-schema/email.ts'
import { quote } from '../../../lib/query/index.ts'
import type { Cursors, PageParameters } from '../../../lib/query/index.ts'
import { newId, readCursorPage, retryOnConflict, textCondition, writeAs } from '../../../lib/store-kit/index.ts'
import type { CursorPage, WriteOperation } from '../../../lib/store-kit/index.ts'
import { checkGranted } from '../administrators.ts'
import type { UserParts } from '../agents.ts'
import { invitations, isActive } from './records.ts'
import type { StoredInvitation } from './records.ts'

const lifetimeMs = 7 * 24 * 60 * 60 * 1000

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
   * @throws `BadRequest` naming the problem; `Conflict` when the address has an invitation already
   */
  async create(
    caller: Caller,
    { email, role, account_id = defaultAccount }: InvitationBody,
  ): Promise<{ invitation: StoredInvitation; code: string }> {
    const address = readEmailAddress(email)
    if (address === undefined) throw new BadRequest('email: must be an e-mail address')
    const { store } = this.#parts
    const code = randomBytes(32).toString('base64url')
    return retryOnConflict('invitations', async () => {
      const checks = await checkGranted(this.#parts, { role, account_id })
      const before = await invitations.findFirst(store, [textCondition('address', 'eq', address)])
      if (before !== undefined && isActive(before)) {
        throw new Conflict(`email: ${quote(email)} has an invitation already`)
      }
      const expires_at = new Date(Date.now() + lifetimeMs).toISOString()
      const data = { email, address, role, account_id, code_hash: hashOf(code), expires_at }
      const invitation = invitations.draft(newId('invitation'), data, { created_by: caller.id })
      await writeAs(store, caller, [
        ...(before === undefined ? [] : [invitations.remove(before)]),
        invitations.insert(invitation),
        ...checks,
        invitationEvent(this.#parts, 'Invitation.Created', caller, invitation),
      ])
      return { invitation, code }
    })
  }

  /** The invitations that can still be used, newest first. */
  list(page: PageParameters): Promise<CursorPage<StoredInvitation>> {
    const source = { store: this.#parts.store, cursors: this.#cursors }
    const movingConditions = [textCondition('expires_at', 'gt', new Date().toISOString())]
    const list = { ...invitations.query([]), movingConditions, list: 'invitations' }
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
 * @returns undefined when it is for another address, used, revoked or expired, or names a role that no longer exists
 */
export async function findInvitation(
  parts: UserParts,
  code: string,
  address: string | null,
): Promise<AcceptedInvitation | undefined> {
  const found = await invitations.findFirst(parts.store, [textCondition('code_hash', 'eq', hashOf(code))])
  if (found === undefined || !isActive(found) || found.data.address !== address) return undefined
  const { role, account_id } = found.data
  try {
    const checks = await checkGranted(parts, { role, account_id })
    return {
      role,
      account_id,
      operations: caller => [
        invitations.remove(found),
        ...checks,
        invitationEvent(parts, 'Invitation.Accepted', caller, found),
      ],
    }
  } catch (error) {
    if (error instanceof BadRequest) return undefined
    throw error
  }
}

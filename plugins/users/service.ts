import { BadRequest, checkPreconditions, NotFound, writeAs } from '../../kernel/index.ts'
import type { Caller, Preconditions } from '../../kernel/index.ts'
import { readEmailAddress } from '../../lib/json-schema/email.ts'
import { quote, readCursorPage } from '../../lib/query/index.ts'
import type { CursorPage, Cursors, PageParameters } from '../../lib/query/index.ts'
import { newestFirst, retryOnConflict } from '../../lib/store-kit/index.ts'
import type { WriteOperation } from '../../lib/store-kit/index.ts'
import { checkGranted, isActiveAdministrator, keepAnother } from './administrators.ts'
import { readUserNames } from './agents.ts'
import type { UserParts } from './agents.ts'
import { revokeInvitationsOf } from './invitations/service.ts'
import { hasValue, isOfDevelopment, users } from './records.ts'
import type { StoredUser } from './records.ts'
import type { UserBody } from './schemas.ts'

/** Maximum number of users with one address that are considered. */
const maxWithAddress = 1000

/** Users as administrators of the instance manage them, in every account. */
export class UserService {
  readonly #parts: UserParts
  readonly #cursors: Cursors

  constructor(parts: UserParts, cursors: Cursors) {
    this.#parts = parts
    this.#cursors = cursors
  }

  /** @throws `NotFound` when there is no user with this URN */
  async get(id: string): Promise<StoredUser> {
    const user = await users.find(this.#parts.store, id)
    if (user === undefined) throw new NotFound(`there is no user ${quote(id)}`)
    return user
  }

  /** Users of every account, newest first. */
  list(page: PageParameters): Promise<CursorPage<StoredUser>> {
    const source = { store: this.#parts.store, cursors: this.#cursors }
    return readCursorPage(source, { ...users.query([]), list: 'users' }, page, document => users.parse(document))
  }

  /**
   * The active user of an account with this address, as far as the provider confirms it; of several the first one created.
   * @throws `BadRequest` when it is not an address; `NotFound` when no user has it
   */
  async lookup(accountId: string, email: string): Promise<StoredUser> {
    const address = readEmailAddress(email)
    if (address === undefined) throw new BadRequest('email: must be an e-mail address')
    const { store, production } = this.#parts
    const query = users.query([hasValue('address', address)])
    const { documents } = await store.list({ ...query, sort: newestFirst, limit: maxWithAddress })
    const user = documents
      .map(document => users.parse(document))
      .findLast(one => isReachable(one, accountId) && !(production && isOfDevelopment(one)))
    if (user === undefined) throw new NotFound('no user of this account has this address')
    return user
  }

  /** The names of the users with these URNs, in this order: those of an account, and the service itself. */
  async names(accountId: string, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
    const names = await readUserNames(this.#parts, accountId, ids)
    return [...names].map(([id, { name }]) => ({ id, name }))
  }

  /**
   * Change the sent properties of a user.
   * @throws `BadRequest` naming a role or an account that does not exist; `Conflict` when no active administrator would remain;
   * `PreconditionFailed`; `NotFound`
   */
  async change(caller: Caller, id: string, body: UserBody, preconditions: Preconditions): Promise<StoredUser> {
    return retryOnConflict('users', async () => {
      const current = await this.get(id)
      checkPreconditions(preconditions, { id, sequenceNo: current.meta.sequence_no })
      const checks = await checkGranted(this.#parts, body)
      const changed = Object.entries(body).filter(([name, value]) => current.data[name] !== value)
      if (changed.length === 0) return current
      const next = users.next(current, Object.fromEntries(changed))
      await writeAs(this.#parts.store, caller, await this.#operations(caller, current, next, checks))
      return next
    })
  }

  async #operations(
    caller: Caller,
    current: StoredUser,
    next: StoredUser,
    checks: readonly WriteOperation[],
  ): Promise<WriteOperation[]> {
    const { store, events, production, followers } = this.#parts
    const { id, meta, data } = next
    const isDisabled = data.status === 'disabled' && current.data.status !== 'disabled'
    const following = isDisabled ? await Promise.all(followers.map(async follow => follow(caller, id))) : []
    const isRemoved = isActiveAdministrator(current, production) && !isActiveAdministrator(next, production)
    const event = { subject: id, caller, account_id: null, sequence_no: meta.sequence_no }
    const isOther = (['name', 'status', 'account_id'] as const).some(name => current.data[name] !== data[name])
    return [
      users.replace(next),
      ...(isRemoved ? await keepAnother(store, id, production) : []),
      ...(isRemoved ? await revokeInvitationsOf(this.#parts, caller, id) : []),
      ...checks,
      ...following.flat(),
      ...(isOther ? [events.record({ ...event, type: 'User.Updated' })] : []),
      ...(current.data.role === data.role
        ? []
        : [events.record({ ...event, type: 'User.RoleChanged', from: current.data.role, to: data.role })]),
    ]
  }
}

const isReachable = ({ data }: StoredUser, accountId: string): boolean =>
  data.status === 'active' && data.account_id === accountId

import { BadRequest, Conflict, NotFound, WriteRefused, checkIfMatch } from '../../kernel/index.ts'
import type { Caller, WriteOperation } from '../../kernel/index.ts'
import { newestFirst, quote } from '../../lib/query/index.ts'
import type { Cursors } from '../../lib/query/index.ts'
import { writeAs } from '../../lib/store-kit/index.ts'
import { findAccount } from './accounts.ts'
import { readEmailAddress } from '../../lib/json-schema/email.ts'
import { administers, keepAnother } from './administrators.ts'
import { findUser, has, usersWith } from './find.ts'
import { rolesOf } from './held-roles.ts'
import { readPage } from './page.ts'
import type { Page, PageRequest } from './page.ts'
import { attempts } from './parts.ts'
import type { UserParts } from './parts.ts'
import { changedUser, isMarked, readUser, usersCollection } from './record.ts'
import type { StoredUser } from './record.ts'
import type { UserBody } from './schemas.ts'

/** More users than this with one address are not looked at. */
const mostWithAddress = 1000

/** Users as administrators of the instance manage them, whatever account they work in. */
export class UserService {
  readonly #parts: UserParts
  readonly #cursors: Cursors

  constructor(parts: UserParts, cursors: Cursors) {
    this.#parts = parts
    this.#cursors = cursors
  }

  /** @throws `NotFound` when there is no user with this URN */
  async get(id: string): Promise<StoredUser> {
    const user = await findUser(this.#parts.store, id)
    if (user === undefined) throw new NotFound(`there is no user ${quote(id)}`)
    return user
  }

  /** Users of every account, newest first. */
  list(page: PageRequest): Promise<Page<StoredUser>> {
    return readPage({ store: this.#parts.store, cursors: this.#cursors }, 'users', usersWith(), page, readUser)
  }

  /**
   * The active user of an account whose address this is, as far as the provider says so; of several the one who came first.
   * @throws `BadRequest` when it is no address; `NotFound` when it is nobody's
   */
  async lookup(accountId: string, email: string): Promise<StoredUser> {
    const address = readEmailAddress(email)
    if (address === undefined) throw new BadRequest('email: must be an e-mail address')
    const { store, production } = this.#parts
    const query = usersWith(has('address', address))
    const { documents } = await store.list({ ...query, sort: newestFirst, limit: mostWithAddress })
    const user = documents.map(readUser).findLast(one => isReachable(one, accountId) && !(production && isMarked(one)))
    if (user === undefined) throw new NotFound('no user of this account has this address')
    return user
  }

  /**
   * Change what is sent of a user.
   * @throws `BadRequest` naming a role or an account that there is not; `Conflict` when the last active administrator would be gone;
   * `PreconditionFailed` for a stale `If-Match`; `NotFound`
   */
  async change(caller: Caller, id: string, body: UserBody, ifMatch: string | undefined): Promise<StoredUser> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const current = await this.get(id)
      checkIfMatch(ifMatch, id, current.meta.sequence_no)
      const checks = await this.#checksOf(body)
      const changed = Object.entries(body).filter(([name, value]) => current.record[name] !== value)
      if (changed.length === 0) return current
      const next = changedUser(current, Object.fromEntries(changed))
      try {
        await writeAs(this.#parts.store, caller, await this.#operations(caller, current, next, checks))
      } catch (error) {
        if (error instanceof WriteRefused) continue // it was decided by what has changed meanwhile
        throw error
      }
      this.#parts.directory.forget(id)
      return next
    }
    throw new Conflict('others keep changing users at the same time; try again')
  }

  /** What holds the role that is named in its place. */
  async #checksOf({ role, account_id }: UserBody): Promise<WriteOperation[]> {
    const { settings, store } = this.#parts
    const roles = role === undefined ? undefined : await settings.get('roles')
    const faults: string[] = []
    if (role !== undefined && roles !== undefined && !rolesOf(roles.value).includes(role)) {
      faults.push(`role: there is no role ${quote(role)}`)
    }
    if (account_id !== undefined && (await findAccount(store, account_id)) === undefined) {
      faults.push(`account_id: there is no account ${quote(account_id)}`)
    }
    if (faults.length > 0) throw new BadRequest(faults.join('; '))
    return roles === undefined ? [] : [roles.check]
  }

  async #operations(
    caller: Caller,
    current: StoredUser,
    next: StoredUser,
    checks: readonly WriteOperation[],
  ): Promise<WriteOperation[]> {
    const { store, events, production, followers } = this.#parts
    const { id, meta, record } = next
    const isDisabled = record.status === 'disabled' && current.record.status !== 'disabled'
    const following = isDisabled ? await Promise.all(followers.map(async follow => follow(caller, id))) : []
    const goes = administers(current, production) && !administers(next, production)
    const event = { subject: id, caller, account_id: null, sequence_no: meta.sequence_no }
    const isOther = (['name', 'status', 'account_id'] as const).some(name => current.record[name] !== record[name])
    return [
      {
        kind: 'replace',
        collection: usersCollection.name,
        document: { id, meta, data: record },
        expected: current.meta.sequence_no,
      },
      ...(goes ? await keepAnother(store, id, production) : []),
      ...checks,
      ...following.flat(),
      ...(isOther ? [events.record({ ...event, type: 'User.Updated' })] : []),
      ...(current.record.role === record.role ? [] : [events.record({ ...event, type: 'User.RoleChanged' })]),
    ]
  }
}

const isReachable = ({ record }: StoredUser, accountId: string): boolean =>
  record.status === 'active' && record.account_id === accountId

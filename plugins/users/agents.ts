import { defaultAccount, systemCaller, systemUser } from '../../kernel/index.ts'
import type { Caller } from '../../kernel/index.ts'
import { FeedCache, newId } from '../../lib/store-kit/index.ts'
import type { DocumentStore } from '../../lib/store-kit/index.ts'
import type { Events } from '../events/contract.ts'
import type { Settings } from '../settings/contract.ts'
import { administrator } from './administrators.ts'
import type { Agent, Agents, Arrival, DisableFollower } from './contract.ts'
import { agentOf, hasValue, localPartOf, users } from './records.ts'
import type { UserData } from './records.ts'
import { signIn } from './sign-in.ts'

/** What the plugin works with. */
export interface UserParts {
  store: DocumentStore
  events: Events
  settings: Settings
  /** Whether users of development can neither act nor count as administrators. */
  production: boolean
  /** The address that administers the instance from its first sign-in on, in lower case. */
  administratorEmail?: string | undefined
  /** What other plugins do when a user is disabled. */
  followers: DisableFollower[]
}

/** Users that every service in development mode has. */
const seededUsers = [
  { id: 'urn:user:admin', address: 'admin@example.com', name: 'Admin', role: administrator },
  { id: 'urn:user:member', address: 'member@example.com', name: 'Member', role: 'member' },
] as const

/** Make the seeded users that are not there yet. */
export async function seedUsers(parts: UserParts): Promise<void> {
  for (const { id, address, name, role } of seededUsers) {
    if ((await users.find(parts.store, id)) === undefined) {
      await insertUser(parts, id, developmentUser(address, name, role), systemCaller())
    }
  }
}

/** Users as those who can act, cached so that no request reads the store to know who is asking. */
export class CachedAgents implements Agents {
  readonly #parts: UserParts
  readonly #byId: FeedCache<Agent>
  /** In development mode, by address. */
  readonly #byAddress: FeedCache<Agent>

  constructor(parts: UserParts) {
    const { store, production } = parts
    this.#parts = parts
    this.#byId = new FeedCache({
      store,
      collection: users.name,
      load: async id => {
        const user = await users.find(store, id)
        return user === undefined ? undefined : agentOf(user, production)
      },
    })
    this.#byAddress = new FeedCache({
      store,
      collection: users.name,
      load: address => this.#findOrMake(address),
      staleAfter: 'everything',
    })
  }

  /** Begin to follow the changes. The collection must be defined. */
  async start(): Promise<void> {
    await this.#byId.start()
    await this.#byAddress.start()
  }

  close(): void {
    this.#byId.close()
    this.#byAddress.close()
  }

  get(id: string): Promise<Agent | undefined> {
    return this.#byId.get(id)
  }

  names(accountId: string, ids: readonly string[]): Promise<Map<string, NamedAgent>> {
    return readNames(this.#parts, accountId, ids)
  }

  signIn(arrival: Arrival): Promise<Agent> {
    return signIn(this.#parts, arrival)
  }

  async atAddress(address: string): Promise<Agent> {
    const agent = await this.#byAddress.get(address)
    if (agent === undefined) throw new Error('a user that was made cannot be found')
    return agent
  }

  onDisable(follow: DisableFollower): void {
    this.#parts.followers.push(follow)
  }

  /** One user per address: of several requests at once, on whatever instance, one makes the user and the others find it. */
  async #findOrMake(address: string): Promise<Agent | undefined> {
    const found = await this.#findAt(address)
    if (found !== undefined) return found
    const id = newId('user')
    const caller = { id, account_id: defaultAccount }
    await insertUser(this.#parts, id, developmentUser(address, localPartOf(address), 'member'), caller)
    return this.#findAt(address)
  }

  async #findAt(address: string): Promise<Agent | undefined> {
    const { store, production } = this.#parts
    const user = await users.findFirst(store, [hasValue('dev_address', address)])
    return user === undefined ? undefined : agentOf(user, production)
  }
}

type NamedAgent = Pick<Agent, 'name' | 'status'>

/** What these users of an account, and the service itself, are called; one query. */
export async function readNames(
  { store, production }: Pick<UserParts, 'store' | 'production'>,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, NamedAgent>> {
  const found = (await store.getMany(users.name, [...new Set(ids)])).map(document => users.parse(document))
  const byId = new Map(found.map(user => [user.id, user]))
  const names = new Map<string, NamedAgent>()
  for (const id of ids) {
    const user = byId.get(id)
    if (id === systemUser) names.set(id, { name: 'System', status: 'active' })
    else if (user?.data.account_id === accountId) names.set(id, agentOf(user, production))
  }
  return names
}

const developmentUser = (address: string, name: string, role: string): UserData => ({
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
async function insertUser({ store, events }: UserParts, id: string, data: UserData, caller: Caller): Promise<void> {
  const event = { type: 'User.Created', subject: id, caller, account_id: null, sequence_no: 1 }
  await users.insertIfAbsent(store, users.draft(id, data, { created_by: caller.id }), events.record(event))
}

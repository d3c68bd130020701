import { defaultAccount, systemCaller, systemUser } from '../../kernel/index.ts'
import type { Caller } from '../../kernel/index.ts'
import { FeedCache, newId } from '../../lib/store-kit/index.ts'
import type { DocumentStore } from '../../lib/store-kit/index.ts'
import type { Events } from '../events/contract.ts'
import type { Settings } from '../settings/contract.ts'
import { administrator } from './administrators.ts'
import type { Agent, Agents, Arrival, DisableFollower, SignedInAgent } from './contract.ts'
import { agentOf, hasValue, localPartOf, users } from './records.ts'
import type { UserData } from './records.ts'
import { signIn } from './sign-in.ts'

/** The parts that the plugin uses. */
export interface UserParts {
  store: DocumentStore
  events: Events
  settings: Settings
  /** Whether users of development mode can neither act nor count as administrators. */
  production: boolean
  /** The address whose user administers the instance from the first sign-in on, in lower case. */
  administratorEmail?: string | undefined
  /** The functions of other plugins that run when a user is disabled. */
  followers: DisableFollower[]
}

/** Users that every service in development mode has. */
const seededUsers = [
  { id: 'urn:user:admin', address: 'admin@example.com', name: 'Admin', role: administrator },
  { id: 'urn:user:member', address: 'member@example.com', name: 'Member', role: 'member' },
] as const

/** Create the seeded users that do not exist yet. */
export async function seedUsers(parts: UserParts): Promise<void> {
  for (const { id, address, name, role } of seededUsers) {
    if ((await users.find(parts.store, id)) === undefined) {
      await insertUser(parts, id, developmentUser(address, name, role), systemCaller())
    }
  }
}

/** Users as agents, cached so that no request reads the store to identify the caller. */
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
    return readUserNames(this.#parts, accountId, ids)
  }

  signIn(arrival: Arrival): Promise<SignedInAgent> {
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

  /** One user per address: of several concurrent requests, on any instance, one creates the user and the others find it. */
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

/** The names of these users of an account, and of the service itself; one query. */
export async function readUserNames(
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

/** Write a new user and its event; does nothing when another request was faster. */
async function insertUser({ store, events }: UserParts, id: string, data: UserData, caller: Caller): Promise<void> {
  const event = { type: 'User.Created', subject: id, caller, account_id: null, sequence_no: 1 }
  await users.insertIfAbsent(store, users.draft(id, data, { created_by: caller.id }), events.record(event))
}

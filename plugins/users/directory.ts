import type { Change, DocumentStore, Feed } from '../../kernel/index.ts'
import type { Agent } from './contract.ts'
import { findUnique, findUser } from './find.ts'
import { agentOf, usersCollection } from './record.ts'
import type { StoredUser } from './record.ts'

/** More are in use at once nowhere; then all are forgotten. */
const mostRemembered = 10_000

/**
 * Users by id, and those of development by their address too: remembered while the store's change feed is current, so that no request
 * reads the store to know who is asking.
 */
export class Directory {
  readonly #store: DocumentStore
  readonly #production: boolean
  readonly #agents = new Map<string, Agent>()
  /** Address to id; an address never passes to another user. */
  readonly #addresses = new Map<string, string>()
  #feed: Feed | undefined
  /** Raised by every change, so that a read that began before it is not remembered. */
  #changes = 0

  /** @param production whether users of development can act */
  constructor(store: DocumentStore, production: boolean) {
    this.#store = store
    this.#production = production
  }

  /** Begin to follow the changes. The collection must be defined. */
  async start(): Promise<void> {
    this.#feed = await this.#store.watch([usersCollection.name], {
      changed: (change: Change) => this.forget(change.id),
      lost: () => this.#forgetAll(),
    })
  }

  close(): void {
    this.#feed?.close()
  }

  /** The user with this id, without a promise when remembered. */
  get(id: string): Agent | undefined | Promise<Agent | undefined> {
    return this.#known(id) ?? this.#read(() => findUser(this.#store, id))
  }

  /** The user of development with this address, if remembered. */
  knownAt(address: string): Agent | undefined {
    const id = this.#addresses.get(address)
    return id === undefined ? undefined : this.#known(id)
  }

  /** The user of development with this address as the store has it. */
  findAt(address: string): Promise<Agent | undefined> {
    return this.#read(() => findUnique(this.#store, 'dev_address', address))
  }

  /** A user changed, and is read anew when asked for. */
  forget(id: string): void {
    this.#changes += 1
    this.#agents.delete(id)
  }

  #known(id: string): Agent | undefined {
    return this.#feed?.current === true ? this.#agents.get(id) : undefined
  }

  async #read(find: () => Promise<StoredUser | undefined>): Promise<Agent | undefined> {
    const changes = this.#changes
    const user = await find()
    if (user === undefined) return undefined
    const agent = agentOf(user, this.#production)
    if (changes === this.#changes) this.#remember(user, agent)
    return agent
  }

  #remember({ id, record }: StoredUser, agent: Agent): void {
    if (this.#agents.size >= mostRemembered) this.#forgetAll()
    this.#agents.set(id, agent)
    if (record.dev_address !== null && record.dev_address !== undefined) this.#addresses.set(record.dev_address, id)
  }

  #forgetAll(): void {
    this.#changes += 1
    this.#agents.clear()
    this.#addresses.clear()
  }
}

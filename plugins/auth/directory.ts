import { newestFirst, sharedAccount } from '../../kernel/index.ts'
import type { DocumentStore, Feed, SelectQuery } from '../../kernel/index.ts'
import { readUser, usersCollection } from './users.ts'
import type { User } from './users.ts'

/** More are in use at once nowhere; then all are forgotten. */
const mostRemembered = 10_000

/**
 * The users of development by their address, remembered while the store's change feed is current, so that no request reads the
 * store to know who is asking.
 */
export class Directory {
  readonly #store: DocumentStore
  readonly #byAddress = new Map<string, User>()
  #feed: Feed | undefined
  /** Raised by every change, so that a read that began before it is not remembered. */
  #changes = 0

  constructor(store: DocumentStore) {
    this.#store = store
  }

  /** Begin to follow the changes. The collection must be defined. */
  async start(): Promise<void> {
    this.#feed = await this.#store.watch([usersCollection.name], {
      changed: () => this.forget(),
      lost: () => this.forget(),
    })
  }

  close(): void {
    this.#feed?.close()
  }

  /** The user with this address, if that is known without asking the store. */
  known(address: string): User | undefined {
    return this.#feed?.current === true ? this.#byAddress.get(address) : undefined
  }

  /** The user with this address as the store has it. */
  async find(address: string): Promise<User | undefined> {
    const changes = this.#changes
    const { documents } = await this.#store.list({ ...usersWith('dev_address', address), sort: newestFirst, limit: 1 })
    const user = documents.map(readUser)[0]
    if (user !== undefined && changes === this.#changes) this.#remember(address, user)
    return user
  }

  /** A user changed: everything is read anew when it is asked for. Changes of users are rare. */
  forget(): void {
    this.#changes += 1
    this.#byAddress.clear()
  }

  #remember(address: string, user: User): void {
    if (this.#byAddress.size >= mostRemembered) this.#byAddress.clear()
    this.#byAddress.set(address, user)
  }
}

/** The query for users with a value in one of their columns. */
export const usersWith = (column: 'dev_address' | 'email' | 'role', value: string): SelectQuery => ({
  collection: usersCollection.name,
  account_id: sharedAccount,
  status: 'active',
  visibility: { all: true },
  conditions: [{ target: { path: [column] }, kind: 'text', operator: 'eq', operands: [value], field: column }],
  words: [],
})

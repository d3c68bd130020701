import type { Caller } from '../../kernel/index.ts'
import type { WriteOperation } from '../../lib/store-kit/index.ts'

/** Someone who can act here: a user, who signs in, or whom development mode knows by an address. */
export interface Agent {
  /** URN of the user. */
  id: string
  name: string
  /** E-mail address as the identity provider gave it; never what a user is found by in production mode. */
  email: string
  status: 'active' | 'disabled'
  /** URN of the account that the user works in. */
  account_id: string
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** What rights may depend on, by name: the subject attributes of attribute-based access control. Who provides the contract says which there are. */
  attributes: Readonly<Record<string, string>>
  /** Operations that change nothing and let a write commit only while the agent is active and has the same attributes. */
  preconditions?: readonly WriteOperation[]
}

/**
 * What a plugin does when a user is disabled.
 * @param id URN of the user
 * @returns operations to add to the same write; when one of them is refused the whole is planned anew
 */
export type DisableFollower = (caller: Caller, id: string) => WriteOperation[] | Promise<WriteOperation[]>

/** What an identity provider vouches for (the claims of an OpenID Connect id_token). */
export interface Arrival {
  /** `iss`: together with the subject what a user is bound to. */
  issuer: string
  /** `sub` */
  subject: string
  name: string
  /** Empty when the provider gives none. */
  email: string
  /** Whether the provider says that the address is the user's. */
  email_verified: boolean
  /** The code of the invitation whose link they came by; one that is not for them, or cannot be used any more, does nothing. */
  invitation?: string | undefined
}

/**
 * Who can act here. Provided by the plugin `users`. Answers are cached while the store's change feed is current, so that no request
 * reads the store to know who is asking.
 */
export interface Agents {
  /** The agent with this URN, disabled ones too; undefined when there is none. */
  get(id: string): Promise<Agent | undefined>

  /**
   * What people call these users, disabled ones too: those of an account, and the service itself. Others are left out. One query.
   * @param ids URNs
   */
  names(accountId: string, ids: readonly string[]): Promise<Map<string, Pick<Agent, 'name' | 'status'>>>

  /**
   * Production mode: the user bound to this issuer and subject; made at the first sign-in. Records `User.Created` when it makes one and
   * `User.SignedIn` in any case.
   * @throws `Forbidden` when the user is disabled
   */
  signIn(arrival: Arrival): Promise<Agent>

  /** Development mode: the user with this address (in lower case); made where there is none. */
  atAddress(address: string): Promise<Agent>

  /** Add something that follows when a user is disabled; it is asked from now on. */
  onDisable(follow: DisableFollower): void
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    agents: Agents
  }
}

import type { Caller } from '../../kernel/index.ts'
import type { WriteOperation } from '../../lib/store-kit/index.ts'

/** A user who can act: one who signs in, or one whom development mode identifies by an address. */
export interface Agent {
  /** URN of the user. */
  id: string
  name: string
  /** E-mail address as the identity provider reported it; never used to find a user in production mode. */
  email: string
  status: 'active' | 'disabled'
  /** URN of the account that the user works in. */
  account_id: string
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** Subject attributes of attribute-based access control, by name: rights can depend on them. The provider of the contract defines them. */
  attributes: Readonly<Record<string, string>>
  /** Operations that change nothing and let a write commit only while the agent is active and has the same attributes. */
  preconditions?: readonly WriteOperation[]
}

/**
 * A function of a plugin that runs when a user is disabled.
 * @param id URN of the user
 * @returns operations to add to the same write; when one of them is refused, everything is planned again
 */
export type DisableFollower = (caller: Caller, id: string) => WriteOperation[] | Promise<WriteOperation[]>

/** The claims that an identity provider confirms (in an OpenID Connect id_token). */
export interface Arrival {
  /** `iss`: together with the subject it identifies the user. */
  issuer: string
  /** `sub` */
  subject: string
  name: string
  /** Empty when the provider gives none. */
  email: string
  /** Whether the provider confirms that the address belongs to the user. */
  email_verified: boolean
  /** The address of the client, for the events. */
  address?: string
  /** The code of the invitation link that they used; an invitation for another user, or one that cannot be used any more, has no effect. */
  invitation?: string | undefined
}

/** A user who has just signed in. */
export interface SignedInAgent extends Agent {
  /** Whether the invitation of {@link Arrival.invitation} was accepted; undefined when there was no code. */
  invitationAccepted?: boolean
}

/**
 * The users who can act. Provided by the plugin `users`. Answers are cached while the store's change feed is current, so that no request
 * reads the store to identify the caller.
 */
export interface Agents {
  /** The agent with this URN, disabled ones too; undefined when there is none. */
  get(id: string): Promise<Agent | undefined>

  /**
   * The names of these users, disabled ones too: those of an account, and the service itself. Others are left out. One query.
   * @param ids URNs
   */
  names(accountId: string, ids: readonly string[]): Promise<Map<string, Pick<Agent, 'name' | 'status'>>>

  /**
   * Production mode: the user of this issuer and subject; created at the first sign-in. Records `User.Created` when it creates one and
   * `User.SignedIn` in any case.
   * @throws `Forbidden` when the user is disabled
   */
  signIn(arrival: Arrival): Promise<SignedInAgent>

  /** Development mode: the user with this address (in lower case); created if there is none. */
  atAddress(address: string): Promise<Agent>

  /** Register a function that runs when a user is disabled. */
  onDisable(follow: DisableFollower): void
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    agents: Agents
  }
}

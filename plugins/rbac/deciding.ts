import type { Access, Action, Caller } from '../../kernel/index.ts'
import type { Agent } from '../users/contract.ts'
import type { RuleKind } from './rules.ts'

/** A rule that allows something, and why it does. */
export interface Reason {
  kind: RuleKind
  detail: string
}

/** What may be done: an action on a type, or on a resource of it. */
export interface Deed {
  action: Action
  slug: string
  /** URN of the resource; undefined for the type. */
  id: string | undefined
}

/** The contract, and what this plugin asks besides. Both modes have one. */
export interface DecidingAccess extends Access {
  /** Whether the caller's role allows this on every resource of the type. */
  mayByRole(caller: Caller, action: Action, typeSlug: string): boolean | Promise<boolean>

  /** Every rule that allows an agent to do this in the account that they work in: what {@link Access.authorize} decides by. */
  reasons(agent: Agent, deed: Deed): Promise<Reason[]>

  /** Roles whose policies allow this. */
  rolesThatMay(action: Action, typeSlug: string): Promise<string[]>
}

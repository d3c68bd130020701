import { Forbidden, isWithinToken, openAccess, systemUser } from '../../kernel/index.ts'
import type { Access, Action, Caller, Permissions, TokenScope, Visibility } from '../../kernel/index.ts'
import type { Settings } from '../settings/contract.ts'
import type { Agent, Agents } from '../users/contract.ts'
import type { HeldGrants } from './grants/held-grants.ts'
import type { Ownership } from './ownership.ts'
import { administrator, everyType, policiesOf } from './policies.ts'
import type { Policies } from './policies.ts'
import { isAdministrator, resourceRules, roleRules } from './rules.ts'
import type { Rule, RuleKind, Subject } from './rules.ts'

/** A rule that allows something, with an explanation. */
export interface Reason {
  kind: RuleKind
  detail: string
}

/** The requested action on a type, or on a resource of it. */
export interface RequestedAction {
  action: Action
  slug: string
  /** URN of the resource; undefined for the type. */
  id: string | undefined
}

/** The contract, and additional questions of this plugin. Both modes implement it. */
export interface ExplainedAccess extends Access {
  /** Whether the caller's role allows this on every resource of the type. */
  isAllowedByRole(caller: Caller, action: Action, typeSlug: string): Promise<boolean>

  /** Every rule that allows an agent to do this in their account: the basis of {@link Access.authorize}. */
  reasons(agent: Agent, requested: RequestedAction): Promise<Reason[]>

  /** Roles whose policies allow this. */
  rolesThatAllow(action: Action, typeSlug: string): Promise<string[]>
}

/** Development mode: every caller is allowed to do everything in their account. */
export const openExplainedAccess: ExplainedAccess = {
  ...openAccess,
  isAllowedByRole: async () => true,
  reasons: async () => [{ kind: 'default', detail: 'in development mode everybody may do everything' }],
  rolesThatAllow: async () => [],
}

/** The parts that decide in production mode. */
interface AccessParts {
  agents: Agents
  settings: Settings
  ownership: Ownership
  grants: HeldGrants
}

/** Production mode: roles, ownership, grants; a token restricts them. Actions that no rule allows are forbidden. */
export class RuleBasedAccess implements ExplainedAccess {
  readonly #parts: AccessParts
  /** In the order of evaluation: those that need no read of the store are first. */
  readonly #rules: readonly Rule[]

  constructor(parts: AccessParts) {
    this.#parts = parts
    this.#rules = [...roleRules, ...resourceRules(parts.ownership, parts.grants)]
  }

  async isAdministrator(caller: Caller): Promise<boolean> {
    if (isNarrowed(caller)) return false
    const subject = await this.#subjectOf(caller)
    return subject !== undefined && isAdministrator(subject)
  }

  async authorize(caller: Caller, action: Action, slug: string, id?: string): Promise<void> {
    if (!(await this.#isAllowed(caller, { action, slug, id }, this.#rules))) throw forbidden(action, slug)
  }

  async isAllowedByRole(caller: Caller, action: Action, slug: string): Promise<boolean> {
    return this.#isAllowed(caller, { action, slug, id: undefined }, roleRules)
  }

  async visibility(caller: Caller, action: Action, slug: string): Promise<Visibility> {
    if (await this.isAllowedByRole(caller, action, slug)) return { all: true }
    const subject = isWithinToken(caller, action, slug) ? await this.#subjectOf(caller) : undefined
    if (subject === undefined) throw forbidden(action, slug)
    const { ownership, grants } = this.#parts
    const held = await grants.of(subject, slug)
    const ids = [...held].filter(([, granted]) => granted.includes(action)).map(([id]) => id)
    const { id } = subject
    const isOwners = (await this.#policies()).allowsOwn(subject.role, action, { user: id, owner: id })
    if (ids.length === 0 && !(isOwners && (await ownership.ownsSome(subject, slug)))) throw forbidden(action, slug)
    return { all: false, owner: isOwners ? id : '', ids }
  }

  async permissions(caller: Caller): Promise<Permissions> {
    const subject = await this.#subjectOf(caller)
    if (subject === undefined) return {}
    const permissions = (await this.#policies()).permissionsOf(subject.role)
    return caller.token === undefined ? permissions : narrow(permissions, caller.token)
  }

  async reasons(agent: Agent, requested: RequestedAction): Promise<Reason[]> {
    const subject = readSubject(agent, agent.account_id)
    if (subject === undefined) return []
    const question = { subject, ...requested, policies: await this.#policies() }
    const reasons: Reason[] = []
    for (const rule of this.#rules) {
      if (await rule.allows(question)) reasons.push({ kind: rule.kind, detail: rule.detail(question) })
    }
    return reasons
  }

  async rolesThatAllow(action: Action, slug: string): Promise<string[]> {
    return (await this.#policies()).rolesThatAllow(slug, action)
  }

  /** The first rule that allows the action decides. */
  async #isAllowed(caller: Caller, requested: RequestedAction, rules: readonly Rule[]): Promise<boolean> {
    if (!isWithinToken(caller, requested.action, requested.slug)) return false
    const subject = await this.#subjectOf(caller)
    if (subject === undefined) return false
    const question = { subject, ...requested, policies: await this.#policies() }
    for (const rule of rules) if (await rule.allows(question)) return true
    return false
  }

  /** The subject whose rights a caller has; undefined when the caller is unknown, disabled, or works in another account now. */
  async #subjectOf({ id, account_id }: Caller): Promise<Subject | undefined> {
    if (id === systemUser) return { id, account_id, role: administrator }
    return readSubject(await this.#parts.agents.get(id), account_id)
  }

  async #policies(): Promise<Policies> {
    return policiesOf(await this.#parts.settings.current('role-access'))
  }
}

/** The same message, whether or not the resource exists. */
const forbidden = (action: Action, slug: string): Forbidden =>
  new Forbidden(`you may not do this: it needs ${action} on ${slug}`)

/** An agent as rules see them, in an account; undefined for agents without any rights: of another account they have none. */
function readSubject(agent: Agent | undefined, account_id: string): Subject | undefined {
  if (agent?.status !== 'active' || agent.account_id !== account_id) return undefined
  const { role } = agent.attributes
  return role === undefined ? undefined : { id: agent.id, account_id, role }
}

/** Whether an API token is limited to some types or actions. */
export const isNarrowed = ({ token }: Caller): boolean =>
  token !== undefined && (token.type_slugs !== null || token.actions !== null)

/** The permissions that remain with a token. */
function narrow(permissions: Permissions, { type_slugs, actions: reachable }: TokenScope): Permissions {
  const within = (allowed: readonly Action[]): Action[] =>
    allowed.filter(action => reachable === null || reachable.includes(action))
  const slugs = type_slugs ?? Object.keys(permissions)
  const allowedOn = (slug: string): readonly Action[] =>
    Object.hasOwn(permissions, slug) ? (permissions[slug] ?? []) : []
  const everywhere = type_slugs === null ? [] : allowedOn(everyType)
  return Object.fromEntries(slugs.map(slug => [slug, within([...new Set([...everywhere, ...allowedOn(slug)])])]))
}

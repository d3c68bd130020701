import { Forbidden, isWithinToken, systemUser } from '../../kernel/index.ts'
import type { Action, Caller, Permissions, Visibility } from '../../kernel/index.ts'
import type { Agent, Agents } from '../users/contract.ts'
import type { CompiledPolicies } from './compiled-policies.ts'
import type { Deed, DecidingAccess, Reason } from './deciding.ts'
import type { HeldGrants } from './held-grants.ts'
import type { Ownership } from './ownership.ts'
import { actions, everyType } from './policies.ts'
import type { Policies } from './policies.ts'
import { administrator, isAdministrator, isAllowed, resourceRules, roleRules, then } from './rules.ts'
import type { Question, Rule, Subject } from './rules.ts'
import { isNarrowed, narrowed } from './token.ts'

/** What decides. */
export interface RightsParts {
  agents: Agents
  compiled: CompiledPolicies
  ownership: Ownership
  grants: HeldGrants
}

/** Production mode: roles, ownership, grants; a token takes away from that. What no rule allows is forbidden. */
export class Rights implements DecidingAccess {
  readonly #parts: RightsParts
  /** In the order in which they are asked: those that need no read of the store first. */
  readonly rules: readonly Rule[]

  constructor(parts: RightsParts) {
    this.#parts = parts
    this.rules = [...roleRules, ...resourceRules(parts.ownership, parts.grants)]
  }

  isAdministrator(caller: Caller): boolean | Promise<boolean> {
    if (isNarrowed(caller)) return false
    return then(this.subject(caller), subject => subject !== undefined && isAdministrator(subject))
  }

  authorize(caller: Caller, action: Action, typeSlug: string, resourceId?: string): void | Promise<void> {
    return then(this.may(caller, action, typeSlug, resourceId), allowed => {
      if (!allowed) throw forbidden(action, typeSlug)
    })
  }

  /** Whether the caller may do this to a type, or to this resource of it. */
  may(caller: Caller, action: Action, slug: string, id?: string): boolean | Promise<boolean> {
    return this.#ask(caller, action, slug, id, this.rules)
  }

  /** Whether the caller's role allows this on every resource of the type. */
  mayByRole(caller: Caller, action: Action, slug: string): boolean | Promise<boolean> {
    return this.#ask(caller, action, slug, undefined, roleRules)
  }

  visibility(caller: Caller, action: Action, typeSlug: string): Visibility | Promise<Visibility> {
    return then(this.mayByRole(caller, action, typeSlug), all =>
      all ? everything : this.#own(caller, action, typeSlug),
    )
  }

  permissions(caller: Caller): Permissions | Promise<Permissions> {
    return then(this.subject(caller), subject =>
      then(this.#parts.compiled.current(), policies => {
        const permissions = subject === undefined ? {} : permissionsOf(subject, policies)
        return caller.token === undefined ? permissions : narrowed(permissions, caller.token)
      }),
    )
  }

  async reasons(agent: Agent, { action, slug, id }: Deed): Promise<Reason[]> {
    const subject = subjectOf(agent, agent.account_id)
    if (subject === undefined) return []
    const question = { subject, action, slug, id, policies: await this.#parts.compiled.current() }
    const reasons: Reason[] = []
    for (const rule of this.rules) {
      if (await rule.allows(question)) reasons.push({ kind: rule.kind, detail: rule.detail(question) })
    }
    return reasons
  }

  async rolesThatMay(action: Action, typeSlug: string): Promise<string[]> {
    return (await this.#parts.compiled.current()).rolesThatAllow(typeSlug, action)
  }

  /** Whose rights count for a caller; undefined for someone who is not known, or disabled. */
  subject({ id, account_id }: Caller): Subject | undefined | Promise<Subject | undefined> {
    if (id === systemUser) return { id, account_id, role: administrator }
    return then(this.#parts.agents.get(id), agent => subjectOf(agent, account_id))
  }

  #ask(
    caller: Caller,
    action: Action,
    slug: string,
    id: string | undefined,
    rules: readonly Rule[],
  ): boolean | Promise<boolean> {
    if (!isWithinToken(caller, action, slug)) return false
    return then(this.subject(caller), subject => {
      if (subject === undefined) return false
      return then(this.#parts.compiled.current(), policies =>
        isAllowed(rules, { subject, action, slug, id, policies } satisfies Question),
      )
    })
  }

  /** What someone sees whose role does not allow the action: what they own or were granted. */
  async #own(caller: Caller, action: Action, slug: string): Promise<Visibility> {
    const subject = isWithinToken(caller, action, slug) ? await this.subject(caller) : undefined
    if (subject === undefined) throw forbidden(action, slug)
    const { ownership, grants } = this.#parts
    const held = await grants.of(subject, slug)
    const ids = [...held].filter(([, given]) => given.includes(action)).map(([id]) => id)
    if (ids.length === 0 && !(await ownership.ownsSome(subject, slug))) throw forbidden(action, slug)
    return { all: false, owner: subject.id, ids }
  }
}

const everything: Visibility = Object.freeze({ all: true })

/** One wording, whether there is such a resource or not. */
const forbidden = (action: Action, typeSlug: string): Forbidden =>
  new Forbidden(`you may not do this: it needs ${action} on ${typeSlug}`)

/** Someone as rules see them, working in an account; undefined for those who have no rights at all. */
export function subjectOf(agent: Agent | undefined, account_id: string): Subject | undefined {
  if (agent?.status !== 'active') return undefined
  const { role } = agent.attributes
  return role === undefined ? undefined : { id: agent.id, account_id, role }
}

function permissionsOf(subject: Subject, policies: Policies): Permissions {
  if (isAdministrator(subject)) return { [everyType]: actions }
  return policies.of(subject.role) ?? { [everyType]: ['odrl:read'] }
}

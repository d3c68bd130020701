import { systemUser } from '../../kernel/index.ts'
import type { Action } from '../../kernel/index.ts'
import type { Holder, HeldGrants } from './grants/held-grants.ts'
import type { Ownership } from './ownership.ts'
import { administrator, everyType } from './policies.ts'
import type { Policies } from './policies.ts'

/** An agent whose rights are checked; an agent without a role has none. */
export interface Subject extends Holder {
  role: string
}

/** The question whether a subject is allowed to do this to a type, or to a resource of it. */
export interface Question {
  subject: Subject
  action: Action
  slug: string
  /** URN of a resource; undefined for the type. */
  id: string | undefined
  policies: Policies
}

/** The name of a rule in explanations. */
export type RuleKind = 'admin' | 'role' | 'wildcard' | 'default' | 'ownership' | 'grant'

/** One way in which something can be allowed. Rules only allow; what none of them allows is forbidden. */
export interface Rule {
  kind: RuleKind
  allows(question: Question): boolean | Promise<boolean>
  /** The explanation, for people. */
  detail(question: Question): string
}

/** Whether a subject administers the instance. */
export const isAdministrator = ({ id, role }: Subject): boolean => role === administrator || id === systemUser

/** The rights of roles, as accesscontrol decides (`policies.ts`). The service itself has those of administrators. */
export const roleRules: readonly Rule[] = [
  {
    kind: 'admin',
    allows: ({ subject, action, policies }) =>
      isAdministrator(subject) && policies.allows(administrator, everyType, action),
    detail: () => 'an administrator may do everything',
  },
  {
    kind: 'role',
    allows: ({ subject, slug, action, policies }) => policies.allows(subject.role, slug, action),
    detail: ({ subject, slug, action }) => `the role ${subject.role} has ${action} on ${slug}`,
  },
  {
    kind: 'wildcard',
    allows: ({ subject, action, policies }) =>
      !isAdministrator(subject) && policies.has(subject.role) && policies.allows(subject.role, everyType, action),
    detail: ({ subject, action }) => `the role ${subject.role} has ${action} on every type (*)`,
  },
  {
    kind: 'default',
    allows: ({ subject, action, policies }) =>
      !policies.has(subject.role) && policies.allows(subject.role, everyType, action),
    detail: ({ subject }) => `the role ${subject.role} has no policies, so that it reads every type`,
  },
]

/**
 * The additional rights on single resources. For a whole type they allow only reading: a list shows the resources that are owned or granted.
 * Grants are checked first, because they are cached even when there are none.
 */
export const resourceRules = (ownership: Ownership, grants: HeldGrants): readonly Rule[] => [
  {
    kind: 'grant',
    async allows({ subject, action, slug, id }) {
      if (id !== undefined) return (await grants.on(subject, slug, id)).includes(action)
      if (action !== 'odrl:read') return false
      return [...(await grants.of(subject, slug)).values()].some(granted => granted.includes(action))
    },
    detail: ({ slug, id, action }) =>
      id === undefined
        ? `they were granted ${action} on resources of ${slug}, and see those alone`
        : `they were granted ${action} on the resource`,
  },
  {
    kind: 'ownership',
    async allows({ subject, action, slug, id, policies }) {
      if (id === undefined && (action !== 'odrl:read' || !(await ownership.ownsSome(subject, slug)))) return false
      const owner = id === undefined ? subject.id : await ownership.ownerOf(subject.account_id, slug, id)
      return owner !== undefined && policies.allowsOwn(subject.role, action, { user: subject.id, owner })
    },
    detail: ({ slug, id }) =>
      id === undefined
        ? `they created resources of ${slug}, and see those alone`
        : 'they created the resource, and so own it',
  },
]

import { systemUser } from '../../kernel/index.ts'
import type { Action } from '../../kernel/index.ts'
import type { HeldGrants, Holder } from './held-grants.ts'
import type { Ownership } from './ownership.ts'
import { everyType } from './policies.ts'
import type { Policies } from './policies.ts'

/** The role that may do everything. */
export const administrator = 'admin'

/** Someone whose rights are asked for; without a role there are none. */
export interface Subject extends Holder {
  role: string
}

/** May they do this to a type, or to a resource of it? */
export interface Question {
  subject: Subject
  action: Action
  slug: string
  /** URN of a resource; undefined for the type. */
  id: string | undefined
  policies: Policies
}

/** What explanations call the rule that allows something. */
export type RuleKind = 'admin' | 'role' | 'wildcard' | 'default' | 'ownership' | 'grant'

/** One way in which something can be allowed. Rules only ever allow; what none allows is forbidden. */
export interface Rule {
  kind: RuleKind
  allows(question: Question): boolean | Promise<boolean>
  /** Why it does, for people. */
  detail(question: Question): string
}

/** Whether someone administers the instance. */
export const isAdministrator = ({ id, role }: Subject): boolean => role === administrator || id === systemUser

/** What roles allow: known without asking the store. */
export const roleRules: readonly (Rule & { allows(question: Question): boolean })[] = [
  {
    kind: 'admin',
    allows: ({ subject }) => isAdministrator(subject),
    detail: () => 'an administrator may do everything',
  },
  {
    kind: 'role',
    allows: ({ subject, slug, action, policies }) => policies.allow(subject.role, slug, action),
    detail: ({ subject, slug, action }) => `the role ${subject.role} has ${action} on ${slug}`,
  },
  {
    kind: 'wildcard',
    allows: ({ subject, action, policies }) => policies.allow(subject.role, everyType, action),
    detail: ({ subject, action }) => `the role ${subject.role} has ${action} on every type (*)`,
  },
  {
    kind: 'default',
    allows: ({ subject, action, policies }) => action === 'odrl:read' && !policies.has(subject.role),
    detail: ({ subject }) => `the role ${subject.role} has no policies, so that it reads every type`,
  },
]

/**
 * What single resources add to that. Of a type as a whole it is reading alone: a list shows the resources that are owned or granted.
 * Grants come first, as they are remembered also where there are none.
 */
export const resourceRules = (ownership: Ownership, grants: HeldGrants): readonly Rule[] => [
  {
    kind: 'grant',
    allows: ({ subject, action, slug, id }) => {
      if (id !== undefined) return then(grants.on(subject, slug, id), given => given.includes(action))
      return (
        action === 'odrl:read' &&
        then(grants.of(subject, slug), held => [...held.values()].some(given => given.includes(action)))
      )
    },
    detail: ({ slug, id, action }) =>
      id === undefined
        ? `they were granted ${action} on resources of ${slug}, and see those alone`
        : `they were granted ${action} on the resource`,
  },
  {
    kind: 'ownership',
    allows: ({ subject, action, slug, id }) => {
      if (id !== undefined) return ownership.owns(subject, slug, id)
      return action === 'odrl:read' && ownership.ownsSome(subject, slug)
    },
    detail: ({ slug, id }) =>
      id === undefined
        ? `they created resources of ${slug}, and see those alone`
        : 'they created the resource, and so own it',
  },
]

/** Whether one of these allows it: the first that does decides. Without a promise as long as no rule needs one. */
export function isAllowed(rules: readonly Rule[], question: Question, from = 0): boolean | Promise<boolean> {
  for (let index = from; index < rules.length; index++) {
    const allows = rules[index]?.allows(question) ?? false
    if (allows instanceof Promise) return allows.then(yes => yes || isAllowed(rules, question, index + 1))
    if (allows) return true
  }
  return false
}

/** Go on with a value that may have to be waited for; without a promise where it need not. */
export const then = <Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (value instanceof Promise ? value.then(next) : next(value))

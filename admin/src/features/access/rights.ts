import type { Action, Policies, RoleAccess } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'

/** The key of policies that means every type. */
export const everyType = '*'

/** The role that is allowed everything, without policies. */
export const administrator = 'admin'

/** Name of an action: “read”, “change”, “archive”. */
export const actionName = (action: string): string => t(`access.${action.replace(':', '_')}`)

/**
 * Why a role is allowed to do something: by its policy for the type, by its policy for every type, by default because the role has no policies (for `*`),
 * or not at all.
 */
export type Origin = 'own' | 'every' | 'default' | 'none'

/** Whether and why a role is allowed an action on resources of a type. */
export function originOf(access: RoleAccess, role: string, slug: string, action: Action): Origin {
  const policies = policiesOf(access, role)
  if (policies === undefined) {
    if (action !== 'odrl:read') return 'none'
    return slug === everyType ? 'default' : 'every'
  }
  if (slug !== everyType && actionsIn(policies, everyType).includes(action)) return 'every'
  return actionsIn(policies, slug).includes(action) ? 'own' : 'none'
}

/** The policies of a role. Undefined for a role without policies, which can read every type. */
export const policiesOf = (access: RoleAccess, role: string): Policies | undefined =>
  Object.hasOwn(access, role) ? access[role] : undefined

export const actionsIn = (policies: Policies, slug: string): readonly string[] =>
  (Object.hasOwn(policies, slug) ? policies[slug] : undefined) ?? []

import type { Action, Policies, RoleAccess } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'

/** Stands for every type. */
export const everyType = '*'

/** The role that may do everything, without policies. */
export const administrator = 'admin'

/** “read”, “change”, “archive”. */
export const actionName = (action: string): string => t(`access.${action.replace(':', '_')}`)

/**
 * Why a role may do something: by what is set for the type itself, by what holds for every type, because nothing was set for the role (of `*`),
 * or not at all.
 */
export type Origin = 'own' | 'every' | 'default' | 'none'

/** Whether, and why, a role may do something to resources of a type. */
export function originOf(access: RoleAccess, role: string, slug: string, action: Action): Origin {
  const policies = policiesOf(access, role)
  if (policies === undefined) {
    if (action !== 'odrl:read') return 'none'
    return slug === everyType ? 'default' : 'every'
  }
  if (slug !== everyType && actionsIn(policies, everyType).includes(action)) return 'every'
  return actionsIn(policies, slug).includes(action) ? 'own' : 'none'
}

/** Undefined for a role that nothing was set for, which reads every type. */
export const policiesOf = (access: RoleAccess, role: string): Policies | undefined =>
  Object.hasOwn(access, role) ? access[role] : undefined

export const actionsIn = (policies: Policies, slug: string): readonly string[] =>
  (Object.hasOwn(policies, slug) ? policies[slug] : undefined) ?? []

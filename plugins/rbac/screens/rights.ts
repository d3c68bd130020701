import { api, value } from '../../../admin/src/index.ts'
import type { content } from '../../../admin/src/index.ts'

/** List the names of all roles. For administrators. @throws ApiError */
export const getRoles = async (): Promise<string[]> => (await value(api.GET('/api/settings/roles'))).roles

/** Actions by the slug of a type, or `*`. */
export type Policies = Record<string, string[]>

/** Policies by role name. */
export type RoleAccess = Record<string, Policies>

/** @throws ApiError */
export const getRoleAccess = async (): Promise<RoleAccess> => (await value(api.GET('/api/settings/role-access'))).roles

/** The key of policies that means every type. */
export const everyType = '*'

/** The role that is allowed everything, without policies. */
export const administrator = 'admin'

/**
 * Why a role is allowed to do something: by its policy for the type, by its policy for every type, by default because the role has no policies (for `*`),
 * or not at all.
 */
export type Origin = 'own' | 'every' | 'default' | 'none'

/** Whether and why a role is allowed an action on resources of a type. */
export function originOf(access: RoleAccess, role: string, slug: string, action: content.Action): Origin {
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

/** Find out which types a role can read. @returns whether a type is readable, by slug. @throws ApiError */
export async function readableBy(role: string): Promise<(slug: string) => boolean> {
  const access = await getRoleAccess()
  return slug => role === administrator || originOf(access, role, slug, 'odrl:read') !== 'none'
}

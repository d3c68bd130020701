import type { RoleAccess } from './record.ts'
import { administrator } from './names.ts'

/** Whether a role may read resources of a type by its policies; without any it reads everything. */
export function mayRead({ roles }: RoleAccess, role: string, slug: string): boolean {
  if (role === administrator || !Object.hasOwn(roles, role)) return true
  const policies = roles[role] ?? {}
  return ['*', slug].some(name => Object.hasOwn(policies, name) && policies[name]?.includes('odrl:read') === true)
}

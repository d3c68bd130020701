import { isObject } from '../../lib/json/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'

/**
 * Whether a role may read resources of a type by its policies; without any it reads everything.
 * @param access the setting `role-access`
 */
export function mayRead({ roles }: JsonObject, role: string, slug: string): boolean {
  const policies = isObject(roles) && Object.hasOwn(roles, role) ? roles[role] : undefined
  if (role === 'admin' || !isObject(policies)) return true
  return ['*', slug].some(name => {
    const actions = Object.hasOwn(policies, name) ? policies[name] : undefined
    return Array.isArray(actions) && actions.includes('odrl:read')
  })
}

import type { Action } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'

/** What roles may do by their policies alone. Provided by the plugin `rbac`, in development mode too. */
export interface RolePolicies {
  /**
   * Whether a role may do this to every resource of a type.
   * @param roleAccess a value of the setting `role-access`
   */
  allows(roleAccess: JsonObject, role: string, action: Action, typeSlug: string): boolean
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    rolePolicies: RolePolicies
  }
}

import type { Action } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'

/** The actions that the policies of roles allow. Provided by the plugin `rbac`, in development mode too. */
export interface RolePolicies {
  /**
   * Whether a role's policies allow this action on every resource of a type.
   * @param roleAccess a value of the setting `role-access`
   */
  allows(roleAccess: JsonObject, role: string, action: Action, typeSlug: string): boolean
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    rolePolicies: RolePolicies
  }
}

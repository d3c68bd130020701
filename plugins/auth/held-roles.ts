import { Conflict } from '../../kernel/index.ts'
import type { DocumentStore, JsonObject, SettingRule } from '../../kernel/index.ts'
import { usersWith } from './directory.ts'

/** The rule that a role stays for as long as users have it. */
export function keepHeldRoles(store: DocumentStore): SettingRule {
  return async ({ before, after }) => {
    const kept = new Set(rolesOf(after))
    for (const role of rolesOf(before)) {
      if (kept.has(role)) continue
      const holders = await store.count(usersWith('role', role))
      if (holders === 1) throw new Conflict(`roles: ${role} cannot be removed, one user has it`)
      if (holders > 1) throw new Conflict(`roles: ${role} cannot be removed, ${holders} users have it`)
    }
    return []
  }
}

const rolesOf = ({ roles }: JsonObject): string[] =>
  Array.isArray(roles) ? roles.filter(role => typeof role === 'string') : []

import { Conflict, sharedAccount } from '../../kernel/index.ts'
import type { DocumentStore } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { SettingRule } from '../settings/contract.ts'
import { has, usersWith } from './find.ts'

/**
 * The rule that a role stays for as long as users have it. It holds against a user who is given the role at the same time, as that write
 * carries the check of the setting.
 */
export function keepHeldRoles(store: DocumentStore): SettingRule {
  return async ({ before, after }) => {
    const kept = new Set(rolesOf(after))
    const removed = rolesOf(before)
      .filter(role => !kept.has(role))
      .map(role => ({ role, holders: usersWith(has('role', role)) }))
    for (const { role, holders } of removed) {
      const count = await store.count(holders)
      if (count > 0)
        throw new Conflict(`roles: ${role} cannot be removed, ${count === 1 ? 'a user has' : `${count} users have`} it`)
    }
    return removed.map(({ holders: { collection, conditions } }) => ({
      kind: 'absent',
      collection,
      account_id: sharedAccount,
      conditions,
    }))
  }
}

/** The names in the setting `roles`. */
export const rolesOf = ({ roles }: JsonObject): string[] =>
  Array.isArray(roles) ? roles.filter(role => typeof role === 'string') : []

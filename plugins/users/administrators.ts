import { BadRequest, Conflict, systemUser } from '../../kernel/index.ts'
import { textsIn } from '../../lib/json/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { idCondition, RecordCollection } from '../../lib/store-kit/index.ts'
import type { DocumentStore, WriteOperation } from '../../lib/store-kit/index.ts'
import { quote } from '../../lib/query/index.ts'
import type { SettingRule, Settings } from '../settings/contract.ts'
import { findAccount } from './accounts/service.ts'
import { hasValue, isNotOfDevelopment, isOfDevelopment, users } from './records.ts'
import type { StoredUser } from './records.ts'

/** The role that administers the instance. */
export const administrator = 'admin'

interface GuardData extends JsonObject {
  /** Whether the address in the configuration has made an administrator: that happens once in the life of a store. */
  administrator_email_used?: boolean
}

/** One document that every write which removes an administrator changes, so that two concurrent ones conflict. */
export const guards = new RecordCollection<GuardData>('guard', { name: '_administration' })

const guardId = 'urn:guard:administrators'

/** Create the guard unless it exists. */
export async function makeGuard(store: DocumentStore): Promise<void> {
  if ((await guards.find(store, guardId)) !== undefined) return
  await guards.insertIfAbsent(store, guards.draft(guardId, {}, { created_by: systemUser }))
}

/** The current guard, and the operation that conflicts with every other write that uses it. Read it before the data that the write depends on. */
export async function readGuard(
  store: DocumentStore,
): Promise<{ data: GuardData; take(changes?: GuardData): WriteOperation }> {
  const guard = await guards.find(store, guardId)
  if (guard === undefined) throw new Error(`${guardId} is not in the store`)
  return { data: guard.data, take: (changes = {}) => guards.replace(guards.next(guard, changes)) }
}

/** Whether a user administers the instance now. */
export const isActiveAdministrator = (user: StoredUser, production: boolean): boolean =>
  user.data.role === administrator && user.data.status === 'active' && !(production && isOfDevelopment(user))

/**
 * The operations that a write which removes an administrator must contain.
 * @throws `Conflict` when it would remove the last one
 */
export async function keepAnother(store: DocumentStore, id: string, production: boolean): Promise<WriteOperation[]> {
  const guard = await readGuard(store)
  const others = [hasValue('role', administrator), hasValue('status', 'active'), idCondition('ne', id)]
  const counted = production ? [...others, isNotOfDevelopment] : others
  if ((await store.count(users.query(counted))) > 0) return [guard.take()]
  throw new Conflict('this is the last active administrator, who can be neither demoted nor disabled')
}

/**
 * The rule that a role stays as long as users have it. It also protects a user who is given the role at the same time, because that write
 * contains a check of the setting.
 */
export function keepHeldRoles(store: DocumentStore): SettingRule {
  return async ({ before, after }) => {
    const kept = new Set(rolesIn(after))
    const removed = rolesIn(before).filter(role => !kept.has(role))
    for (const role of removed) {
      const count = await store.count(users.query([hasValue('role', role)]))
      if (count > 0)
        throw new Conflict(`roles: ${role} cannot be removed, ${count === 1 ? 'a user has' : `${count} users have`} it`)
    }
    return removed.map(role => {
      const { collection, account_id, conditions } = users.query([hasValue('role', role)])
      return { kind: 'absent', collection, account_id, conditions }
    })
  }
}

/** The names in the setting `roles`. */
const rolesIn = ({ roles }: JsonObject): string[] => textsIn(roles)

/**
 * Check that the role and the account that a user is to get exist.
 * @returns the operations that ensure the role still exists when the write commits
 * @throws `BadRequest` naming what does not exist
 */
export async function checkGranted(
  { settings, store }: { settings: Settings; store: DocumentStore },
  { role, account_id }: { role?: string | undefined; account_id?: string | undefined },
): Promise<WriteOperation[]> {
  const roles = role === undefined ? undefined : await settings.get('roles')
  const faults: string[] = []
  if (role !== undefined && roles !== undefined && !rolesIn(roles.value).includes(role)) {
    faults.push(`role: there is no role ${quote(role)}`)
  }
  if (account_id !== undefined && (await findAccount(store, account_id)) === undefined) {
    faults.push(`account_id: there is no account ${quote(account_id)}`)
  }
  if (faults.length > 0) throw new BadRequest(faults.join('; '))
  return roles === undefined ? [] : [roles.check]
}

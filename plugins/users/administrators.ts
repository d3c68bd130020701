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
  /** Whether the address in the configuration has made an administrator: it does so once in the life of a store. */
  administrator_email_used?: boolean
}

/** One document, changed by every write that takes an administrator away, so that two such writes at once conflict. */
export const guards = new RecordCollection<GuardData>('guard', { name: '_administration' })

const guardId = 'urn:guard:administrators'

/** Make the guard where there is none yet. */
export async function makeGuard(store: DocumentStore): Promise<void> {
  if ((await guards.find(store, guardId)) !== undefined) return
  await guards.insertIfAbsent(store, guards.draft(guardId, {}, { created_by: systemUser }))
}

/** The guard as it is, and the operation that conflicts with every other write that asks for it. Read before what the write is decided by. */
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
 * What must go with a write that takes an administrator away.
 * @throws `Conflict` when it is the last one
 */
export async function keepAnother(store: DocumentStore, id: string, production: boolean): Promise<WriteOperation[]> {
  const guard = await readGuard(store)
  const others = [hasValue('role', administrator), hasValue('status', 'active'), idCondition('ne', id)]
  const counted = production ? [...others, isNotOfDevelopment] : others
  if ((await store.count(users.query(counted))) > 0) return [guard.take()]
  throw new Conflict('this is the last active administrator, who can be neither demoted nor disabled')
}

/**
 * The rule that a role stays for as long as users have it. It holds against a user who is given the role at the same time, as that write
 * carries the check of the setting.
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
export const rolesIn = ({ roles }: JsonObject): string[] => textsIn(roles)

/**
 * Look that a role and an account that somebody is to get are there.
 * @returns the operations by which the role stays for as long as the write takes
 * @throws `BadRequest` naming what there is not
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

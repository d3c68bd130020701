import { BadRequest } from '../../kernel/index.ts'
import type { Caller } from '../../kernel/index.ts'
import { quote } from '../../lib/query/index.ts'
import type { WriteOperation } from '../../lib/store-kit/index.ts'
import type { SettingsService } from './service.ts'
import type { RoleList } from './values.ts'

/** The role that is allowed to do everything. */
export const administrator = 'admin'
/** The roles that always exist. */
export const permanentRoles: readonly string[] = [administrator, 'member']

const rolePattern = /^[a-z][a-z0-9_-]{0,62}$/
const reservedNames = new Set(Object.getOwnPropertyNames(Object.prototype))

/** The problem with a text as the name of a role, if any. */
function roleNameFault(name: string): string | undefined {
  if (reservedNames.has(name)) return `${quote(name)} is reserved`
  if (rolePattern.test(name)) return undefined
  return `${quote(name)} is no name of a role: a lower-case letter, then at most 62 of a-z 0-9 _ -`
}

/**
 * Save the list of roles; permanent roles are always included. The policies and the sidebar of a removed role are removed too.
 * @returns the stored value
 * @throws `BadRequest` naming invalid role names; `Conflict` when users have a role that would be removed
 */
export async function saveRoles(service: SettingsService, caller: Caller, { roles }: RoleList): Promise<RoleList> {
  const faults = roles.flatMap((name, index) => {
    const fault = roleNameFault(name)
    return fault === undefined ? [] : [`roles[${index}]: ${fault}`]
  })
  if (faults.length > 0) throw new BadRequest(faults.join('; '))
  const wanted = [...permanentRoles.filter(name => !roles.includes(name)), ...roles]
  return service.change(caller, 'roles', async value => {
    const removed = value.roles.filter(name => !wanted.includes(name))
    return { value: { roles: wanted }, operations: await removeRoleOperations(service, caller, removed) }
  })
}

/** The operations that remove the data of removed roles. */
async function removeRoleOperations(
  service: SettingsService,
  caller: Caller,
  removed: readonly string[],
): Promise<WriteOperation[]> {
  if (removed.length === 0) return []
  const access = await service.read('role-access')
  const sidebar = await service.read('sidebar')
  const by_role = omit(sidebar.data.by_role, removed)
  return [
    ...(await service.replaceOperations(caller, 'role-access', access, { roles: omit(access.data.roles, removed) })),
    ...(await service.replaceOperations(caller, 'sidebar', sidebar, { ...sidebar.data, by_role })),
  ]
}

const omit = <Value>(object: Record<string, Value>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

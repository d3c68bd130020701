import { BadRequest } from '../../kernel/index.ts'
import type { Caller, WriteOperation } from '../../kernel/index.ts'
import { lasting, roleFault } from './names.ts'
import type { RoleList } from './record.ts'
import type { SettingsService } from './service.ts'

/**
 * Save the list of roles; those that always exist get back into it. What a role that is removed had goes with it: its policies and its sidebar.
 * @returns what is stored
 * @throws `BadRequest` naming what is no name of a role; `Conflict` when users have a role that would be removed
 */
export async function saveRoles(service: SettingsService, caller: Caller, { roles }: RoleList): Promise<RoleList> {
  const faults = roles.flatMap((name, index) => {
    const fault = roleFault(name)
    return fault === undefined ? [] : [`roles[${index}]: ${fault}`]
  })
  if (faults.length > 0) throw new BadRequest(faults.join('; '))
  const wanted = [...lasting.filter(name => !roles.includes(name)), ...roles]
  return service.change(caller, 'roles', async value => {
    const removed = value.roles.filter(name => !wanted.includes(name))
    return { value: { roles: wanted }, beside: await withoutRoles(service, caller, removed) }
  })
}

/** What takes away what removed roles had. */
async function withoutRoles(
  service: SettingsService,
  caller: Caller,
  removed: readonly string[],
): Promise<WriteOperation[]> {
  if (removed.length === 0) return []
  const access = await service.read('role-access')
  const sidebar = await service.read('sidebar')
  return [
    ...(await service.operations(caller, access, { roles: without(access.value.roles, removed) })),
    ...(await service.operations(caller, sidebar, {
      ...sidebar.value,
      by_role: without(sidebar.value.by_role, removed),
    })),
  ]
}

const without = <Value>(object: Record<string, Value>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

import { BadRequest } from '../../kernel/index.ts'
import type { Action, Caller } from '../../kernel/index.ts'
import { quote } from '../../lib/query/index.ts'
import type { TypeRegistry } from '../types/contract.ts'
import { administrator } from './roles.ts'
import type { RoleAccessBody } from './schemas.ts'
import type { SettingsService } from './service.ts'
import type { RoleAccess } from './values.ts'

const actions: readonly Action[] = ['odrl:read', 'odrl:modify', 'odrl:delete', 'odrl:distribute']
const maxNamedFaults = 20

/** The parts that saving the map uses. */
export interface RoleAccessParts {
  service: SettingsService
  registry: TypeRegistry
}

/**
 * Save the policies of roles: their actions on resources of types.
 * @returns the stored value
 * @throws `BadRequest` naming unknown roles, slugs and actions, and `admin`, which needs no policies
 */
export async function saveRoleAccess(
  { service, registry }: RoleAccessParts,
  caller: Caller,
  body: RoleAccessBody,
): Promise<RoleAccess> {
  return service.change(caller, 'role-access', async (_value, attempt) => {
    const roles = await service.read('roles')
    const { access, slugs } = readAccess(body, roles.data.roles)
    const checks = await registry.checkSlugs(slugs, attempt)
    return { value: access, operations: [...checks, service.checkOperation('roles', roles)] }
  })
}

function readAccess(
  { roles }: RoleAccessBody,
  known: readonly string[],
): { access: RoleAccess; slugs: { field: string; slug: string }[] } {
  const faults: string[] = []
  const slugs: { field: string; slug: string }[] = []
  const readActions = (field: string, given: readonly string[]): Action[] => {
    for (const action of given) if (!isAction(action)) faults.push(`${field}: there is no action ${quote(action)}`)
    return given.filter(isAction)
  }
  const readRole = (role: string, policies: Record<string, string[]>): [string, Record<string, Action[]>] => {
    if (role === administrator) faults.push(`roles: ${administrator} may do everything and takes no policies`)
    else if (!known.includes(role)) faults.push(`roles: there is no role ${quote(role)}`)
    const read = Object.entries(policies).map(([slug, given]): [string, Action[]] => {
      const field = `roles.${role}.${slug}`
      if (slug !== '*') slugs.push({ field, slug })
      return [slug, readActions(field, given)]
    })
    return [role, Object.fromEntries(read)]
  }
  const access = Object.fromEntries(Object.entries(roles).map(([role, policies]) => readRole(role, policies)))
  if (faults.length > 0) throw new BadRequest(faults.slice(0, maxNamedFaults).join('; '))
  return { access: { roles: access }, slugs }
}

const isAction = (text: string): text is Action => actions.some(action => action === text)

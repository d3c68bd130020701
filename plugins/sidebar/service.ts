import { BadRequest, writeAs } from '../../kernel/index.ts'
import type { Caller } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { quote } from '../../lib/query/index.ts'
import { retryOnConflict } from '../../lib/store-kit/index.ts'
import type { DocumentStore, WriteOperation } from '../../lib/store-kit/index.ts'
import type { RolePolicies } from '../rbac/contract.ts'
import type { Settings } from '../settings/contract.ts'
import type { TypeRegistry } from '../types/contract.ts'
import type { SidebarBody } from './schemas.ts'
import { filterSlugs, generalIn, sidebarOf, withGeneral, withOwn } from './value.ts'
import type { Sidebar } from './value.ts'

/** The parts that the sidebar uses. */
export interface SidebarParts {
  store: DocumentStore
  settings: Settings
  registry: TypeRegistry
  /** Undefined when roles have no policies: then every role can read every type. */
  policies: RolePolicies | undefined
}

/**
 * The sidebar as a role sees it: its own or else the general one, with the types that it cannot read hidden. Without a role the general one.
 * @throws `BadRequest` for an unknown role
 */
export async function readSidebar(parts: SidebarParts, role: string | undefined): Promise<Sidebar> {
  const { settings, registry } = parts
  const value = await settings.current('sidebar')
  if (role === undefined) return generalIn(value)
  checkRole(role, await settings.current('roles'))
  const isReadable = readableBy(parts, role, await settings.current('role-access'))
  const { hidden_slugs, ...rest } = sidebarOf(value, role)
  const hidden = new Set(hidden_slugs)
  for (const { slug, status } of await registry.all()) if (status === 'active' && !isReadable(slug)) hidden.add(slug)
  return { ...rest, hidden_slugs: [...hidden] }
}

/**
 * Save the general sidebar, or that of a role. In a role's sidebar, slugs that the role cannot read are not stored. Absent members are empty.
 * @returns the stored value
 * @throws `BadRequest` naming unknown slugs, an unknown role, and titles of a group that does not exist
 */
export async function saveSidebar(
  parts: SidebarParts,
  caller: Caller,
  role: string | undefined,
  { hidden_slugs = [], menu_groups = {}, group_titles = {} }: SidebarBody,
): Promise<Sidebar> {
  const unknown = Object.keys(group_titles).find(group => !Object.hasOwn(menu_groups, group))
  if (unknown !== undefined) throw new BadRequest(`group_titles: there is no group ${quote(unknown)} in menu_groups`)
  const given = generalIn({ hidden_slugs, menu_groups, group_titles })
  return retryOnConflict('the settings', async attempt => {
    const { sidebar, change, checks } = await planChange(parts, role, given)
    checks.push(...(await parts.registry.checkSlugs(placesOf(given), attempt)))
    const operations = await parts.settings.plan(caller, 'sidebar', change)
    if (operations.length > 0) await writeAs(parts.store, caller, [...operations, ...checks])
    return sidebar
  })
}

/** A change of the setting. */
interface SidebarChange {
  /** The sidebar to be stored. */
  sidebar: Sidebar
  change: (value: JsonObject) => JsonObject
  /** Operations that check the data on which the change is based. */
  checks: WriteOperation[]
}

async function planChange(parts: SidebarParts, role: string | undefined, given: Sidebar): Promise<SidebarChange> {
  const { settings } = parts
  if (role === undefined) return { sidebar: given, change: value => withGeneral(value, given), checks: [] }
  const roles = await settings.get('roles')
  checkRole(role, roles.value)
  const access = await settings.get('role-access')
  const sidebar = filterSlugs(given, readableBy(parts, role, access.value))
  return { sidebar, change: value => withOwn(value, role, sidebar), checks: [roles.check, access.check] }
}

function checkRole(role: string, { roles }: JsonObject): void {
  if (!Array.isArray(roles) || !roles.includes(role)) throw new BadRequest(`role: there is no role ${quote(role)}`)
}

/** The types that a role can read. @param roleAccess a value of the setting `role-access` */
const readableBy =
  ({ policies }: SidebarParts, role: string, roleAccess: JsonObject) =>
  (slug: string): boolean =>
    policies?.allows(roleAccess, role, 'odrl:read', slug) ?? true

/** Each slug in a sidebar, and its position. */
const placesOf = ({ hidden_slugs, menu_groups }: Sidebar): { field: string; slug: string }[] =>
  [
    ['hidden_slugs', hidden_slugs] as const,
    ...Object.entries(menu_groups).map(([group, slugs]) => [`menu_groups.${group}`, slugs] as const),
  ].flatMap(([field, slugs]) => slugs.map((slug, index) => ({ field: `${field}[${index}]`, slug })))

import type { Caller, TypeRegistry } from '../../kernel/index.ts'
import { checkRole } from './names.ts'
import { checkSetting } from './record.ts'
import type { RoleAccess, Sidebar, Sidebars } from './record.ts'
import { mayRead } from './rights.ts'
import type { SidebarBody } from './schemas.ts'
import type { SettingsService } from './service.ts'
import { checkSlugs } from './slugs.ts'
import type { NamedSlug } from './slugs.ts'

/** What the settings work with. */
export interface SidebarParts {
  service: SettingsService
  registry: TypeRegistry
}

/**
 * The sidebar as a role sees it: its own or else the general one, with the types that it may not read hidden. Without a role the general one.
 * @throws `BadRequest` when there is no such role
 */
export async function readSidebar({ service, registry }: SidebarParts, role: string | undefined): Promise<Sidebar> {
  const { value } = await service.read('sidebar')
  if (role === undefined) return general(value)
  checkRole('role', role, (await service.read('roles')).value.roles)
  const sidebar = Object.hasOwn(value.by_role, role) ? (value.by_role[role] ?? general(value)) : general(value)
  const { value: access } = await service.read('role-access')
  const hidden = new Set(sidebar.hidden_slugs)
  for (const { slug, status } of await registry.all()) {
    if (status === 'active' && !mayRead(access, role, slug)) hidden.add(slug)
  }
  return { hidden_slugs: [...hidden], menu_groups: sidebar.menu_groups }
}

/**
 * Save the general sidebar, or that of a role. Of a role's, slugs that it may not read are not stored.
 * @returns what is stored
 * @throws `BadRequest` naming slugs and roles that there are not
 */
export async function saveSidebar(
  { service, registry }: SidebarParts,
  caller: Caller,
  role: string | undefined,
  { hidden_slugs = [], menu_groups = {} }: SidebarBody,
): Promise<Sidebar> {
  const sidebar: Sidebar = { hidden_slugs, menu_groups }
  const stored = await service.change(caller, 'sidebar', async (value, attempt) => {
    const checks = await checkSlugs(registry, slugsOf(sidebar), attempt)
    if (role === undefined) return { value: { ...sidebar, by_role: value.by_role }, beside: checks }
    const roles = await service.read('roles')
    checkRole('role', role, roles.value.roles)
    const own = readable((await service.read('role-access')).value, role, sidebar)
    const by_role = { ...value.by_role, [role]: own }
    return { value: { ...value, by_role }, beside: [...checks, checkSetting(roles)] }
  })
  return role === undefined ? general(stored) : (stored.by_role[role] ?? general(stored))
}

const general = ({ hidden_slugs, menu_groups }: Sidebars): Sidebar => ({ hidden_slugs, menu_groups })

const slugsOf = ({ hidden_slugs, menu_groups }: Sidebar): NamedSlug[] => [
  ...hidden_slugs.map((slug, index) => ({ field: `hidden_slugs[${index}]`, slug })),
  ...Object.entries(menu_groups).flatMap(([group, slugs]) =>
    slugs.map((slug, index) => ({ field: `menu_groups.${group}[${index}]`, slug })),
  ),
]

function readable(access: RoleAccess, role: string, sidebar: Sidebar): Sidebar {
  return mapSlugs(sidebar, slugs => slugs.filter(slug => mayRead(access, role, slug)))
}

/** A sidebar with its lists of slugs changed. */
export const mapSlugs = ({ hidden_slugs, menu_groups }: Sidebar, change: (slugs: string[]) => string[]): Sidebar => ({
  hidden_slugs: change(hidden_slugs),
  menu_groups: Object.fromEntries(Object.entries(menu_groups).map(([group, slugs]) => [group, change(slugs)])),
})

import { BadRequest, Conflict, WriteRefused } from '../../kernel/index.ts'
import type { Caller, DocumentStore, WriteOperation } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { quote } from '../../lib/query/index.ts'
import { writeAs } from '../../lib/store-kit/index.ts'
import type { TypeRegistry } from '../types/contract.ts'
import type { Settings } from '../settings/contract.ts'
import { mayRead } from './rights.ts'
import type { SidebarBody } from './schemas.ts'
import { checkSlugs } from './slugs.ts'
import { filterSlugs, generalIn, sidebarOf, withGeneral, withOwn } from './value.ts'
import type { Sidebar } from './value.ts'

/** What the sidebar works with. */
export interface SidebarParts {
  store: DocumentStore
  settings: Settings
  registry: TypeRegistry
}

/** How often a change is worked out again before the caller is told to do so. */
const attempts = 20

/**
 * The sidebar as a role sees it: its own or else the general one, with the types that it may not read hidden. Without a role the general one.
 * @throws `BadRequest` when there is no such role
 */
export async function readSidebar({ settings, registry }: SidebarParts, role: string | undefined): Promise<Sidebar> {
  const value = await settings.current('sidebar')
  if (role === undefined) return generalIn(value)
  checkRole(role, await settings.current('roles'))
  const access = await settings.current('role-access')
  const { hidden_slugs, menu_groups } = sidebarOf(value, role)
  const hidden = new Set(hidden_slugs)
  for (const { slug, status } of await registry.all()) {
    if (status === 'active' && !mayRead(access, role, slug)) hidden.add(slug)
  }
  return { hidden_slugs: [...hidden], menu_groups }
}

/**
 * Save the general sidebar, or that of a role. Of a role's, slugs that it may not read are not stored. What is not sent is empty.
 * @returns what is stored
 * @throws `BadRequest` naming slugs and a role that there are not
 */
export async function saveSidebar(
  parts: SidebarParts,
  caller: Caller,
  role: string | undefined,
  { hidden_slugs = [], menu_groups = {} }: SidebarBody,
): Promise<Sidebar> {
  const given: Sidebar = { hidden_slugs, menu_groups }
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { sidebar, change, checks } = await decide(parts, role, given)
    checks.push(...(await checkSlugs(parts.registry, given, attempt)))
    const operations = await parts.settings.plan(caller, 'sidebar', change)
    try {
      if (operations.length > 0) await writeAs(parts.store, caller, [...operations, ...checks])
      return sidebar
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error
    }
  }
  throw new Conflict('others keep changing the settings at the same time; try again')
}

interface Decision {
  /** What will be stored. */
  sidebar: Sidebar
  change: (value: JsonObject) => JsonObject
  /** What holds that by which it was decided. */
  checks: WriteOperation[]
}

async function decide({ settings }: SidebarParts, role: string | undefined, given: Sidebar): Promise<Decision> {
  if (role === undefined) return { sidebar: given, change: value => withGeneral(value, given), checks: [] }
  const roles = await settings.get('roles')
  checkRole(role, roles.value)
  const access = await settings.get('role-access')
  const sidebar = filterSlugs(given, slug => mayRead(access.value, role, slug))
  return { sidebar, change: value => withOwn(value, role, sidebar), checks: [roles.check, access.check] }
}

function checkRole(role: string, { roles }: JsonObject): void {
  if (!Array.isArray(roles) || !roles.includes(role)) throw new BadRequest(`role: there is no role ${quote(role)}`)
}

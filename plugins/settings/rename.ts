import type { RenameFollower } from '../types/contract.ts'
import type { Sidebar } from './values.ts'
import type { SettingsService } from './service.ts'

/** When a type gets another slug, settings that contain the slug are updated. */
export function followRename(service: SettingsService): RenameFollower {
  return async ({ caller, from, to }) => {
    const sidebar = await service.read('sidebar')
    const access = await service.read('role-access')
    const rename = (slugs: string[]): string[] => slugs.map(slug => (slug === from ? to : slug))
    const by_role = mapValues(sidebar.data.by_role, own => mapSlugs(own, rename))
    const roles = mapValues(access.data.roles, policies =>
      Object.fromEntries(Object.entries(policies).map(([slug, actions]) => [slug === from ? to : slug, actions])),
    )
    return [
      ...(await service.replaceOperations(caller, 'sidebar', sidebar, { ...mapSlugs(sidebar.data, rename), by_role })),
      ...(await service.replaceOperations(caller, 'role-access', access, { roles })),
    ]
  }
}

const mapValues = <Value, Changed>(
  object: Record<string, Value>,
  change: (value: Value) => Changed,
): Record<string, Changed> => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))

/** A sidebar with its lists of slugs changed. */
const mapSlugs = ({ hidden_slugs, menu_groups, ...rest }: Sidebar, change: (slugs: string[]) => string[]): Sidebar => ({
  ...rest,
  hidden_slugs: change(hidden_slugs),
  menu_groups: mapValues(menu_groups, change),
})

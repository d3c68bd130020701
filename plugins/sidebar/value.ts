import { isObject, textsIn, mapValues } from '../../lib/json/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'

/** The contents of the admin's sidebar. */
export interface Sidebar extends JsonObject {
  hidden_slugs: string[]
  menu_groups: Record<string, string[]>
  /** Names of groups in other languages; absent when there are none. */
  group_titles?: JsonObject
}

/** The general sidebar in the setting `sidebar`. */
export const generalIn = ({ hidden_slugs, menu_groups, group_titles }: JsonObject): Sidebar => ({
  hidden_slugs: textsIn(hidden_slugs),
  menu_groups: Object.fromEntries(
    isObject(menu_groups) ? Object.entries(menu_groups).map(([group, slugs]) => [group, textsIn(slugs)]) : [],
  ),
  ...(isObject(group_titles) && Object.keys(group_titles).length > 0 && { group_titles }),
})

/** The sidebar of a role in the setting `sidebar`: its own, or else the general one. */
export function sidebarOf(value: JsonObject, role: string): Sidebar {
  const own = sidebarsIn(value)[role]
  return isObject(own) ? generalIn(own) : generalIn(value)
}

/** The setting with a changed general sidebar. */
export const withGeneral = (value: JsonObject, sidebar: Sidebar): JsonObject => ({
  ...sidebar,
  by_role: sidebarsIn(value),
})

/** The setting with a changed sidebar of a role. */
export const withOwn = (value: JsonObject, role: string, sidebar: Sidebar): JsonObject => ({
  ...value,
  by_role: { ...sidebarsIn(value), [role]: sidebar },
})

/** A sidebar with only the matching slugs. */
export const filterSlugs = (
  { hidden_slugs, menu_groups, ...rest }: Sidebar,
  fits: (slug: string) => boolean,
): Sidebar => ({
  ...rest,
  hidden_slugs: hidden_slugs.filter(fits),
  menu_groups: mapValues(menu_groups, slugs => slugs.filter(fits)),
})

/** The sidebars of roles. Names of roles never equal those of properties that every object has. */
const sidebarsIn = ({ by_role }: JsonObject): JsonObject => (isObject(by_role) ? by_role : {})

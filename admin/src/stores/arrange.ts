import type { ResourceType, Sidebar } from '../api/index.ts'
import { compareTexts } from '../i18n/format.ts'
import { typePlural } from '../schema/titles.ts'

/** A section of the sidebar. */
export interface SidebarGroup {
  /** Empty for types without a group. */
  name: string
  types: ResourceType[]
}

/** Put types into groups; types without a group come last, by name. Empty groups are left out. */
export function arrange({ hidden_slugs: hidden, menu_groups: menu }: Sidebar, types: ResourceType[]): SidebarGroup[] {
  const left = new Map(types.filter(({ slug }) => !hidden.includes(slug)).map(type => [type.slug, type]))
  const groups = Object.entries(menu).map(([name, slugs]) => ({
    name,
    types: slugs.flatMap(slug => {
      const type = left.get(slug)
      left.delete(slug)
      return type === undefined ? [] : [type]
    }),
  }))
  const others = [...left.values()].sort((a, b) => compareTexts(typePlural(a), typePlural(b)))
  return [...groups, { name: '', types: others }].filter(group => group.types.length > 0)
}

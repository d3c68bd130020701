import type { ResourceType, Sidebar } from '../api/index.ts'
import { compareTexts } from '../i18n/format.ts'
import { nameIn, typePlural } from '../schema/titles.ts'

/** A section of the sidebar. */
interface SidebarGroup {
  /** Empty for types without a group. */
  name: string
  /** The name in the language of the admin. */
  title: string
  types: ResourceType[]
}

/** Put types into groups; types without a group come last, by name. Empty groups are left out. */
export function arrange(
  { hidden_slugs: hidden, menu_groups: menu, group_titles: titles = {} }: Sidebar,
  types: ResourceType[],
): SidebarGroup[] {
  const left = new Map(types.filter(({ slug }) => !hidden.includes(slug)).map(type => [type.slug, type]))
  const groups = Object.entries(menu).map(([name, slugs]) => ({
    name,
    title: nameIn({ name, titles: titles[name] }),
    types: slugs.flatMap(slug => {
      const type = left.get(slug)
      left.delete(slug)
      return type === undefined ? [] : [type]
    }),
  }))
  const others = [...left.values()].sort((a, b) => compareTexts(typePlural(a), typePlural(b)))
  return [...groups, { name: '', title: '', types: others }].filter(group => group.types.length > 0)
}

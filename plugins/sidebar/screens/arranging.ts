import { schemas } from '../../../admin/src/index.ts'
import type { Answer } from '../../../admin/src/index.ts'

/** What the sidebar of the admin shows. */
export type Sidebar = Answer<'/api/settings/sidebar', 'get'>

/** A group of the sidebar while it is edited. Its id stays when its name changes. */
export interface Group {
  id: number
  name: string
  slugs: string[]
  /** The name in other languages. */
  titles?: Record<string, string> | undefined
}

/** The edited sidebar: groups in order, and hidden types. Types without a group are not listed. */
export interface Arrangement {
  groups: Group[]
  hidden: string[]
}

/** The name of a group in the language of the admin. */
export const groupName = ({ name, titles }: Group): string => schemas.nameIn({ name, titles })

/** A group with another name for those who read it in this language; a name without translations is that of all. */
export function renamed(group: Group, name: string): Group {
  const shown = groupName(group)
  const tag = Object.entries(group.titles ?? {}).find(([, title]) => title === shown && title !== group.name)?.[0]
  if (tag !== undefined) return { ...group, titles: { ...group.titles, [tag]: name } }
  return { ...group, name, titles: undefined }
}

let last = Date.now() // drafts of earlier visits contain ids from that time

export const newGroup = (name: string): Group => ({ id: ++last, name, slugs: [] })

/** A type that is in several groups is kept only in the first one, where the sidebar shows it. */
export function fromSidebar({
  hidden_slugs: hidden,
  menu_groups: menu,
  group_titles: titles = {},
}: Sidebar): Arrangement {
  const seen = new Set<string>()
  const groups = Object.entries(menu).map(([name, slugs]) => {
    const own = slugs.filter(slug => !seen.has(slug))
    for (const slug of own) seen.add(slug)
    return { ...newGroup(name), slugs: own, titles: titles[name] }
  })
  return { groups, hidden: [...hidden] }
}

export function toSidebar({ groups, hidden }: Arrangement): Sidebar {
  const titled = groups.flatMap(({ name, titles }) => (titles === undefined ? [] : [[name, titles] as const]))
  return {
    hidden_slugs: [...hidden].sort(),
    menu_groups: Object.fromEntries(groups.map(({ name, slugs }) => [name, slugs])),
    ...(titled.length > 0 && { group_titles: Object.fromEntries(titled) }),
  }
}

/** Whether two sidebars show the same entries in the same order. */
export const sameSidebar = (a: Sidebar, b: Sidebar): boolean => textOf(a) === textOf(b)

const textOf = ({ hidden_slugs: hidden, menu_groups: menu, group_titles: titles = {} }: Sidebar): string =>
  JSON.stringify([[...hidden].sort(), Object.entries(menu).map(([name, slugs]) => [name, slugs, titles[name] ?? null])])

/** The number of differences in types and groups; at least one if only the order differs. */
export function differences(a: Sidebar, b: Sidebar): number {
  if (sameSidebar(a, b)) return 0
  const places = (sidebar: Sidebar): Map<string, string> => {
    const found = new Map<string, string>()
    for (const [group, slugs] of Object.entries(sidebar.menu_groups)) {
      found.set(`group ${group}`, '')
      for (const slug of slugs) found.set(slug, group)
    }
    for (const slug of sidebar.hidden_slugs) found.set(`hidden ${slug}`, '')
    return found
  }
  const [before, after] = [places(a), places(b)]
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(key => before.get(key) !== after.get(key))
  return Math.max(1, changed.length)
}

/** Move a type to an index in a group (undefined: no group). */
export function place(
  { groups, hidden }: Arrangement,
  slug: string,
  group: number | undefined,
  at: number,
): Arrangement {
  const moved = groups.map(one => {
    const slugs = one.slugs.filter(other => other !== slug)
    return one.id === group ? { ...one, slugs: slugs.toSpliced(at, 0, slug) } : { ...one, slugs }
  })
  return { groups: moved, hidden }
}

/**
 * Move a type up or down by one: within its group, then into the next group; from the last group to the types without a group, and back.
 * @returns the same arrangement when it cannot be moved further
 */
export function step(arrangement: Arrangement, slug: string, by: 1 | -1): Arrangement {
  const { groups } = arrangement
  const from = groups.findIndex(({ slugs }) => slugs.includes(slug))
  if (from < 0) {
    const into = groups.at(-1)
    return by === 1 || into === undefined ? arrangement : place(arrangement, slug, into.id, into.slugs.length)
  }
  const group = groups[from]
  const at = (group?.slugs.indexOf(slug) ?? 0) + by
  if (group !== undefined && at >= 0 && at < group.slugs.length) return place(arrangement, slug, group.id, at)
  const next = groups[from + by]
  if (next === undefined) return by === 1 ? place(arrangement, slug, undefined, 0) : arrangement
  return place(arrangement, slug, next.id, by === 1 ? 0 : next.slugs.length)
}

/** Move a group to an index among the groups. */
export function placeGroup({ groups, hidden }: Arrangement, id: number, at: number): Arrangement {
  const group = groups.find(one => one.id === id)
  if (group === undefined) return { groups, hidden }
  const others = groups.filter(one => one !== group)
  return { groups: others.toSpliced(Math.max(0, at), 0, group), hidden }
}

import type { Sidebar } from '../../../admin/src/index.ts'

/** A group of the sidebar while it is arranged. The id stays while the name changes. */
export interface Group {
  id: number
  name: string
  slugs: string[]
}

/** What is arranged: groups in their order, and what is hidden. Types in no group are not named. */
export interface Arrangement {
  groups: Group[]
  hidden: string[]
}

let last = Date.now() // a draft of an earlier visit brings ids of then

export const newGroup = (name: string): Group => ({ id: ++last, name, slugs: [] })

/** A type that is in several groups is where the sidebar shows it: in the first. */
export function fromSidebar({ hidden_slugs: hidden, menu_groups: menu }: Sidebar): Arrangement {
  const seen = new Set<string>()
  const groups = Object.entries(menu).map(([name, slugs]) => {
    const own = slugs.filter(slug => !seen.has(slug))
    for (const slug of own) seen.add(slug)
    return { ...newGroup(name), slugs: own }
  })
  return { groups, hidden: [...hidden] }
}

export const toSidebar = ({ groups, hidden }: Arrangement): Sidebar => ({
  hidden_slugs: [...hidden].sort(),
  menu_groups: Object.fromEntries(groups.map(({ name, slugs }) => [name, slugs])),
})

/** Whether two sidebars show the same in the same order. */
export const sameSidebar = (a: Sidebar, b: Sidebar): boolean => textOf(a) === textOf(b)

const textOf = ({ hidden_slugs: hidden, menu_groups: menu }: Sidebar): string =>
  JSON.stringify([[...hidden].sort(), Object.entries(menu)])

/** In how many types, groups and orders two differ; at least one where they differ at all. */
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

/** Put a type into a group (undefined: none) at a place; where it was it is no more. */
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
 * Move a type up or down by one: within its group, then into the next one; after the last group it is in none, and from there back up.
 * @returns the same when there is no further
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

/** Move a group to a place among the groups. */
export function placeGroup({ groups, hidden }: Arrangement, id: number, at: number): Arrangement {
  const group = groups.find(one => one.id === id)
  if (group === undefined) return { groups, hidden }
  const others = groups.filter(one => one !== group)
  return { groups: others.toSpliced(Math.max(0, at), 0, group), hidden }
}

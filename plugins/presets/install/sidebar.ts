import { equalJson, isObject, textsIn } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import type { PresetSidebar } from '../reading/preset.ts'

/**
 * The setting `sidebar` with the additions of a preset: its hidden slugs, its groups, and their names in languages in which they have none. A slug that
 * is already in a group stays there.
 * @returns the same object when nothing is added
 */
export function addToSidebar(
  value: JsonObject,
  { hidden_slugs, menu_groups, group_titles }: PresetSidebar,
): JsonObject {
  const hidden = textsIn(value['hidden_slugs'])
  const groups = groupsIn(value['menu_groups'])
  const placed = new Set([...groups.values()].flat())
  for (const [name, slugs] of Object.entries(menu_groups)) {
    const added = slugs.filter(slug => !placed.has(slug))
    if (added.length > 0) groups.set(name, [...(groups.get(name) ?? []), ...added])
  }
  const titles = isObject(value['group_titles']) ? value['group_titles'] : {}
  const added = Object.entries(group_titles).filter(([name]) => groups.has(name))
  const named = added.map(([name, texts]): [string, Json] => {
    const known = titles[name]
    return [name, { ...texts, ...(isObject(known) && known) }]
  })
  const next = {
    ...value,
    hidden_slugs: [...hidden, ...hidden_slugs.filter(slug => !hidden.includes(slug))],
    menu_groups: Object.fromEntries(groups),
    ...(named.length > 0 && { group_titles: { ...titles, ...Object.fromEntries(named) } }),
  }
  return equalJson(next, value) ? value : next
}

const groupsIn = (value: Json | undefined): Map<string, string[]> =>
  new Map(isObject(value) ? Object.entries(value).map(([name, slugs]) => [name, textsIn(slugs)]) : [])

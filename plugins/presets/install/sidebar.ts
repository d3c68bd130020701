import { equalJson, isObject, textsIn } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import type { PresetSidebar } from '../reading/preset.ts'

/**
 * The setting `sidebar` with the additions of a preset: its hidden slugs, and its groups. A slug that is already in a group stays there.
 * @returns the same object when nothing is added
 */
export function addToSidebar(value: JsonObject, { hidden_slugs, menu_groups }: PresetSidebar): JsonObject {
  const hidden = textsIn(value['hidden_slugs'])
  const groups = groupsIn(value['menu_groups'])
  const placed = new Set([...groups.values()].flat())
  for (const [name, slugs] of Object.entries(menu_groups)) {
    const added = slugs.filter(slug => !placed.has(slug))
    if (added.length > 0) groups.set(name, [...(groups.get(name) ?? []), ...added])
  }
  const next = {
    ...value,
    hidden_slugs: [...hidden, ...hidden_slugs.filter(slug => !hidden.includes(slug))],
    menu_groups: Object.fromEntries(groups),
  }
  return equalJson(next, value) ? value : next
}

const groupsIn = (value: Json | undefined): Map<string, string[]> =>
  new Map(isObject(value) ? Object.entries(value).map(([name, slugs]) => [name, textsIn(slugs)]) : [])

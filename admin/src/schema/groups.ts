import type { JsonObject } from '../api/transport/json.ts'
import type { Property } from './properties.ts'

/** Properties that stand together. */
export interface PropertyGroup<Member extends Pick<Property, 'schema'> = Property> {
  /** Its heading; empty for the properties that name no group. */
  name: string
  properties: Member[]
}

/** How the groups of a type stand: below each other under headings, or one at a time behind tabs. */
export type GroupLayout = 'headings' | 'tabs'

/**
 * The groups (`x-group`) of the properties: those without a group first, then the groups in the order in which they first appear.
 * @param root the schema of the type, which says how they stand (`x-group-layout`)
 */
export function groupsOf<Member extends Pick<Property, 'schema'>>(
  root: JsonObject | undefined,
  properties: readonly Member[],
): { layout: GroupLayout; groups: PropertyGroup<Member>[] } {
  const groups = new Map<string, Member[]>([['', []]])
  for (const property of properties) {
    const name = groupNameOf(property)
    const members = groups.get(name)
    if (members === undefined) groups.set(name, [property])
    else members.push(property)
  }
  return {
    layout: root?.['x-group-layout'] === 'tabs' ? 'tabs' : 'headings',
    groups: [...groups].flatMap(([name, members]) => (members.length === 0 ? [] : [{ name, properties: members }])),
  }
}

function groupNameOf({ schema }: Pick<Property, 'schema'>): string {
  const name = schema['x-group']
  return typeof name === 'string' ? name.trim() : ''
}

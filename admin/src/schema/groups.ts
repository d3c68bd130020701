import type { JsonObject } from '../api/transport/json.ts'
import type { Property } from './properties.ts'
import { groupTitleIn } from './titles.ts'

/** Properties of a group. */
interface PropertyGroup<Member extends Pick<Property, 'schema'> = Property> {
  /** Heading in the language of the admin; empty for properties without a group. */
  name: string
  properties: Member[]
}

/** How the groups of a type are arranged: below each other with headings, or in tabs. */
type GroupLayout = 'headings' | 'tabs'

/**
 * The groups (`x-group`) of the properties: properties without a group first, then the groups in the order of their first property.
 * @param root the schema of the type, which defines their arrangement (`x-group-layout`)
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
    groups: [...groups].flatMap(([key, members]) => {
      const schemas = members.map(({ schema }) => schema)
      return members.length === 0 ? [] : [{ name: groupTitleIn(key, schemas), properties: members }]
    }),
  }
}

function groupNameOf({ schema }: Pick<Property, 'schema'>): string {
  const name = schema['x-group']
  return typeof name === 'string' ? name.trim() : ''
}

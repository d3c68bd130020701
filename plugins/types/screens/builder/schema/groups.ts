import { schemas } from '../../../../../admin/src/index.ts'
import { isObject } from '../../../../../lib/json/types.ts'
import type { JsonObject } from '../../../../../lib/json/types.ts'
import { entriesOf, inOrder, setPart, withKeyword } from './properties.ts'
import type { Entry } from './properties.ts'

/** A heading and its properties. Properties without a group come first, with an empty heading. */
export interface Group {
  name: string
  entries: Entry[]
}

/** A line of the list: either the heading of a group or a property. */
type Line = { heading: string } | { entry: Entry }

/** The properties of an object schema in the groups that a form shows. */
export function groupsIn(schema: JsonObject): Group[] {
  const members = entriesOf(schema).map(entry => ({ entry, schema: isObject(entry.part) ? entry.part : {} }))
  return schemas.groupsOf(undefined, members).groups.map(({ name, properties }) => ({
    name,
    entries: properties.map(({ entry }) => entry),
  }))
}

/** The lines of all groups, from top to bottom. */
export const linesOf = (groups: readonly Group[]): Line[] =>
  groups.flatMap(({ name, entries }) => [
    ...(name === '' ? [] : [{ heading: name }]),
    ...entries.map(entry => ({ entry })),
  ])

/** Move a property to another line. It then belongs to the heading above it. */
export function moveLine(schema: JsonObject, from: number, to: number): JsonObject {
  const lines = linesOf(groupsIn(schema))
  const [moved] = lines.splice(from, 1)
  if (moved === undefined || 'heading' in moved) return schema
  lines.splice(to, 0, moved)
  const above = lines.slice(0, to).findLast(line => 'heading' in line)
  const names = lines.flatMap(line => ('entry' in line ? [line.entry.name] : []))
  return setGroup(inOrder(schema, names), moved.entry.name, above?.heading ?? '')
}

/** Set the group of a property; an empty name removes it from its group. */
export function setGroup(schema: JsonObject, name: string, group: string): JsonObject {
  const part = entriesOf(schema).find(entry => entry.name === name)?.part
  if (!isObject(part) || (part['x-group'] ?? '') === group) return schema
  return setPart(schema, name, withKeyword(part, 'x-group', group === '' ? undefined : group))
}

/** Rename a group. The name of another group merges the two. */
export const renameGroup = (schema: JsonObject, from: string, to: string): JsonObject =>
  membersOf(schema, from).reduce((now, { name }) => setGroup(now, name, to), schema)

/** Move a group with its properties to another position among the groups that have headings. */
export function moveGroup(schema: JsonObject, from: number, to: number): JsonObject {
  const groups = groupsIn(schema)
  const named = groups.filter(({ name }) => name !== '')
  const [moved] = named.splice(from, 1)
  if (moved === undefined) return schema
  named.splice(to, 0, moved)
  const others = groups.filter(({ name }) => name === '')
  return inOrder(
    schema,
    [...others, ...named].flatMap(({ entries }) => entries.map(({ name }) => name)),
  )
}

const membersOf = (schema: JsonObject, group: string): Entry[] =>
  groupsIn(schema).find(({ name }) => name === group)?.entries ?? []

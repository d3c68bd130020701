import { isObject } from '../../../api/transport/json.ts'
import type { JsonObject } from '../../../api/transport/json.ts'
import { groupsOf } from '../../../schema/index.ts'
import { entriesOf, inOrder, setPart, withKeyword } from './properties.ts'
import type { Entry } from './properties.ts'

/** Properties under one heading; those of no group come first, under an empty one. */
export interface Group {
  name: string
  entries: Entry[]
}

/** A line of the list: the heading of a group, or a property. */
export type Line = { heading: string } | { entry: Entry }

/** The properties of an object schema as a form shows them. */
export function groupsIn(schema: JsonObject): Group[] {
  const members = entriesOf(schema).map(entry => ({ entry, schema: isObject(entry.part) ? entry.part : {} }))
  return groupsOf(undefined, members).groups.map(({ name, properties }) => ({
    name,
    entries: properties.map(({ entry }) => entry),
  }))
}

/** The lines of groups, from top to bottom. */
export const linesOf = (groups: readonly Group[]): Line[] =>
  groups.flatMap(({ name, entries }) => [
    ...(name === '' ? [] : [{ heading: name }]),
    ...entries.map(entry => ({ entry })),
  ])

/** Put a property elsewhere among the lines: it belongs to the heading that it then stands under. */
export function moveLine(schema: JsonObject, from: number, to: number): JsonObject {
  const lines = linesOf(groupsIn(schema))
  const [moved] = lines.splice(from, 1)
  if (moved === undefined || 'heading' in moved) return schema
  lines.splice(to, 0, moved)
  const above = lines.slice(0, to).findLast(line => 'heading' in line)
  const names = lines.flatMap(line => ('entry' in line ? [line.entry.name] : []))
  return setGroup(inOrder(schema, names), moved.entry.name, above?.heading ?? '')
}

/** Put a property into a group; an empty name is none. */
export function setGroup(schema: JsonObject, name: string, group: string): JsonObject {
  const part = entriesOf(schema).find(entry => entry.name === name)?.part
  if (!isObject(part) || (part['x-group'] ?? '') === group) return schema
  return setPart(schema, name, withKeyword(part, 'x-group', group === '' ? undefined : group))
}

/** Give a group another name. That of another one puts both together. */
export const renameGroup = (schema: JsonObject, from: string, to: string): JsonObject =>
  membersOf(schema, from).reduce((now, { name }) => setGroup(now, name, to), schema)

/** Put a group with all that is in it elsewhere among those that have headings. */
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

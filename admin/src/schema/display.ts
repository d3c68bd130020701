import type { JsonObject, ResourceType, Resource, Labels } from '../api/index.ts'

const usual = ['name', 'title', 'headline']

/** The property that names a resource to a person; undefined when none does. */
export function displayProperty(schema: JsonObject | undefined, names: readonly string[]): string | undefined {
  const chosen = schema?.['x-display-property']
  if (typeof chosen === 'string' && names.includes(chosen)) return chosen
  return usual.find(name => names.includes(name))
}

/** What a resource is called: its display property, else the last part of its id. */
export function displayName(id: string, data: JsonObject, schema: JsonObject | undefined): string {
  const name = displayProperty(schema, Object.keys(data))
  const value = name === undefined ? undefined : data[name]
  if (typeof value === 'string' && value.trim() !== '') return value
  if (typeof value === 'number') return String(value)
  return lastPart(id)
}

/** What a resource is called. */
export const nameOf = (resource: Resource, type: ResourceType | undefined): string => {
  const { '@id': _id, '@type': _type, ...data } = resource.data['@graph'][0]
  return displayName(resource.id, data, type?.schema)
}

/** What a reference is called, by the labels that came with it. */
export const labelOf = (urn: string, labels: Labels | undefined): string =>
  labels !== undefined && Object.hasOwn(labels, urn) ? (labels[urn]?.label ?? lastPart(urn)) : lastPart(urn)

const lastPart = (urn: string): string => urn.slice(urn.lastIndexOf(':') + 1)

/** Words of state that people expect in a certain colour; undefined is the neutral one. */
const expected = new Map<string, number | undefined>([
  ...['done', 'completed', 'complete', 'published', 'approved', 'accepted', 'paid', 'cooked'].map(
    word => [word, 1] as const,
  ),
  ...['in-progress', 'pending', 'review', 'in-review', 'high', 'waiting'].map(word => [word, 2] as const),
  ...['blocked', 'failed', 'rejected', 'urgent', 'critical', 'overdue'].map(word => [word, 4] as const),
  ...['open', 'new', 'planned', 'todo', 'scheduled'].map(word => [word, 0] as const),
  ...['cancelled', 'canceled', 'skipped', 'draft', 'unpublished', 'low', 'normal', 'none'].map(
    word => [word, undefined] as const,
  ),
])

/** The colour of a value of an enum: always the same for the same value. */
export function hueOfValue(value: string): number | undefined {
  const word = value.toLowerCase().replaceAll(/[\s_]+/g, '-')
  return expected.has(word) ? expected.get(word) : hueOf(value)
}

/** A number from 0 to 7 that is always the same for the same text: which colour it has. */
export function hueOf(text: string): number {
  let hash = 2166136261 // FNV-1a
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  return (hash ^ (hash >>> 15)) & 7
}

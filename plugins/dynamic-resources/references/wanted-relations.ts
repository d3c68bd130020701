import { BadRequest, quote, readBoolean } from '../../../kernel/index.ts'
import type { ResourceType } from '../../../kernel/index.ts'
import type { Form } from '../text.ts'
import { placesOf } from './values.ts'
import type { ReferencePlace } from './values.ts'

/** What an answer is to say of the resources that those in it refer to. */
export interface WantedRelations {
  /** Where the referenced resources follow as nodes of the graph. */
  include: readonly ReferencePlace[]
  labels: boolean
}

/** The query parameters that {@link readWanted} reads. */
export const relationParameters = ['include', 'labels'] as const

/**
 * Read `include` (names of references, separated by commas) and `labels`.
 * @returns undefined when nothing is wanted
 * @throws `BadRequest` for an unknown name, and for labels in JSON-LD, which has no place for them
 */
export function readWanted(
  type: ResourceType,
  query: ReadonlyMap<string, string>,
  form: Form,
): WantedRelations | undefined {
  const labels = readBoolean('labels', query.get('labels'))
  if (labels && form === 'json-ld') throw new BadRequest('labels: JSON-LD has no place for them; ask for JSON')
  const names = query.get('include')?.split(',')
  if (names === undefined) return labels ? { include: [], labels } : undefined
  const places = placesOf(type)
  const include = [...new Set(names)].map(name => {
    const place = places.find(one => one.name === name)
    if (place !== undefined) return place
    const known =
      places.length === 0 ? 'the type has no references' : `there are ${places.map(one => one.name).join(', ')}`
    throw new BadRequest(`include: ${quote(name)} is no reference of the type ${type.slug}; ${known}`)
  })
  return { include, labels }
}

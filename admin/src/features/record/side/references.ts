import { isObject } from '../../../api/json.ts'
import type { Json } from '../../../api/json.ts'
import type { ResourceType } from '../../../api/index.ts'

/** The types whose resources may refer to resources of this one. */
export const typesReferringTo = (slug: string, types: readonly ResourceType[]): ResourceType[] =>
  types.filter(({ schema }) => refersTo(schema, slug))

function refersTo(part: Json | undefined, slug: string): boolean {
  if (Array.isArray(part)) return part.some(one => refersTo(one, slug))
  if (!isObject(part)) return false
  return part['x-resource-type'] === slug || Object.values(part).some(one => refersTo(one, slug))
}

const urn = /^urn:[a-z0-9-]+:[\w-]+$/

/** Whatever in a value looks like a reference; who asks for names of them gets those that are there. */
export function urnsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return urn.test(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(urnsIn)
  return isObject(value) ? Object.values(value).flatMap(urnsIn) : []
}

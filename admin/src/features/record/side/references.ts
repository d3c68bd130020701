import { isObject } from '../../../api/transport/json.ts'
import type { Json } from '../../../api/transport/json.ts'

const urn = /^urn:[a-z0-9-]+:[\w-]+$/

/** Whatever in a value looks like a reference; who asks for names of them gets those that are there. */
export function urnsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return urn.test(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(urnsIn)
  return isObject(value) ? Object.values(value).flatMap(urnsIn) : []
}

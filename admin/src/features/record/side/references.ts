import { isObject } from '../../../api/transport/json.ts'
import type { Json } from '../../../api/transport/json.ts'

const urn = /^urn:[a-z0-9-]+:[\w-]+$/

/** All texts in a value that look like references. Some can be unknown to the service; looking up their names skips those. */
export function urnsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return urn.test(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(urnsIn)
  return isObject(value) ? Object.values(value).flatMap(urnsIn) : []
}

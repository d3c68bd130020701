import { isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'

const urn = /^urn:[a-z0-9-]+:[\w-]+$/

/** All texts in a value that look like references. Some can be unknown to the service; looking up their names skips those. */
export function urnsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return urn.test(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(urnsIn)
  return isObject(value) ? Object.values(value).flatMap(urnsIn) : []
}

/** An object without some references: the properties that have them are left out, and so are the elements of lists. */
export function withoutUrns(data: JsonObject, urns: ReadonlySet<string>): JsonObject {
  const isKept = (value: Json | undefined): boolean => typeof value !== 'string' || !urns.has(value)
  const inner = (value: Json): Json => {
    if (Array.isArray(value)) return value.filter(isKept).map(inner)
    return isObject(value) ? withoutUrns(value, urns) : value
  }
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      value !== undefined && isKept(value) ? [[name, inner(value)]] : [],
    ),
  )
}

import { pointerTokens } from '../../../lib/json/pointer.ts'
import { isObject } from '../api/transport/json.ts'
import type { Json, JsonObject } from '../api/transport/json.ts'

const maxDepth = 16

/**
 * A schema with its local `$ref` and `allOf` merged into its root. Other keywords are unchanged.
 * @param root the schema of the type, in which `$ref` is resolved
 */
export function resolve(schema: Json | undefined, root: JsonObject, depth = 0): JsonObject {
  if (!isObject(schema) || depth > maxDepth) return {}
  const { $ref: reference, allOf, ...own } = schema
  const parts = Array.isArray(allOf) ? allOf : []
  const inherited = typeof reference === 'string' ? [resolvePointer(reference, root), ...parts] : parts
  return inherited
    .map(part => resolve(part, root, depth + 1))
    .reduceRight<JsonObject>((all, part) => merge(part, all), own)
}

/** The target of a local reference (`#/$defs/address`). */
export function resolvePointer(reference: string, root: JsonObject): Json | undefined {
  if (!reference.startsWith('#')) return undefined
  let found: Json | undefined = root
  for (const name of pointerTokens(decodeURIComponent(reference.slice(1)))) {
    if (Array.isArray(found)) found = found[Number(name)]
    else found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined
  }
  return found
}

/** Merge two schemas that both apply. The second one wins, except that `properties` and `required` are combined. */
function merge(first: JsonObject, second: JsonObject): JsonObject {
  const merged: JsonObject = { ...first, ...second }
  if (isObject(first['properties']) && isObject(second['properties']))
    merged['properties'] = { ...first['properties'], ...second['properties'] }
  if (Array.isArray(first['required']) && Array.isArray(second['required']))
    merged['required'] = [...new Set([...first['required'], ...second['required']])]
  return merged
}

import { isObject } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'

/** A schema and those that apply to the same value, by `$ref` and `allOf`. */
export function schemasInPlace(schema: JsonObject, root: JsonObject): JsonObject[] {
  const found = new Set<JsonObject>([schema])
  for (const one of found) {
    const target = targetOf(one, root)
    if (target !== undefined) found.add(target)
    if (Array.isArray(one['allOf'])) for (const part of one['allOf']) if (isObject(part)) found.add(part)
  }
  return [...found]
}

/** The schema that a schema refers to in `$defs`. */
export function targetOf({ $ref }: JsonObject, { $defs }: JsonObject): JsonObject | undefined {
  const name = typeof $ref === 'string' ? /^#\/\$defs\/([^/]+)$/.exec($ref)?.[1] : undefined
  const target = name !== undefined && isObject($defs) ? $defs[name] : undefined
  return isObject(target) ? target : undefined
}

import { isObject } from '../../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../../lib/json/index.ts'

/** The schema of a merge patch (RFC 7396) for a schema: required properties can be left out, and properties set to null are removed. */
export function mergePatchSchema({ required: _required, properties, ...schema }: JsonObject): JsonObject {
  const inner = (one: Json): Json => (isObject(one) ? mergePatchSchema(one) : one)
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap(list => {
    const schemas = schema[list]
    return Array.isArray(schemas) ? [[list, schemas.map(inner)] as const] : []
  })
  const definitions = isObject(schema['$defs'])
    ? { $defs: Object.fromEntries(Object.entries(schema['$defs']).map(([name, one]) => [name, inner(one)])) }
    : {}
  const nullable = isObject(properties)
    ? {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, one]) => [name, { anyOf: [inner(one), { type: 'null' }] }]),
        ),
      }
    : {}
  return { ...schema, ...Object.fromEntries(parts), ...definitions, ...nullable }
}

import { format } from '@cfworker/json-schema'
import { isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'

const prefix = 're2:'

/** Whether a schema contains a pattern. */
export const hasPatterns = (schema: Json): boolean => /"(?:pattern|patternProperties)":/.test(JSON.stringify(schema))

/**
 * The schema with its patterns replaced by formats, which run on the engine of the service, in linear time for every pattern. Patterns of
 * property names are checked by the service only, and so are the keywords that depend on them.
 */
export async function withSafePatterns(schema: JsonObject): Promise<JsonObject> {
  if (!hasPatterns(schema)) return schema
  const { compilePattern } = await import('../../../../../lib/pattern/index.ts')
  const register = (source: string): string => {
    const name = prefix + source
    if (!Object.hasOwn(format, name)) {
      format[name] = compilePattern(source).test
    }
    return name
  }
  const safe = rewrite(schema, register)
  return isObject(safe) ? safe : schema
}

/** The pattern behind a format; undefined for real formats. */
export const patternOf = (name: string): string | undefined =>
  name.startsWith(prefix) ? name.slice(prefix.length) : undefined

/** The keys below these keywords are names, not keywords. */
const maps = new Set(['properties', '$defs', 'definitions', 'dependentSchemas'])
const values = new Set(['enum', 'const', 'default', 'examples', 'example'])

function rewrite(schema: Json, register: (source: string) => string): Json {
  if (Array.isArray(schema)) return schema.map(one => rewrite(one, register))
  if (!isObject(schema)) return schema
  const { pattern, patternProperties, ...rest } = schema
  const next = Object.fromEntries(
    Object.entries(rest).map(([name, part]) => [name, rewriteKeyword(name, part, register)]),
  )
  if (patternProperties !== undefined) {
    delete next['additionalProperties']
    delete next['unevaluatedProperties']
  }
  if (typeof pattern !== 'string') return next
  const also = Array.isArray(next['allOf']) ? next['allOf'] : []
  return { ...next, allOf: [...also, { format: register(pattern) }] }
}

function rewriteKeyword(name: string, part: Json, register: (source: string) => string): Json {
  if (values.has(name)) return part
  if (!maps.has(name) || !isObject(part)) return rewrite(part, register)
  return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, rewrite(one, register)]))
}

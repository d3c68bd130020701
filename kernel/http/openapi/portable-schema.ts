import type { Json, JsonObject } from '../../contracts/json.ts'

/** Keywords whose values are data, or texts: nothing in them is a schema. */
const data = new Set(['const', 'enum', 'default', 'example', 'examples', 'required', 'type'])
/** Keywords whose values map names to schemas. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'])

const draft7 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/

/**
 * A JSON Schema (2020-12 or draft-07, local references only) as it stands in an OpenAPI 3.1 document.
 * @param at where it will be: `#/components/schemas/movie`
 */
export function portableSchema(schema: JsonObject, at: string): JsonObject {
  const old = typeof schema['$schema'] === 'string' && draft7.test(schema['$schema'])
  return convertObject(schema, { at, old })
}

interface Target {
  at: string
  /** Whether it is draft-07. */
  old: boolean
}

const convert = (value: Json, target: Target): Json => {
  if (Array.isArray(value)) return value.map(item => convert(item, target))
  return value !== null && typeof value === 'object' ? convertObject(value, target) : value
}

function convertObject(schema: JsonObject, target: Target): JsonObject {
  const reference = schema['$ref']
  if (target.old && typeof reference === 'string') return { $ref: moved(reference, target.at) }
  const entries = Object.entries(schema).flatMap(([keyword, value]) => convertKeyword(keyword, value, schema, target))
  return Object.fromEntries(entries)
}

function convertKeyword(keyword: string, value: Json, schema: JsonObject, target: Target): [string, Json][] {
  if (keyword === '$schema' || keyword === '$id') return []
  if (data.has(keyword) || keyword.startsWith('x-')) return [[keyword, value]]
  if (keyword === '$ref' && typeof value === 'string') return [['$ref', moved(value, target.at)]]
  if (target.old && keyword === 'items' && Array.isArray(value)) return [['prefixItems', convert(value, target)]]
  if (target.old && keyword === 'additionalItems') {
    return Array.isArray(schema['items']) ? [['items', convert(value, target)]] : []
  }
  if (target.old && keyword === 'dependencies') return dependencies(value, target)
  return [[keyword, maps.has(keyword) ? convertMap(value, target) : convert(value, target)]]
}

function convertMap(value: Json, target: Target): Json {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, convert(schema, target)]))
}

/** Draft-07's `dependencies` are two keywords since 2019-09. */
function dependencies(value: Json, target: Target): [string, Json][] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return []
  const entries = Object.entries(value)
  const required = entries.filter(([, dependency]) => Array.isArray(dependency))
  const schemas = entries.filter(([, dependency]) => !Array.isArray(dependency))
  return [
    ['dependentRequired', Object.fromEntries(required)],
    ['dependentSchemas', convertMap(Object.fromEntries(schemas), target)],
  ]
}

/** A local reference, `#` or `#/…`, from where the schema is now. */
const moved = (reference: string, at: string): string =>
  /^#(?:\/|$)/.test(reference) ? at + reference.slice(1) : reference

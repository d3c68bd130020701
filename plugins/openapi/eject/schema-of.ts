import { isObject } from '../../../kernel/index.ts'
import type { Json, JsonObject } from '../../../kernel/index.ts'

/** Keywords of JSON Schema 2020-12 that OpenAPI 3.0 has too, with values that are no schemas. */
const plain = new Set(
  'title description format pattern minLength maxLength minimum maximum multipleOf minItems maxItems uniqueItems minProperties maxProperties required default readOnly writeOnly enum'.split(
    ' ',
  ),
)

/** A Schema Object, and what it refers to by name. */
export interface TranslatedSchema {
  schema: JsonObject
  definitions: ReadonlyMap<string, JsonObject>
}

/**
 * Translate the schema of a type to a Schema Object of OpenAPI 3.0. What 3.0 cannot say (`const` it can, as an enumeration; `if`, tuples and
 * `patternProperties` it cannot) is left out, so that the document takes what the type takes and perhaps more; the type itself checks too.
 * @param name of the component; definitions get names that begin with it
 */
export function openApiSchema(schema: JsonObject, name: string): TranslatedSchema {
  const definitions = new Map<string, JsonObject>()
  const nameOf = (key: string): string => `${name}_${key.replaceAll(/[^A-Za-z0-9._-]/g, '_')}`
  for (const keyword of ['$defs', 'definitions']) {
    const inner = schema[keyword]
    if (!isObject(inner)) continue
    for (const [key, one] of Object.entries(inner)) definitions.set(nameOf(key), translate(one, nameOf))
  }
  return { schema: translate(schema, nameOf), definitions }
}

function translate(value: Json | undefined, nameOf: (key: string) => string): JsonObject {
  if (!isObject(value)) return value === false ? { not: {} } : {}
  const reference =
    typeof value['$ref'] === 'string' ? /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(value['$ref'])?.[1] : undefined
  if (reference !== undefined) return { $ref: `#/components/schemas/${nameOf(reference)}` }
  const result: JsonObject = {}
  for (const [keyword, one] of Object.entries(value)) {
    if (plain.has(keyword) || keyword.startsWith('x-')) result[keyword] = one
  }
  if (value['const'] !== undefined) result['enum'] = [value['const']]
  writeTypes(value, result)
  writeLimits(value, result)
  const inner = (one: Json): JsonObject => translate(one, nameOf)
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const list = value[keyword]
    if (Array.isArray(list)) result[keyword] = list.map(inner)
  }
  if (isObject(value['properties'])) {
    result['properties'] = Object.fromEntries(
      Object.entries(value['properties']).map(([name, one]) => [name, inner(one)]),
    )
  }
  if (result['type'] === 'array') result['items'] = isObject(value['items']) ? inner(value['items']) : {}
  if (isObject(value['additionalProperties'])) result['additionalProperties'] = inner(value['additionalProperties'])
  else if (typeof value['additionalProperties'] === 'boolean')
    result['additionalProperties'] = value['additionalProperties']
  return result
}

/** One type is `type`, null beside it is `nullable`, several are alternatives. */
function writeTypes({ type }: JsonObject, result: JsonObject): void {
  const types = [type ?? []].flat().filter(one => typeof one === 'string')
  const named = types.filter(one => one !== 'null')
  if (types.includes('null') && named.length > 0) result['nullable'] = true
  const [only] = named
  if (named.length === 1 && only !== undefined) result['type'] = only
  else if (named.length > 1) {
    result['anyOf'] = named.map(one => ({
      type: one,
      ...(result['nullable'] === true ? { nullable: true } : {}),
      ...(one === 'array' ? { items: {} } : {}),
    }))
    delete result['nullable']
  }
}

function writeLimits(value: JsonObject, result: JsonObject): void {
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof value[exclusive] !== 'number') continue
    result[limit] = value[exclusive]
    result[exclusive] = true
  }
}

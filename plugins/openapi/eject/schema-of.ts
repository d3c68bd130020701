import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { pointTo } from '../document/problem.ts'
import { conditionsOf } from './conditions.ts'
import { Definitions } from './definitions.ts'

/** Keywords that mean the same in OpenAPI 3.0. */
const sameMeaning = new Set(
  'title description format pattern minLength maxLength multipleOf minItems maxItems uniqueItems minProperties maxProperties default readOnly writeOnly deprecated'.split(
    ' ',
  ),
)

/** Validating keywords that OpenAPI 3.0 cannot express. */
const inexpressible =
  'patternProperties propertyNames prefixItems additionalItems minContains maxContains unevaluatedProperties unevaluatedItems $dynamicRef'.split(
    ' ',
  )

/** Keywords that the service itself adds to the schema of a type. */
const ownKeywords = new Set(['x-openapi-schema', 'x-openapi-identifier', 'x-identifier'])

/** A Schema Object, the components that it refers to, and the losses. */
export interface TranslatedSchema {
  schema: JsonObject
  definitions: ReadonlyMap<string, JsonObject>
  /** A line for each lost keyword: the document accepts everything that the type accepts, and more there. */
  losses: readonly string[]
}

/** The options of a translation. */
export interface TranslationOptions {
  /** Name of the component; the names of definitions begin with it. */
  name: string
  /** The slug to write for a reference to another type (`x-resource-type`). */
  slugOf(slug: string): string
}

/**
 * Translate the schema of a type (draft 2020-12 or draft-07) to a Schema Object of OpenAPI 3.0. `const`, `if`, `dependentRequired`, `contains`
 * and similar keywords become equivalent ones; keywords that 3.0 cannot express are left out and reported.
 */
export function openApiSchema(schema: JsonObject, options: TranslationOptions): TranslatedSchema {
  const translation = new Translation(schema, options)
  const translated = translation.schema(schema, '')
  return { schema: translated, definitions: translation.definitions.all, losses: translation.losses }
}

class Translation {
  readonly definitions: Definitions
  readonly losses: string[] = []
  readonly #slugOf: (slug: string) => string
  readonly #isDraft07: boolean

  constructor(root: JsonObject, { name, slugOf }: TranslationOptions) {
    this.#slugOf = slugOf
    this.#isDraft07 = String(root['$schema']).includes('draft-07')
    this.definitions = new Definitions(root, name, (value, pointer) => this.schema(value, pointer))
  }

  /** @param pointer pointer of the schema in that of the type */
  schema(value: Json | undefined, pointer: string): JsonObject {
    if (!isObject(value)) return value === false ? { not: {} } : {}
    const { $ref: reference } = value
    if (typeof reference !== 'string') return this.#plain(value, pointer)
    const target = this.definitions.reference(reference)
    if (target === undefined) this.#lose(pointer, '$ref')
    const referred = target ?? {}
    const beside = this.#isDraft07 ? {} : this.#plain(value, pointer)
    return Object.keys(beside).length === 0 ? referred : merge(beside, [referred])
  }

  #plain(value: JsonObject, pointer: string): JsonObject {
    const result: JsonObject = {}
    for (const [keyword, one] of Object.entries(value)) {
      if (sameMeaning.has(keyword)) result[keyword] = one
      if (keyword.startsWith('x-') && !ownKeywords.has(keyword)) result[keyword] = one
    }
    // In a type the format has the same meaning; in a document it says nothing about what is shown.
    if (value['format'] === 'password') result['writeOnly'] = true
    const slug = value['x-resource-type']
    if (typeof slug === 'string') result['x-resource-type'] = this.#slugOf(slug)
    const [example] = Array.isArray(value['examples']) ? value['examples'] : [value['example']]
    if (example !== undefined) result['example'] = example
    if (Array.isArray(value['required']) && value['required'].length > 0)
      result['required'] = [...new Set(value['required'])]
    writeLimits(value, result)
    const conditions: JsonObject[] = []
    this.#writeTypes(value, result, conditions)
    this.#writeParts(value, pointer, result)
    for (const list of ['allOf', 'anyOf', 'oneOf']) {
      const schemas = value[list]
      if (Array.isArray(schemas))
        result[list] = schemas.map((one, index) => this.schema(one, pointTo(pointer, list, index)))
    }
    if (value['not'] !== undefined) result['not'] = this.schema(value['not'], pointTo(pointer, 'not'))
    conditions.push(...conditionsOf(value, (one, ...tokens) => this.schema(one, pointTo(pointer, ...tokens))))
    for (const keyword of inexpressible) if (value[keyword] !== undefined) this.#lose(pointer, keyword)
    return merge(result, conditions)
  }

  /** One type is `type`, null in addition is `nullable`, several are alternatives; `enum` and `const` must contain null to allow it. */
  #writeTypes({ type, enum: list, const: constant }: JsonObject, result: JsonObject, conditions: JsonObject[]): void {
    const choices = constant === undefined ? (Array.isArray(list) ? list : undefined) : [constant]
    if (choices !== undefined) {
      if (choices.length > 0) result['enum'] = [...new Map(choices.map(one => [JSON.stringify(one), one])).values()]
      else result['not'] = {}
      if (constant !== undefined && Array.isArray(list)) conditions.push({ enum: list })
    }
    const types = [type ?? []].flat().filter(one => typeof one === 'string')
    if (types.length === 0) return
    const named = types.filter(one => one !== 'null')
    const isNullable = types.includes('null') && (choices === undefined || choices.includes(null))
    const alternatives = named.map(one => typed(one, isNullable))
    const [only, ...others] = alternatives
    if (only === undefined) conditions.push({ enum: [null] })
    else if (others.length === 0) Object.assign(result, only)
    else conditions.push({ anyOf: alternatives })
  }

  #writeParts(value: JsonObject, pointer: string, result: JsonObject): void {
    const { properties, items, additionalProperties, patternProperties } = value
    if (isObject(properties)) {
      const translated = Object.entries(properties).map(([name, one]): [string, Json] => [
        name,
        this.schema(one, pointTo(pointer, 'properties', name)),
      ])
      result['properties'] = Object.fromEntries(translated)
    }
    const isTuple = value['prefixItems'] !== undefined || Array.isArray(items)
    if (items !== undefined && !isTuple) result['items'] = this.schema(items, pointTo(pointer, 'items'))
    if (Array.isArray(items)) this.#lose(pointer, 'items')
    if (result['type'] === 'array') result['items'] ??= {}
    // If a pattern allows names, 3.0 cannot refuse all others.
    if (isObject(patternProperties)) return
    if (typeof additionalProperties === 'boolean') result['additionalProperties'] = additionalProperties
    else if (additionalProperties !== undefined) {
      result['additionalProperties'] = this.schema(additionalProperties, pointTo(pointer, 'additionalProperties'))
    }
  }

  #lose(pointer: string, keyword: string): void {
    const place = pointer.split('/').slice(1).join('.')
    this.losses.push(`${place === '' ? 'the schema' : place}: OpenAPI 3.0 has nothing for ${keyword}`)
  }
}

const typed = (type: string, isNullable: boolean): JsonObject => ({
  type,
  ...(isNullable ? { nullable: true } : {}),
  ...(type === 'array' ? { items: {} } : {}),
})

/** A schema that must also satisfy all of these. */
function merge(schema: JsonObject, conditions: readonly JsonObject[]): JsonObject {
  if (conditions.length === 0) return schema
  const allOf = Array.isArray(schema['allOf']) ? schema['allOf'] : []
  return { ...schema, allOf: [...allOf, ...conditions] }
}

/** The stricter of a limit and an exclusive limit is used; 3.0 marks a limit as exclusive with a boolean. */
function writeLimits(value: JsonObject, result: JsonObject): void {
  for (const [limit, exclusive, sign] of [
    ['minimum', 'exclusiveMinimum', 1],
    ['maximum', 'exclusiveMaximum', -1],
  ] as const) {
    const inclusive = value[limit]
    const bound = value[exclusive]
    if (typeof inclusive === 'number') result[limit] = inclusive
    if (typeof bound !== 'number' || (typeof inclusive === 'number' && inclusive * sign > bound * sign)) continue
    result[limit] = bound
    result[exclusive] = true
  }
}

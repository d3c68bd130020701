import { isObject, setOwn, mapValues, typeOfJson } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'

/** The versions of OpenAPI in which the document is served. */
export type OpenApiVersion = '3.1' | '3.0'

/** How schemas are written. */
export interface Dialect {
  version: OpenApiVersion
  /**
   * What is written of defaults that the service applies: in answers and parameters the keyword, in bodies a sentence, because generators make clients
   * send every member that has the keyword. Without it, nothing: others would make clients send or assume values that were never stored.
   */
  defaults?: 'keyword' | 'sentence'
  /** The reference in the document for one in the schema. */
  reference?(reference: string): string
}

const int32 = 2 ** 31

/** Keywords without a meaning for clients, or that only have a meaning in the schema's own document. */
const dropped = new Set([
  '$id',
  '$schema',
  '$anchor',
  '$dynamicAnchor',
  '$comment',
  '$vocabulary',
  '$defs',
  'definitions',
])
/** Keywords that 3.0 does not have. */
const droppedIn30 = new Set([
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependentRequired',
  'propertyNames',
  'contains',
  'minContains',
  'maxContains',
  'unevaluatedItems',
  'unevaluatedProperties',
  'patternProperties',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'prefixItems',
  'examples',
])

const schemaKeywords = new Set(['items', 'not', 'if', 'then', 'else', 'propertyNames', 'contains', 'contentSchema'])
const mapKeywords = new Set(['patternProperties', 'dependentSchemas'])
const listKeywords = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])

/**
 * Write a JSON Schema (draft 2020-12) as generators of clients can read it: no boolean schemas; `enum` and `const` with their type; choices as `enum`;
 * formats for numbers; texts instead of texts by language.
 */
export function writeSchema(schema: Json, dialect: Dialect): JsonObject {
  if (!isObject(schema)) return schema === false ? { not: {} } : {}
  const written: JsonObject = {}
  const each = (value: Json): JsonObject => writeSchema(value, dialect)
  for (const [name, value] of Object.entries(schema)) {
    if (dropped.has(name) || (name === 'default' && dialect.defaults !== 'keyword')) continue
    if (name === '$ref' && typeof value === 'string') written['$ref'] = dialect.reference?.(value) ?? value
    else if (name === 'properties' && isObject(value)) written['properties'] = mapValues(withoutFalse(value), each)
    else if (name === 'required' && Array.isArray(value))
      written['required'] = value.filter(one => !isRefused(schema, one))
    else if (name === 'additionalProperties') written[name] = value === false ? false : each(value)
    else if (name === 'unevaluatedProperties') writeUnevaluated(written, schema, value, each)
    else if (name === 'unevaluatedItems') continue
    else if (name === 'not' && dialect.version === '3.0' && isWiderIn30(value))
      continue // it would refuse more
    else if (name === 'items' && value === false)
      continue // beside prefixItems: see writeTuple
    else if (schemaKeywords.has(name)) written[name] = each(value)
    else if (mapKeywords.has(name) && isObject(value)) written[name] = mapValues(value, each)
    else if (listKeywords.has(name) && Array.isArray(value)) written[name] = value.map(each)
    else if (name === 'title' || name === 'description') written[name] = textOf(value)
    else if ((name === 'x-show-if' || name === 'x-show-if-item') && isObject(value)) written[name] = each(value)
    else setOwn(written, name, value)
  }
  if (Array.isArray(written['required']) && written['required'].length === 0) delete written['required']
  if (dialect.defaults === 'sentence') describeDefault(written, schema)
  writeTuple(written, schema)
  writeChoices(written)
  writeTypeOfValues(written)
  writeOpenObject(written)
  writeNumberFormat(written)
  return dialect.version === '3.0' ? inVersion30(written) : written
}

/** Whether version 3.0 cannot express a part of a schema. */
function isWiderIn30(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.some(isWiderIn30)
  return isObject(schema) && Object.entries(schema).some(([name, one]) => droppedIn30.has(name) || isWiderIn30(one))
}

function describeDefault(written: JsonObject, { default: value }: JsonObject): void {
  if (value === undefined) return
  const { description } = written
  const sentence = `Default: ${JSON.stringify(value)}`
  written['description'] = typeof description === 'string' ? `${description}. ${sentence}` : sentence
}

/** Properties that must be absent are left out; what is not declared is refused by `additionalProperties`. */
const withoutFalse = (properties: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== false))

function isRefused({ properties }: JsonObject, name: Json): boolean {
  return (
    isObject(properties) && typeof name === 'string' && Object.hasOwn(properties, name) && properties[name] === false
  )
}

/** Without alternatives that declare further properties, `unevaluatedProperties` means the same as `additionalProperties`, which generators support. */
function writeUnevaluated(written: JsonObject, schema: JsonObject, value: Json, each: (value: Json) => Json): void {
  if (typeof value !== 'boolean') written['unevaluatedProperties'] = each(value)
  else if (!value && !Object.keys(schema).some(name => listKeywords.has(name) || name === '$ref' || name === 'if'))
    written['additionalProperties'] ??= false
}

/** A title or description that is given by language in the language that the others are written in. */
function textOf(value: Json): Json {
  if (!isObject(value)) return value
  return value['en'] ?? Object.values(value)[0] ?? ''
}

function writeTuple(written: JsonObject, schema: JsonObject): void {
  const { prefixItems } = written
  if (schema['items'] === false) {
    const length = Array.isArray(prefixItems) ? prefixItems.length : 0
    const { maxItems } = written
    written['maxItems'] = typeof maxItems === 'number' ? Math.min(maxItems, length) : length
  }
}

/** Choices, `oneOf` of `const`, as an `enum` with the titles in `x-enum-names`. */
function writeChoices(written: JsonObject): void {
  for (const keyword of ['oneOf', 'anyOf']) {
    const choices = written[keyword]
    if (!Array.isArray(choices) || choices.length === 0 || 'enum' in written || 'const' in written) continue
    const values: Json[] = []
    const names: string[] = []
    for (const choice of choices) {
      if (!isObject(choice)) return
      const { const: value, title, type } = choice
      const isNull = value === undefined && type === 'null'
      if (value === undefined && !isNull) return
      values.push(value ?? null)
      names.push(typeof title === 'string' ? title : String(value ?? 'null'))
    }
    if (values.every(value => value === null)) return
    delete written[keyword]
    written['enum'] = values
    written['x-enum-names'] = names
  }
}

const typeOf = (value: Json): string => (Number.isInteger(value) ? 'integer' : typeOfJson(value))

function writeTypeOfValues(written: JsonObject): void {
  const { type, const: one } = written
  const values = Array.isArray(written['enum']) ? written['enum'] : one === undefined ? undefined : [one]
  if (values === undefined) return
  if (type === undefined) {
    const found = new Set(values.map(typeOf))
    if (found.has('number')) found.delete('integer')
    const types = [...found]
    written['type'] = types.length === 1 ? (types[0] ?? 'null') : types
  } else if (Array.isArray(type) && one !== undefined) written['type'] = typeOf(one)
}

/** Generators take an object without any of these keywords as empty. */
function writeOpenObject(written: JsonObject): void {
  const types = [written['type']].flat()
  if (types.includes('object') && !memberKeywords.some(name => name in written)) written['additionalProperties'] = {}
}

const memberKeywords = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'enum',
  'const',
  ...listKeywords,
  '$ref',
  'if',
]

function writeNumberFormat(written: JsonObject): void {
  const { type } = written
  const types = new Set(Array.isArray(type) ? type : [type])
  if (written['format'] !== undefined) return
  if (types.has('number')) written['format'] = 'double'
  else if (types.has('integer')) written['format'] = fits32Bits(written) ? 'int32' : 'int64'
  else return
  if (written['format'] !== 'int32' && !hasValues.some(name => name in written))
    written['examples'] = [numberIn(written)]
}

/** Keywords that give or restrict the values. Without them, tools that invent values take the largest number of the format. */
const hasValues = [
  'examples',
  'example',
  'enum',
  'const',
  'default',
  'multipleOf',
  ...listKeywords,
  '$ref',
  'not',
  'if',
]

/** A number within the limits of a schema, 0 if possible. */
function numberIn({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonObject): number {
  if (typeof minimum === 'number' && minimum > 0)
    return Math.ceil(minimum) <= Number(maximum ?? Infinity) ? Math.ceil(minimum) : minimum
  if (typeof maximum === 'number' && maximum < 0) return Math.floor(maximum)
  const [from, to] = [Number(exclusiveMinimum ?? -Infinity), Number(exclusiveMaximum ?? Infinity)]
  if (from < 0 && to > 0) return 0
  if (from >= 0) return from + 1 < to ? Math.floor(from) + 1 : (from + to) / 2
  return to - 1 > from ? Math.ceil(to) - 1 : (from + to) / 2
}

function fits32Bits({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  enum: values,
  const: one,
}: JsonObject): boolean {
  const known = Array.isArray(values) ? values : one === undefined ? undefined : [one]
  if (known !== undefined) return known.every(value => value === null || isInt32(value))
  return isInt32(minimum ?? exclusiveMinimum) && isInt32(maximum ?? exclusiveMaximum)
}

const isInt32 = (value: Json | undefined): boolean => typeof value === 'number' && value >= -int32 && value < int32

/** A schema that also accepts null. */
export function nullable(schema: JsonObject): JsonObject {
  const { type, enum: values } = schema
  if (Object.keys(schema).length === 0) return schema
  if (
    type === undefined ||
    schema['const'] !== undefined ||
    ['oneOf', 'anyOf', 'allOf', 'not', '$ref'].some(name => name in schema)
  )
    return { anyOf: [schema, { type: 'null' }] }
  const types = Array.isArray(type) ? type : [type]
  if (types.includes('null')) return schema
  const names = schema['x-enum-names']
  return {
    ...schema,
    type: [...types, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
    ...(Array.isArray(names) ? { 'x-enum-names': [...names, 'null'] } : {}),
  }
}

/** The same in OpenAPI 3.0 (an older form of JSON Schema). What it cannot express is left out: the schema then accepts more. */
function inVersion30(schema: JsonObject): JsonObject {
  const { $ref, ...siblings } = schema
  if ($ref !== undefined) {
    const { nullable: isNullable, ...rest } = inVersion30(siblings)
    if (Object.keys(rest).length === 0 && isNullable !== true) return { $ref }
    return { ...rest, ...(isNullable === true ? { nullable: true } : {}), allOf: [{ $ref }, ...listOf(rest['allOf'])] }
  }
  const written = Object.fromEntries(Object.entries(schema).filter(([name]) => !droppedIn30.has(name)))
  const { prefixItems, examples, patternProperties, const: one } = schema
  if (one !== undefined) {
    delete written['const']
    written['enum'] = [one]
  }
  if (Array.isArray(examples) && examples.length > 0) written['example'] ??= examples[0] ?? null
  if (Array.isArray(prefixItems)) {
    const kinds = [...prefixItems, ...(written['items'] === undefined ? [] : [written['items']])]
    written['items'] = schema['items'] === undefined && schema['maxItems'] === undefined ? {} : { anyOf: kinds }
  }
  if (patternProperties !== undefined && written['additionalProperties'] === false)
    delete written['additionalProperties']
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const bound = written[exclusive]
    if (typeof bound !== 'number') continue
    written[limit] = bound
    written[exclusive] = true
  }
  return withoutTypeLists(written)
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/** `type` names one type in 3.0, and `nullable` means that null is accepted too. */
function withoutTypeLists(written: JsonObject): JsonObject {
  const { type } = written
  const types = Array.isArray(type) ? type.filter(one => one !== 'null') : [type]
  const isNullType = type === 'null' || (Array.isArray(type) && types.length === 0)
  if (Array.isArray(type)) {
    delete written['type']
    const isNullable = type.includes('null') ? { nullable: true } : {}
    if (types.length === 1) Object.assign(written, { type: types[0] ?? 'string' }, isNullable)
    else if (types.length > 1 && written['anyOf'] === undefined) {
      const { enum: values, format = 'double' } = written
      written['anyOf'] = types.map(one => ({
        type: one ?? 'string',
        ...(Array.isArray(values) ? { enum: values.filter(value => value !== null && isOfType(value, one)) } : {}),
        ...(one === 'array' ? { items: {} } : {}),
        ...(one === 'integer' || one === 'number' ? { format } : {}),
        ...isNullable,
      }))
      for (const name of ['enum', 'format', 'x-enum-names']) delete written[name]
    }
  }
  if (isNullType) {
    written['type'] = 'string' // must be something, and null is all that the values can be
    written['nullable'] = true
    written['enum'] = [null]
  }
  if (written['type'] === 'array') written['items'] ??= {}
  for (const keyword of ['anyOf', 'oneOf']) {
    const alternatives = written[keyword]
    if (!Array.isArray(alternatives)) continue
    const others = alternatives.filter(one => !isNullAlone(one))
    if (others.length === alternatives.length || !others.every(isTyped)) continue
    written[keyword] = others.map(one => ({ ...one, nullable: true }))
  }
  return written
}

const isOfType = (value: Json, type: Json | undefined): boolean =>
  typeOf(value) === type || (type === 'number' && typeof value === 'number')

const isNullAlone = (schema: Json): boolean =>
  isObject(schema) && Array.isArray(schema['enum']) && schema['enum'].every(value => value === null)

const isTyped = (schema: Json): schema is JsonObject => isObject(schema) && typeof schema['type'] === 'string'

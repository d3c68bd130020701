import type { ErrorObject } from 'ajv'
import type { Json, JsonObject } from '../../json/types.ts'
import { furtherFormats } from '../formats.ts'
import { referenceMessage } from '../references/reference-nodes.ts'

const maxListLength = 300

/**
 * What is wrong, without the place: `must be a number`. Contains what the schema requires, never the value.
 * @param error a failure of a keyword that does not combine other schemas
 */
export function messageOf({ keyword, schema, params }: ErrorObject): string {
  const limit = String(schema)
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'dependentRequired':
      return `is required when ${String(params.property)} is there`
    case 'type':
      return `must be ${typeList(namesIn(schema))}`
    case 'enum':
      return `must be one of ${valueList(Array.isArray(schema) ? schema : [])}`
    case 'const':
      return `must be ${valueList([schema])}`
    case 'format':
      return furtherFormats.get(limit)?.message ?? `must be a valid ${limit}`
    case 'pattern':
      return `must match the pattern ${shorten(limit)}`
    case 'uniqueItems':
      return 'must not contain the same value twice'
    case 'not':
      return 'must not be what the schema excludes'
    case 'x-never':
      return schema === 'additionalProperties' || schema === 'unevaluatedProperties'
        ? 'is not a property that the schema declares'
        : 'is not allowed'
    case 'x-resource-type':
      return referenceMessage([String(schema)])
    case 'propertyNames':
      return 'is not a name that a property may have here'
    case 'contains':
      return containsMessage(params)
    default:
      return limits[keyword]?.(limit, plural(Number(schema))) ?? 'does not fit the schema'
  }
}

/** What a message is about, for clients that word it themselves; undefined when the code is enough. */
export function paramsOf({ keyword, schema, params }: ErrorObject): JsonObject | undefined {
  switch (keyword) {
    case 'required':
      return { missingProperty: params.missingProperty }
    case 'dependentRequired':
      return { missingProperty: params.missingProperty, property: params.property }
    case 'type':
      return { types: namesIn(schema) }
    case 'enum':
      return allowedValues(Array.isArray(schema) ? schema : [])
    case 'const':
      return allowedValues([params.allowedValue])
    case 'format':
      return { format: String(schema) }
    case 'pattern':
      return { pattern: String(schema) }
    case 'x-resource-type':
      return { type_slugs: [String(schema)] }
    case 'propertyNames':
      return { propertyName: params.propertyName }
    case 'contains':
      return { ...params }
    default:
      return keyword in limits ? { limit: Number(schema) } : undefined
  }
}

const maxAllowedValues = 100
const maxValuesLength = 2000

/** @returns `more: true` when these are only the first ones */
export function allowedValues(values: readonly Json[]): JsonObject {
  const fitting: Json[] = []
  let length = 0
  for (const value of values) {
    length += JSON.stringify(value).length
    if (fitting.length === maxAllowedValues || length > maxValuesLength) return { allowedValues: fitting, more: true }
    fitting.push(value)
  }
  return { allowedValues: fitting }
}

const limits: Record<string, (limit: string, s: string) => string> = {
  minimum: limit => `must be at least ${limit}`,
  maximum: limit => `must be at most ${limit}`,
  exclusiveMinimum: limit => `must be greater than ${limit}`,
  exclusiveMaximum: limit => `must be less than ${limit}`,
  multipleOf: limit => `must be a multiple of ${limit}`,
  minLength: (limit, s) => `must have at least ${limit} character${s}`,
  maxLength: (limit, s) => `must have at most ${limit} character${s}`,
  minItems: (limit, s) => `must have at least ${limit} item${s}`,
  maxItems: (limit, s) => `must have at most ${limit} item${s}`,
  minProperties: limit => `must have at least ${limit} ${limit === '1' ? 'property' : 'properties'}`,
  maxProperties: limit => `must have at most ${limit} ${limit === '1' ? 'property' : 'properties'}`,
}

const plural = (count: number): string => (count === 1 ? '' : 's')

const withArticle: Record<string, string> = {
  null: 'null',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
}

/** The names in a value of `type`. */
const namesIn = (types: unknown): string[] => (Array.isArray(types) ? types : [types]).map(String)

/** `a string or null` */
export function typeList(types: readonly string[]): string {
  const names = types.map(type => withArticle[type] ?? type)
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** `"a", "b"` */
export function valueList(values: readonly unknown[]): string {
  let list = ''
  for (const value of values) {
    if (list.length > maxListLength) return `${list}, …`
    list += (list === '' ? '' : ', ') + shorten(JSON.stringify(value))
  }
  return list === '' ? 'nothing' : list
}

export const shorten = (text: string, maxLength = 200): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`

function containsMessage({ minContains, maxContains }: Record<string, unknown>): string {
  const upTo = maxContains === undefined ? '' : ` and at most ${String(maxContains)}`
  return `must contain at least ${String(minContains)}${upTo} of the items that the schema asks for`
}

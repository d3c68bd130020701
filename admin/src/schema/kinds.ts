import { isObject } from '../api/transport/json.ts'
import type { JsonObject } from '../api/transport/json.ts'
import { choicesOf } from './choices.ts'

/** How a value is shown, edited and filtered. */
export type Kind =
  | 'text'
  | 'long-text'
  | 'email'
  | 'uri'
  | 'image'
  | 'colour'
  | 'date'
  | 'time'
  | 'date-time'
  | 'duration'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'enum'
  | 'reference'
  | 'array'
  | 'object'
  /** A user who can sign in. */
  | 'agent'
  /** Any value: the schema names no type, or several. */
  | 'any'

const formats: Readonly<Record<string, Kind>> = {
  email: 'email',
  'idn-email': 'email',
  uri: 'uri',
  iri: 'uri',
  'uri-reference': 'uri',
  'iri-reference': 'uri',
  date: 'date',
  time: 'time',
  'date-time': 'date-time',
  duration: 'duration',
  color: 'colour',
}

/** Texts that can be longer than this are long texts. */
export const maxShortText = 300

/** The JSON types that a resolved schema allows, without null. */
export function typesOf(schema: JsonObject): string[] {
  const { type, properties, items, anyOf, oneOf } = schema
  if (typeof type === 'string') return type === 'null' ? [] : [type]
  if (Array.isArray(type)) return type.filter(one => typeof one === 'string').filter(one => one !== 'null')
  const choices = [anyOf, oneOf].find(Array.isArray)
  if (choices !== undefined) return [...new Set(choices.flatMap(choice => (isObject(choice) ? typesOf(choice) : [])))]
  if (isObject(properties)) return ['object']
  return items === undefined ? [] : ['array']
}

/** Whether null is allowed. */
export function allowsNull(schema: JsonObject): boolean {
  const { type, enum: values, anyOf, oneOf } = schema
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return true
  if (type === undefined && Array.isArray(values) && values.includes(null)) return true
  return [anyOf, oneOf].some(
    choices => Array.isArray(choices) && choices.some(choice => isObject(choice) && allowsNull(choice)),
  )
}

/** Replace `anyOf` or `oneOf` of one schema and null by that schema. */
export function withoutNull(schema: JsonObject): JsonObject {
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const choices = schema[keyword]
    if (!Array.isArray(choices)) continue
    const others = choices.filter(choice => !(isObject(choice) && choice['type'] === 'null'))
    const [only] = others
    if (others.length !== 1 || !isObject(only)) continue
    const { [keyword]: _choices, ...rest } = schema
    return { ...only, ...rest }
  }
  return schema
}

/** Whether values are numbers, which are aligned in columns. */
export const isNumeric = ({ kind }: { kind: Kind }): boolean => kind === 'number' || kind === 'integer'

/** The kind of a resolved schema. */
export function kindOf(schema: JsonObject): Kind {
  if (typeof schema['x-resource-type'] === 'string' && !typesOf(schema).includes('array')) return 'reference'
  if (choicesOf(schema) !== undefined) return 'enum'
  const [type, ...more] = typesOf(schema)
  if (more.length > 0) return type === 'integer' && more[0] === 'number' && more.length === 1 ? 'number' : 'any'
  if (type === 'string') return kindOfText(schema)
  return type === 'number' || type === 'integer' || type === 'boolean' || type === 'array' || type === 'object'
    ? type
    : 'any'
}

/** A pattern that matches only colours such as `#336699`. */
const hexColour = /^\^#\(?\[(?:0-9|a-f|A-F)+\]\{6\}\)?\$$/

function kindOfText({ format, maxLength, contentMediaType, pattern, ...schema }: JsonObject): Kind {
  const isHexColour = typeof pattern === 'string' && hexColour.test(pattern)
  if (schema['x-format'] === 'color' || format === 'color' || isHexColour) return 'colour'
  if (typeof contentMediaType === 'string' && contentMediaType.startsWith('image/')) return 'image'
  if (typeof format === 'string' && Object.hasOwn(formats, format)) return formats[format] ?? 'text'
  return typeof maxLength === 'number' && maxLength > maxShortText ? 'long-text' : 'text'
}

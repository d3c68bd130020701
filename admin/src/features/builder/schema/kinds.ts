import { isObject } from '../../../api/transport/json.ts'
import { kindOf, maxShortText, typesOf } from '../../../schema/index.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'
import { isOfChoices } from './choices.ts'

/** The kinds of property that the builder offers. */
export const builderKinds = [
  'text',
  'long-text',
  'formatted-text',
  'email',
  'link',
  'image',
  'number',
  'integer',
  'boolean',
  'date',
  'time',
  'date-time',
  'duration',
  'colour',
  'choice',
  'choices',
  'reference',
  'references',
  'texts',
  'object',
  'anything',
] as const

export type BuilderKind = (typeof builderKinds)[number]

/** The schema of a new property of each kind. */
const initialSchemas: Readonly<Record<BuilderKind, JsonObject>> = {
  text: { type: 'string' },
  'long-text': { type: 'string', maxLength: 20_000, 'x-index': false },
  'formatted-text': { type: 'string', contentMediaType: 'text/markdown', 'x-index': false },
  email: { type: 'string', format: 'email' },
  link: { type: 'string', format: 'uri' },
  image: { type: 'string', format: 'uri', contentMediaType: 'image/*' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'time' },
  'date-time': { type: 'string', format: 'date-time' },
  duration: { type: 'string', format: 'duration' },
  colour: { type: 'string', 'x-format': 'color', pattern: '^#[0-9a-fA-F]{6}$' },
  choice: { type: 'string', enum: [] },
  choices: { type: 'array', items: { type: 'string', enum: [] }, uniqueItems: true },
  reference: { type: 'string', 'x-resource-type': '' },
  references: { type: 'array', items: { type: 'string', 'x-resource-type': '' }, uniqueItems: true },
  texts: { type: 'array', items: { type: 'string' } },
  object: { type: 'object', properties: {} },
  anything: {},
}

/** The optional keywords of each kind, besides those that define it. */
export const rulesOf: Readonly<Record<BuilderKind, readonly string[]>> = {
  text: ['minLength', 'maxLength', 'pattern'],
  'long-text': ['minLength', 'maxLength'],
  'formatted-text': ['minLength', 'maxLength'],
  email: ['maxLength'],
  link: ['maxLength'],
  image: ['maxLength'],
  number: ['minimum', 'maximum', 'multipleOf'],
  integer: ['minimum', 'maximum', 'multipleOf'],
  boolean: [],
  date: [],
  time: [],
  'date-time': [],
  duration: [],
  colour: [],
  choice: [],
  choices: ['minItems', 'maxItems', 'uniqueItems'],
  reference: ['x-on-archive'],
  references: ['minItems', 'maxItems', 'uniqueItems'],
  texts: ['minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties'],
  anything: [],
}

/** The field that edits the default of a new resource; none for kinds without a short value. */
export const defaultFields: Partial<Record<BuilderKind, 'text' | 'number' | 'integer' | 'choice'>> = {
  text: 'text',
  'long-text': 'text',
  email: 'text',
  link: 'text',
  image: 'text',
  date: 'text',
  time: 'text',
  'date-time': 'text',
  duration: 'text',
  colour: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'choice',
  choice: 'choice',
}

const notScalar: ReadonlySet<BuilderKind> = new Set(['choices', 'references', 'texts', 'object', 'anything'])

/** Whether the kind has single values, which can be unique and sorted by. */
export const isScalarKind = (kind: BuilderKind): boolean => !notScalar.has(kind)

/** Keywords that depend on the kind; all others stay when the kind changes. */
const kindKeywords = new Set(
  Object.values(rulesOf)
    .flat()
    .concat('type', 'format', 'x-format', 'enum', 'items', 'contentMediaType', 'x-resource-type', 'default', 'x-index')
    .concat('$ref', 'const', 'allOf', 'anyOf', 'oneOf', 'not', 'prefixItems', 'contains'),
)

const unsupportedKeywords = ['$ref', 'const', 'allOf', 'anyOf', 'not', 'if', 'prefixItems', 'contains']

/** The kind of a property's schema; undefined when it can be edited only as JSON. */
export function builderKindOf(part: Json | undefined): BuilderKind | undefined {
  if (!isObject(part) || unsupportedKeywords.some(keyword => Object.hasOwn(part, keyword))) return undefined
  if (part['enum'] !== undefined || part['oneOf'] !== undefined) {
    const isOfTexts = typesOf(part).every(type => type === 'string') && isOfChoices(part)
    return isOfTexts && part['x-resource-type'] === undefined ? 'choice' : undefined
  }
  const types = typesOf(part)
  const [type = part['x-resource-type'] === undefined ? undefined : 'string'] = types
  if (types.length > 1) return undefined
  if (type === 'array') return kindOfList(part)
  if (type === undefined)
    return Object.keys(part).some(key => kindKeywords.has(key) && key !== 'x-index') ? undefined : 'anything'
  if (part['x-resource-type'] !== undefined) return 'reference'
  if (type === 'string') return kindOfText(part)
  return type === 'number' || type === 'integer' || type === 'boolean' || type === 'object' ? type : undefined
}

function kindOfText(part: JsonObject): BuilderKind {
  const { format, contentMediaType, maxLength } = part
  if (kindOf(part) === 'colour') return 'colour'
  if (typeof contentMediaType === 'string' && contentMediaType.startsWith('image/')) return 'image'
  if (contentMediaType === 'text/markdown') return 'formatted-text'
  if (format === 'email' || format === 'date' || format === 'time' || format === 'date-time' || format === 'duration')
    return format
  if (format === 'uri') return 'link'
  return typeof maxLength === 'number' && maxLength > maxShortText ? 'long-text' : 'text'
}

function kindOfList(part: JsonObject): BuilderKind | undefined {
  const { items } = part
  if (part['x-resource-type'] !== undefined) return 'references'
  const item = builderKindOf(items)
  if (item === 'reference') return 'references'
  if (item === 'choice') return 'choices'
  return item === 'text' ? 'texts' : undefined
}

/** A property's schema converted to another kind. Keeps the keywords that fit the new kind, and those that the builder does not know. */
export function withKind(part: JsonObject, kind: BuilderKind): JsonObject {
  const rules = rulesOf[kind]
  const wasColour = builderKindOf(part) === 'colour'
  const kept = Object.entries(part).filter(([key, value]) => {
    if (key === 'x-unique') return isScalarKind(kind)
    if (key === 'pattern' && wasColour) return false // this pattern made it a colour
    if (key === 'maxLength') return rules.includes(key) && Number(value) > maxShortText === (kind === 'long-text')
    return !kindKeywords.has(key) || rules.includes(key)
  })
  const { title, description, ...begun } = { ...Object.fromEntries(kept), ...missingRules(kind, kept) }
  return {
    ...withInnermost(initialSchema(part, kind), inner => carryOverTarget(inner, innermost(part))),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...begun,
  }
}

/** Keep the options or the referenced type when a single value becomes a list, or the reverse. */
function carryOverTarget(inner: JsonObject, before: JsonObject): JsonObject {
  if (inner['enum'] !== undefined && isOfChoices(before)) {
    const { enum: _none, ...rest } = inner
    return { ...rest, ...pick(before, ['enum', 'oneOf']) }
  }
  return inner['x-resource-type'] === undefined
    ? inner
    : { ...inner, ...pick(before, ['x-resource-type', 'x-on-archive']) }
}

const pick = (from: JsonObject, keywords: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(from).filter(([keyword]) => keywords.includes(keyword)))

/** The keywords that define a kind; null stays allowed if it was. */
function initialSchema(part: JsonObject, kind: BuilderKind): JsonObject {
  const { maxLength: _length, uniqueItems: _unique, properties: _properties, ...own } = initialSchemas[kind]
  const allowsNull = Array.isArray(part['type']) && part['type'].includes('null')
  return allowsNull && typeof own['type'] === 'string' ? { ...own, type: [own['type'], 'null'] } : own
}

/** Initial rules of a kind that the schema does not have yet. */
function missingRules(kind: BuilderKind, kept: readonly (readonly [string, Json])[]): JsonObject {
  const names = new Set(kept.map(([key]) => key))
  return Object.fromEntries(
    Object.entries(initialSchemas[kind]).filter(([key]) => rulesOf[kind].includes(key) && !names.has(key)),
  )
}

/** The schema that lists the options or names the referenced type: for a list, the schema of its items. */
export const innermost = (part: JsonObject): JsonObject =>
  isObject(part['items']) && part['x-resource-type'] === undefined ? part['items'] : part

/** The property's schema with a changed innermost schema. */
export const withInnermost = (part: JsonObject, change: (inner: JsonObject) => JsonObject): JsonObject =>
  isObject(part['items']) && part['x-resource-type'] === undefined
    ? { ...part, items: change(part['items']) }
    : change(part)

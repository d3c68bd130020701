import { fields, schemas } from '../../../../../admin/src/index.ts'
import { isObject } from '../../../../../lib/json/types.ts'
import type { Json, JsonObject } from '../../../../../lib/json/types.ts'
import { isOfChoices } from './choices.ts'

/** The groups in which kinds are offered, in their order; what no group names, such as the kinds of plugins, is at the end. */
const kindGroups = {
  text: ['text', 'long-text', 'formatted-text', 'email'],
  numbers: ['number', 'integer'],
  time: ['date', 'time', 'date-time', 'duration'],
  choices: ['enum', 'enums', 'boolean', 'color'],
  links: ['reference', 'references', 'file', 'uri', 'image'],
} satisfies Readonly<Record<string, readonly string[]>>

/** The group in which a kind is offered. */
export const groupOfKind = (kind: string): string =>
  Object.entries(kindGroups).find(([, kinds]) => kinds.some(one => one === kind))?.[0] ?? 'structure'

/** The kinds of property that the builder offers, by group. */
export const builderKinds = (): string[] => {
  const kinds = fields.fieldKinds().flatMap(({ kind, starter }) => (starter === undefined ? [] : [kind]))
  return [...Object.keys(kindGroups), 'structure'].flatMap(name => kinds.filter(kind => groupOfKind(kind) === name))
}

/** How the builder offers a kind; undefined for a property that can be edited only as JSON. */
export const starterOf = (kind: string | undefined): fields.FieldKind['starter'] =>
  kind === undefined ? undefined : fields.fieldOf(kind).starter

/** The optional keywords of a kind, besides those that define it. */
export const keywordsOf = (kind: string): readonly string[] => starterOf(kind)?.keywords ?? []

/** Whether the kind has single values, which can be unique and sorted by. */
export const isScalarKind = (kind: string): boolean => starterOf(kind)?.isCompound !== true

/** Whether a keyword depends on the kind; all others stay when the kind changes. */
function dependsOnKind(keyword: string): boolean {
  return kindKeywords.has(keyword) || builderKinds().some(kind => keywordsOf(kind).includes(keyword))
}
const ownKeywords = [
  'type',
  'format',
  'x-format',
  'enum',
  'items',
  'contentMediaType',
  'x-resource-type',
  'default',
  'x-index',
]
const structure = ['$ref', 'const', 'allOf', 'anyOf', 'oneOf', 'not', 'prefixItems', 'contains']
const kindKeywords: ReadonlySet<string> = new Set([...ownKeywords, ...structure])

const unsupportedKeywords = ['$ref', 'const', 'allOf', 'anyOf', 'not', 'if', 'prefixItems', 'contains']

/** The kind of a property's schema; undefined when it can be edited only as JSON. */
export function builderKindOf(part: Json | undefined): string | undefined {
  if (!isObject(part) || !isSupported(part)) return undefined
  const types = schemas.typesOf(part)
  const whole = types.length === 0 && part['x-resource-type'] !== undefined ? { ...part, type: 'string' } : part
  return fields.fieldFor(schemas.propertyOf('', whole), ({ starter }) => starter !== undefined)?.kind
}

function isSupported(part: JsonObject): boolean {
  if (unsupportedKeywords.some(keyword => Object.hasOwn(part, keyword))) return false
  const types = schemas.typesOf(part)
  const [type] = types
  const isReference = part['x-resource-type'] !== undefined
  if (part['enum'] !== undefined || part['oneOf'] !== undefined)
    return types.every(one => one === 'string') && isOfChoices(part) && !isReference
  if (types.length > 1) return false
  if (type === 'array') return isReference || (isObject(part['items']) && isSupported(part['items']))
  if (type !== undefined || isReference) return true
  return !Object.keys(part).some(key => dependsOnKind(key) && key !== 'x-index')
}

/** A property's schema converted to another kind. Keeps the keywords that fit the new kind, and those that the builder does not know. */
export function withKind(part: JsonObject, kind: string): JsonObject {
  const rules = keywordsOf(kind)
  const before = builderKindOf(part)
  const kept = Object.entries(part).filter(([key, value]) => {
    if (key === 'x-unique') return isScalarKind(kind)
    if (before !== undefined && before !== kind && defines(before, key)) return false
    if (key === 'maxLength')
      return rules.includes(key) && isLong({ type: 'string', maxLength: value }) === (kind === 'long-text')
    return !dependsOnKind(key) || rules.includes(key)
  })
  const { title, description, ...begun } = { ...Object.fromEntries(kept), ...missingRules(kind, kept) }
  return {
    ...withInnermost(initialSchema(part, kind), inner => carryOverTarget(inner, innermost(part))),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...begun,
  }
}

const isLong = (part: JsonObject): boolean => schemas.propertyOf('', part).kind === 'long-text'

/** Whether a keyword makes a property one of this kind. */
const defines = (kind: string, keyword: string): boolean =>
  Object.hasOwn(starterOf(kind)?.schema ?? {}, keyword) && !keywordsOf(kind).includes(keyword)

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
function initialSchema(part: JsonObject, kind: string): JsonObject {
  const { maxLength: _length, uniqueItems: _unique, properties: _properties, ...own } = starterOf(kind)?.schema ?? {}
  const allowsNull = Array.isArray(part['type']) && part['type'].includes('null')
  if (!allowsNull || typeof own['type'] !== 'string') return own
  return { ...own, type: [own['type'], 'null'], ...(Array.isArray(own['enum']) && { enum: [...own['enum'], null] }) }
}

/** Initial rules of a kind that the schema does not have yet. */
function missingRules(kind: string, kept: readonly (readonly [string, Json])[]): JsonObject {
  const names = new Set(kept.map(([key]) => key))
  return Object.fromEntries(
    Object.entries(starterOf(kind)?.schema ?? {}).filter(([key]) => keywordsOf(kind).includes(key) && !names.has(key)),
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

import { isObject } from '../../../api/transport/json.ts'
import type { JsonObject } from '../../../api/transport/json.ts'
import { choicesOf, typesOf } from '../../../schema/index.ts'
import type { Kind, Property } from '../../../schema/index.ts'
import { isCodeLanguage } from '../../../ui/fields/code/codeLanguages.ts'

/** How a value is edited: the kinds for display, with more distinctions between lists, objects and alternatives. */
export type FormKind =
  | Exclude<Kind, 'array' | 'any' | 'agent'>
  | 'multi-enum'
  | 'reference-list'
  | 'chips'
  | 'code'
  | 'list'
  | 'choice'
  | 'json'

const pictures = /(?:image|logo|avatar|photo|picture|thumbnail|portrait|cover)(?:_?url|_?uri)?$/i

/** The kind that decides which renderer a property gets. */
export function formKindOf({ kind, schema, items, name, choices }: Property): FormKind {
  if (kind === 'array') return listKind(schema, items)
  if (kind === 'uri' && pictures.test(name)) return 'image'
  if ((kind === 'text' || kind === 'long-text') && isCodeLanguage(schema['contentMediaType'])) return 'code'
  if (kind === 'enum' || kind === 'reference') return kind
  if (choices === undefined && alternativesOf(schema).length > 1) return 'choice'
  if (kind === 'object') return isObject(schema['properties']) ? 'object' : 'json'
  return kind === 'any' || kind === 'agent' ? 'json' : kind
}

/** Longer texts are not shown as chips; texts of a set can be slightly longer. */
const maxChipLength = 100
const maxChipLengthInSet = 200

function listKind({ items: each, prefixItems, uniqueItems }: JsonObject, items: Property | undefined): FormKind {
  if (prefixItems !== undefined || !isObject(each) || items === undefined) return 'json'
  if (items.kind === 'reference') return 'reference-list'
  if (items.kind === 'enum') return 'multi-enum'
  const { maxLength } = items.schema
  const isShort =
    uniqueItems === true
      ? typeof maxLength !== 'number' || maxLength <= maxChipLengthInSet
      : typeof maxLength === 'number' && maxLength <= maxChipLength
  return items.kind === 'text' && !items.isNullable && isShort ? 'chips' : 'list'
}

/** The alternatives of a value: branches of `oneOf` or `anyOf`, or the types of a union; empty when there is no choice. */
export function alternativesOf(schema: JsonObject): JsonObject[] {
  const { oneOf, anyOf, type, ...rest } = schema
  const branches = [oneOf, anyOf].find(Array.isArray)
  if (branches !== undefined && choicesOf(schema) === undefined) {
    const others = branches.filter(isObject).filter(one => one['type'] !== 'null')
    const isAllTexts = others.every(one => typesOf(one).join() === 'string' && choicesOf(one) === undefined)
    return isAllTexts && others.length > 1 && typesOf(schema).length === 1 ? [] : others
  }
  const types = Array.isArray(type) ? type.filter(one => one !== 'null') : []
  if (types.length < 2 || (types.length === 2 && types.includes('integer') && types.includes('number'))) return []
  return types.map(one => ({ ...rest, type: one }))
}

const short = new Set<FormKind>([
  'number',
  'integer',
  'date',
  'time',
  'enum',
  'boolean',
  'colour',
  'duration',
  'email',
  'reference',
])
const oneLine = new Set<FormKind>(['text', 'uri', 'date-time'])

/** Whether a field takes half of the width if there is room. */
export const isShort = (property: Property): boolean => {
  const { maxLength } = property.schema
  const kind = formKindOf(property)
  return short.has(kind) || (kind === 'text' && typeof maxLength === 'number' && maxLength <= 40)
}

/** Whether a field takes half of the width of a wide form: everything that needs one line. */
export const isOneLine = (property: Property): boolean => oneLine.has(formKindOf(property))

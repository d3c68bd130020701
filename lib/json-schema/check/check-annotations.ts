import type { Json, JsonObject } from '../../json/types.ts'
import { InvalidInput } from '../../errors/index.ts'
import { cloneJson, isObject, pointerOf, pointerTokens, memberAt } from '../../json/index.ts'
import { isLanguageTag } from '../../language/index.ts'
import type { ColumnKind } from '../columns/column.ts'
import { Shapes } from '../columns/shape.ts'
import { readSchema } from '../compile-schema.ts'
import type { ReadSchema } from '../compile-schema.ts'
import { colors } from './colors.ts'
import { holdsTexts } from './check-extensions.ts'
import { Problems } from './problems.ts'
import { placeholdersOf, readLabelTemplate } from '../columns/label-template.ts'
import { isMediaTypes, maxMediaTypes } from '../references/media-types.ts'
import type { SchemaNode } from '../tree/schema-tree.ts'
import type { LabelPlaceholder } from '../columns/label-template.ts'
import { typeNames } from '../columns/type-set.ts'
import type { AnnotationFault } from '../columns/columns.ts'
import { notAColumn, valueKindOf } from '../columns/value-kind.ts'
import { resolver } from '../columns/field-resolver.ts'

/** Returns what is wrong with the value of an annotation; undefined when nothing is. */
type Check = (value: Json, schema: ReadSchema, node: SchemaNode) => string | undefined

const unless = (fits: boolean, problem: string): string | undefined => (fits ? undefined : problem)

const maxNameLength = 200
const maxDescriptionLength = 10_000
const isText = (value: Json | undefined, maxLength: number): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= maxLength
const isName = (value: Json | undefined): boolean => isText(value, maxNameLength)
const name: Check = value =>
  unless(isName(value), `must be a text of 1 to ${maxNameLength} characters that are not all spaces`)

const iconName = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const widths = ['half', 'full']
const groupLayouts = ['headings', 'tabs']

const indexes: Check = (_value, { indexFaults }) => unless(indexFaults.length === 0, indexFaults.join('; '))

const isBoolean: Check = value => unless(typeof value === 'boolean', 'must be true or false')

const oneOf =
  (words: readonly string[]): Check =>
  value =>
    unless(typeof value === 'string' && words.includes(value), `must be one of ${words.join(', ')}`)

/** An object of texts by the tags of their languages (BCP 47). */
const byLanguage =
  (fits: (value: Json) => boolean, form: string): Check =>
  value =>
    unless(
      isObject(value) && Object.entries(value).every(([tag, text]) => isLanguageTag(tag) && fits(text)),
      `must be an object of ${form} by language (BCP 47), such as "de"`,
    )

const names = byLanguage(isName, `texts of 1 to ${maxNameLength} characters`)
const descriptions = byLanguage(
  text => isText(text, maxDescriptionLength),
  `texts of 1 to ${maxDescriptionLength} characters`,
)

const isOneAndMany = (value: Json): boolean =>
  isObject(value) && Object.keys(value).length === 2 && isName(value.one) && isName(value.many)

const namesOfType = byLanguage(isOneAndMany, '{"one": text, "many": text}')
const typeNamesOrTitles = byLanguage(
  value => isOneAndMany(value) || isName(value),
  '{"one": text, "many": text}, or texts,',
)

/** The name of a property of the root that is a column of one of these kinds, with single values. */
const propertyOf =
  (kinds: readonly ColumnKind[], problem: string) =>
  (value: Json, { root }: ReadSchema): string | undefined => {
    const shape = typeof value === 'string' ? root.property(value) : undefined
    if (shape === undefined) return 'must be the name of a property of the schema'
    const { kind, scalar } = valueKindOf(shape)
    if (kind === 'json') return `${problem}; ${String(value)} ${notAColumn(typeNames(shape.types))}`
    return unless(scalar && kinds.includes(kind), problem)
  }

/** The annotations that name a property of the root. */
const naming = {
  'x-display-property': propertyOf(
    ['text', 'number', 'instant'],
    'must name a property that is a text, a number or a date',
  ),
  'x-order-property': propertyOf(['number'], 'must name a property that is a number or an integer'),
}

/** The annotations of a type. */
const ofRoot: Readonly<Record<string, Check>> = {
  ...naming,
  'x-label': checkLabel,
  'x-plural': name,
  'x-icon': value => unless(typeof value === 'string' && iconName.test(value), 'must be the name of an icon'),
  'x-color': oneOf(colors),
  'x-labels': checkLabels,
  'x-titles': checkTypeTitles,
  'x-descriptions': descriptions,
  'x-keep-versions': value =>
    unless(Number.isSafeInteger(value) && Number(value) >= 1, 'must be a whole number of at least 1'),
  'x-group-layout': oneOf(groupLayouts),
  'x-private': isBoolean,
  'x-drafts': isBoolean,
  'x-indexes': indexes,
}

/** The annotations of a property, and of one of its choices. */
const ofProperty: Readonly<Record<string, Check>> = {
  'x-titles': names,
  'x-descriptions': descriptions,
  'x-group': name,
  'x-groups': names,
  'x-reverse-title': name,
  'x-reverse-titles': names,
  'x-width': oneOf(widths),
  'x-show-if': checkCondition,
  'x-show-if-item': checkCondition,
  'x-list': isBoolean,
  'x-media-types': mediaTypes,
  'x-color': oneOf(colors),
  'x-private': isBoolean,
}

/**
 * Check the annotations of a schema. Nothing in the service depends on them: a type whose stored schema has invalid ones still opens, and can be changed.
 * @param before the schema that it replaces; annotations that it already has are not checked, except a valid `x-indexes`
 * @throws `InvalidInput` naming everything that is wrong
 */
export function checkAnnotations(schema: JsonObject | null, before: JsonObject | null): void {
  if (schema === null) return
  const problems = new Problems('schema')
  for (const { pointer, message } of faultsOf(schema, before)) problems.add(pointer, message)
  problems.refuse()
}

/**
 * A schema without the annotations that {@link checkAnnotations} refuses, for a schema that was not written for this service, where the same
 * keywords can mean something else.
 */
export const dropFaultyAnnotations = (schema: JsonObject): JsonObject =>
  withoutAnnotations(schema, faultsOf(schema, null))

/** A schema of an earlier version without the annotations that name, or are on, a property which is no column; and these. */
export function dropColumnFaults(schema: JsonObject): { schema: JsonObject; dropped: readonly AnnotationFault[] } {
  const dropped = columnFaultsOf(readSchema(schema))
  return { schema: withoutAnnotations(schema, dropped), dropped }
}

function withoutAnnotations(schema: JsonObject, faults: readonly AnnotationFault[]): JsonObject {
  if (faults.length === 0) return schema
  const copy = cloneJson(schema)
  for (const { pointer } of faults) {
    const tokens = pointerTokens(pointer)
    const keyword = tokens.pop() ?? ''
    const node = tokens.reduce<Json | undefined>(memberAt, copy)
    if (isObject(node)) delete node[keyword]
  }
  return copy
}

function faultsOf(schema: JsonObject, before: JsonObject | null): AnnotationFault[] {
  const known = new Set<string>()
  if (before !== null) collectAnnotations(before, known)
  // One that was valid is checked again: a property that it names can be gone.
  if (before?.['x-indexes'] !== undefined && readSchema(before).indexFaults.length === 0)
    known.delete(keyOf('x-indexes', before['x-indexes']))
  const read = readSchema(schema)
  const secretBefore = new Set(before === null ? [] : secretFaults(readSchema(before)).map(({ pointer }) => pointer))
  const ofSecrets = secretFaults(read).filter(({ pointer }) => !secretBefore.has(pointer))
  const others = read.tree.nodes.flatMap(node =>
    Object.entries(node === read.tree.root ? ofRoot : ofProperty).flatMap(([keyword, check]) => {
      const value = Object.hasOwn(node.own, keyword) ? node.own[keyword] : undefined
      if (value === undefined || known.has(keyOf(keyword, value))) return []
      const message = check(value, read, node)
      return message === undefined ? [] : [{ pointer: `${node.pointer}/${keyword}`, message }]
    }),
  )
  return [
    ...others,
    ...columnFaultsOf(read).filter(({ pointer }) => others.every(one => one.pointer !== pointer)),
    ...ofSecrets,
  ]
}

/** The annotations that would show what is secret (`writeOnly`, `format: password`). */
function secretFaults({ tree, secrets, secretReferences }: ReadSchema): AnnotationFault[] {
  if (secrets.isEmpty) return []
  const { own } = tree.root
  const faults: AnnotationFault[] = []
  const check = (pointer: string, path: readonly string[]): void => {
    const message = `names ${path.join('.')}, which is never shown (writeOnly, or format: password)`
    if (secrets.includes(path)) faults.push({ pointer, message })
  }
  for (const keyword of ['x-display-property', 'x-order-property']) {
    const name = own[keyword]
    if (typeof name === 'string') check(`/${keyword}`, [name])
  }
  const checkTemplate = (pointer: string, template: Json | undefined): void => {
    const parsed = typeof template === 'string' ? readLabelTemplate(template) : undefined
    if (parsed !== undefined && 'parts' in parsed)
      for (const { path } of placeholdersOf(parsed.parts)) check(pointer, path)
  }
  checkTemplate('/x-label', own['x-label'])
  const translations = own['x-labels']
  if (isObject(translations))
    for (const [tag, template] of Object.entries(translations)) checkTemplate(pointerOf(['x-labels', tag]), template)
  const message = 'a reference cannot be secret (writeOnly, or format: password): others see what refers to a resource'
  return [...faults, ...secretReferences.map(pointer => ({ pointer, message }))]
}

const keyOf = (keyword: string, value: Json): string => `${keyword} ${JSON.stringify(value)}`

/** Every annotation in a schema, at any place: a property that is moved or renamed keeps its annotations. */
function collectAnnotations(value: Json, found: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectAnnotations(item, found)
  else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (key.startsWith('x-')) found.add(keyOf(key, inner))
      collectAnnotations(inner, found)
    }
  }
}

/** The annotations that need a column but name a property that is none. They are checked whenever a schema is written: the property can have changed. */
function columnFaultsOf(read: ReadSchema): AnnotationFault[] {
  const faults = [...read.columnFaults]
  for (const [keyword, check] of Object.entries(naming)) {
    const value = read.tree.root.own[keyword]
    const shape = typeof value === 'string' ? read.root.property(value) : undefined
    if (value === undefined || shape === undefined || valueKindOf(shape).kind !== 'json') continue
    const message = check(value, read)
    if (message !== undefined) faults.push({ pointer: `/${keyword}`, message })
  }
  return faults
}

/** Check that the value lists media types, and is on what can be the address of a file. */
function mediaTypes(value: Json, _schema: ReadSchema, node: SchemaNode): string | undefined {
  if (!isMediaTypes(value)) return `must be 1 to ${maxMediaTypes} media types, each type/subtype or type/*`
  return unless(holdsTexts(new Shapes().of(node)), 'must be on a text or an array of texts')
}

function checkLabel(value: Json, schema: ReadSchema): string | undefined {
  if (typeof value !== 'string') return 'must be a text'
  const read = readLabelTemplate(value)
  if ('problem' in read) return read.problem
  const resolve = resolver(schema.tree, schema.columns)
  const isKnown = ({ path }: LabelPlaceholder): boolean =>
    resolve(path) !== undefined || schema.referencePaths.some(reference => isFurther(path, reference.path))
  const unknown = placeholdersOf(read.parts).filter(placeholder => !isKnown(placeholder))
  return unless(
    unknown.length === 0,
    `names what is no property of the schema: ${unknown.map(one => one.name).join(', ')}`,
  )
}

/** Names of a type, or translations of the `title` of its schema. */
function checkTypeTitles(value: Json, schema: ReadSchema, root: SchemaNode): string | undefined {
  if (root.own['title'] === undefined) return namesOfType(value, schema, root)
  return typeNamesOrTitles(value, schema, root)
}

function checkLabels(value: Json, schema: ReadSchema): string | undefined {
  if (!isObject(value)) return 'must be an object of labels by language (BCP 47), such as "de"'
  for (const [tag, label] of Object.entries(value)) {
    if (!isLanguageTag(tag)) return `must be an object of labels by language (BCP 47), such as "de"`
    const problem = checkLabel(label, schema)
    if (problem !== undefined) return `${tag}: ${problem}`
  }
  return undefined
}

/** Whether a path continues after a reference. */
const isFurther = (path: readonly string[], reference: readonly string[]): boolean =>
  path.length > reference.length && reference.every((part, i) => part === path[i])

/** Check that the value is a schema of its own, which is applied to the whole resource, or to the item of the list that contains the field. */
function checkCondition(value: Json): string | undefined {
  if (typeof value === 'boolean') return undefined
  if (!isObject(value)) return 'must be a schema'
  try {
    readSchema(value, { formats: 'known' })
    return undefined
  } catch (error) {
    if (error instanceof InvalidInput) return `is no schema: ${error.message.replace(/^schema: /, '')}`
    throw error
  }
}

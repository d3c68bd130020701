import {
  fillTemplate,
  firstText,
  joinTexts,
  placeholdersOf,
  readLabelTemplate,
  usualNames,
  valueText,
} from '../../../lib/json-schema/columns/label-template.ts'
import type { LabelPart, LabelPlaceholder } from '../../../lib/json-schema/columns/label-template.ts'
import { valuesAt } from '../../../lib/json/values-at.ts'
import type { JsonObject } from '../api/transport/json.ts'
import type { Labels } from '../api/transport/page.ts'
import { shortId, slugOf } from '../api/content/resources.ts'
import type { Resource } from '../api/content/resources.ts'
import { formatDate, formatDateTime } from '../i18n/format.ts'
import { fieldOf } from '../fields/registry.ts'
import { t } from '../i18n/translate.ts'
import { describe, rootPart, typesOf } from './describe.ts'
import { perLanguage } from './perLanguage.ts'
import { propertiesOf, propertyOf } from './properties.ts'
import { inLanguage, titleOf, typeName } from './titles.ts'
import type { NamedType } from './titles.ts'

/** The property whose value names a resource; undefined when there is none. */
export function displayProperty(schema: JsonObject | undefined, names: readonly string[]): string | undefined {
  const chosen = schema?.['x-display-property']
  if (typeof chosen === 'string' && names.includes(chosen)) return chosen
  return usualNames.find(name => names.includes(name))
}

/** The property that is the label of resources of a type, if it has a value; undefined when the label needs several properties or there is none. */
export function labelProperty(schema: JsonObject | undefined, names: readonly string[]): string | undefined {
  const { parts, properties } = ruleOf(schema)
  return parts.length > 0 ? undefined : properties.find(name => names.includes(name))
}

/**
 * The properties whose whole value is part of the label: those of `x-label`, or the required texts if the service computes the
 * name, as it does for persons.
 */
export function propertiesInLabel(schema: JsonObject | undefined): string[] {
  const properties = propertiesOf(schema)
  const first = labelProperty(
    schema,
    properties.map(({ name }) => name),
  )
  const isMade = properties.some(({ name, isReadOnly }) => name === first && isReadOnly)
  if (isMade) return properties.filter(one => one.isRequired && isText(one)).map(({ name }) => name)
  return placeholdersOf(ruleOf(schema).parts).flatMap(({ path: [name, ...deeper] }) =>
    name === undefined || deeper.length > 0 ? [] : [name],
  )
}

/** The root property with which the labels of a template begin. */
export const labelStart = (schema: JsonObject | undefined): string | undefined =>
  placeholdersOf(ruleOf(schema).parts)[0]?.path[0]

/** How resources of a type are labelled. */
interface LabelRule {
  /** Parts of `x-label`; empty for a type without it. */
  parts: readonly LabelPart[]
  /** For placeholders that lead to a reference: the number of steps of the path up to it. */
  references: ReadonlyMap<LabelPlaceholder, number>
  /** The properties that can be the label when the template has no values, best first. */
  properties: readonly string[]
}

const withoutSchema: LabelRule = { parts: [], references: new Map(), properties: usualNames }

const ruleOf = (schema: JsonObject | undefined): LabelRule => (schema === undefined ? withoutSchema : ruleIn(schema))

/** Templates can depend on the language (`x-labels`). */
const ruleIn = perLanguage((schema: JsonObject): LabelRule => {
  const template = inLanguage(schema['x-labels']) ?? schema['x-label']
  const read = typeof template === 'string' ? readLabelTemplate(template) : undefined
  const parts = read !== undefined && 'parts' in read ? read.parts : []
  const references = placeholdersOf(parts).flatMap(placeholder => {
    const at = referenceIn(placeholder.path, schema)
    return at === undefined ? [] : [[placeholder, at] as const]
  })
  return { parts, references: new Map(references), properties: labelProperties(schema) }
})

/** The number of steps of a path up to a reference; undefined when there is none. */
function referenceIn(path: readonly string[], root: JsonObject): number | undefined {
  let part = rootPart(root)
  for (const [at, name] of path.entries()) {
    const member = describe(part).members.get(name)
    if (member === undefined) return undefined
    const property = propertyOf(name, member.part)
    if (property.refersTo !== undefined) return at + 1
    part = (property.items ?? property).part
  }
  return undefined
}

function labelProperties(schema: JsonObject): string[] {
  const chosen = schema['x-display-property']
  const texts = propertiesOf(schema).filter(isText)
  return [
    ...(typeof chosen === 'string' ? [chosen] : []),
    ...usualNames,
    ...texts.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    ...texts.map(({ name }) => name),
  ]
}

/** Whether a property is a free text: no choice, reference, date or document. */
const isText = ({ kind, schema }: { kind: string; schema: JsonObject }): boolean =>
  fieldOf(kind).isProse === true &&
  typesOf(schema).join() === 'string' &&
  schema['format'] === undefined &&
  schema['contentMediaType'] === undefined

/** Whether labels of a type contain labels of other resources, so that responses must include them. */
export const hasLabelOfOthers = (schema: JsonObject | undefined): boolean => ruleOf(schema).references.size > 0

/**
 * The label of a resource: by its template (`x-label`), otherwise the first text property that has a value, otherwise its type and creation date.
 * @param labels labels from the response: its own, if that needs others, or else of the resources that it refers to
 */
export function labelOfResource(
  resource: Pick<Resource, 'id' | 'data' | 'created_at' | 'labels'>,
  type: NamedType | undefined,
  labels: Labels | undefined = resource.labels,
): string {
  const data = resource.data['@graph'][0]
  const { parts, properties, references } = ruleOf(type?.schema)
  const served = labels?.[resource.id]?.label
  const named = served === shortId(resource.id) ? undefined : served
  const own = references.size > 0 ? named : undefined
  const filled = own ?? fillTemplate(parts, placeholder => textOf(placeholder, resource, type, labels))
  const label = filled ?? firstText(data, properties) ?? named
  return label === undefined ? labelOfId(resource.id, type, resource.created_at) : readableLabel(label)
}

/** The name of a resource of which the service has sent the label. */
export const nameOfResource = (
  { id, label, created_at: createdAt }: { id: string; label: string; created_at?: string },
  type: NamedType | undefined,
): string => (label === shortId(id) ? labelOfId(id, type, createdAt) : readableLabel(label))

/** The text that replaces a placeholder. */
function textOf(
  placeholder: LabelPlaceholder,
  { data }: Pick<Resource, 'data'>,
  type: NamedType | undefined,
  labels: Labels | undefined,
): string | undefined {
  const at = ruleOf(type?.schema).references.get(placeholder)
  const [node] = data['@graph']
  if (at === undefined) return valueText(node, placeholder.path)
  // Only the service knows a field of another resource.
  return at < placeholder.path.length
    ? undefined
    : joinTexts(valuesAt(node, placeholder.path).map(urn => labels?.[String(urn)]?.label))
}

/** The separators that a template leaves at its ends where placeholders are left out. */
const separatorsAtEnds = /^[\s,;:·|/–—-]+|[\s,;:·|/–—-]+$/gu

/**
 * As {@link labelOfResource}, without the placeholders of some properties, which are shown beside the label: “Trout” instead of “Trout, 4 March”.
 * A label that consists of nothing else is returned whole.
 */
export function labelWithout(
  names: ReadonlySet<string>,
  resource: Parameters<typeof labelOfResource>[0],
  type: NamedType | undefined,
  labels: Labels | undefined,
): string {
  const { parts } = ruleOf(type?.schema)
  const isLeftOut = ({ path: [name = ''] }: LabelPlaceholder): boolean => names.has(name)
  if (!placeholdersOf(parts).some(isLeftOut)) return labelOfResource(resource, type, labels)
  const filled = fillTemplate(parts, placeholder =>
    isLeftOut(placeholder) ? undefined : textOf(placeholder, resource, type, labels),
  )
  return filled?.replaceAll(separatorsAtEnds, '') ?? labelOfResource(resource, type, labels)
}

/**
 * The label of a referenced resource.
 * @param labels labels from the response: a missing one means that the user cannot see the resource; undefined when the response has no labels
 */
export function labelOf(urn: string, labels?: Labels, type?: NamedType): string {
  const label = labels !== undefined && Object.hasOwn(labels, urn) ? labels[urn]?.label : undefined
  if (label !== undefined && label !== shortId(urn)) return readableLabel(label)
  return labels === undefined || label !== undefined ? labelOfId(urn, type) : t('common.noAccess')
}

/** A label that is a date is formatted. */
function readableLabel(label: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(label)) return formatDate(label)
  return /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(label) ? formatDateTime(label) : label
}

const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const ulidDigits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The label of a resource of which only the id is known: its type and, from a generated id, the creation date; other ids are shown as they are. */
export function labelOfId(urn: string, type?: NamedType, createdAt?: string): string {
  const id = shortId(urn)
  if (!ulid.test(id)) return id
  const name = type === undefined ? titleOf(slugOf(urn)) : typeName(type)
  const at = createdAt ?? new Date(timeOf(id)).toISOString()
  return t('common.nameOfDate', { name, date: formatDate(at.slice(0, 10)) })
}

/** The time at the start of a ULID, in ms. */
const timeOf = (id: string): number =>
  Array.from(id.slice(0, 10)).reduce((time, digit) => time * 32 + ulidDigits.indexOf(digit), 0)

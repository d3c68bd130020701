import type { Json, JsonObject, Resource, ResourceType } from '../api/index.ts'
import { choiceOf } from './choices.ts'
import { labelProperty, labelStart, propertiesInLabel } from './display.ts'
import { isLongProse, isNumeric } from '../fields/registry.ts'
import { typesOf } from './describe.ts'
import { currencyPropertyOf } from './money.ts'
import { propertiesOf, propertyOf } from './properties.ts'
import type { Property } from './properties.ts'
import { titleOf } from './titles.ts'

/** A column of a list: a property of the schema, or one of the standard columns. */
export interface Column extends Property {
  /** Name for sorting and filtering; `meta.status` where a property has the same name as a standard column. */
  key: string
  isMeta: boolean
  isSortable: boolean
}

const scalars = new Set(['string', 'number', 'boolean'])
const maxIndexed = 40

const meta = (name: string, kind: Property['kind'], values?: Json[]): Property => ({
  ...propertyOf(name, {}, true),
  title: name,
  kind,
  isReadOnly: true,
  choices: values?.map(value => choiceOf(undefined, value)),
})

const standard: readonly Property[] = [
  meta('id', 'text'),
  meta('status', 'enum', ['active', 'archived']),
  meta('created_by', 'agent'),
  meta('account_id', 'text'),
  meta('sequence_no', 'integer'),
  meta('created_at', 'date-time'),
  meta('updated_at', 'date-time'),
]

/** Further ones of types with drafts. */
const publication: readonly Property[] = [
  meta('publication', 'enum', ['draft', 'changed', 'published']),
  meta('published_at', 'date-time'),
  meta('published_by', 'agent'),
]

/** All columns that a list of the type can show: its properties of one type in order, then the standard columns. */
export function columnsOf({ schema }: Pick<ResourceType, 'schema'>): Column[] {
  const all = propertiesOf(schema)
  const properties = all.filter(isColumn)
  const names = new Set(all.map(({ name }) => name))
  const withIndex = indexedNames(properties)
  const own = properties.map(property => ({
    ...property,
    key: property.name,
    isMeta: false,
    // A list would sort references by ids.
    isSortable: property.refersTo === undefined && withIndex.has(property.name),
  }))
  const others = [...standard, ...(schema?.['x-drafts'] === true ? publication : [])].map(property => ({
    ...property,
    key: names.has(property.name) ? `meta.${property.name}` : property.name,
    isMeta: true,
    isSortable: true,
  }))
  return [...own, ...others]
}

/**
 * The default columns of a list: the label first (`id` when the label needs more than one property), then at most six properties in order, then
 * the time of the last change where that makes no more than six. Values that other columns contain are left out: parts of the label, and the currency of an amount.
 */
export function defaultColumns(type: Pick<ResourceType, 'schema'>): string[] {
  const columns = columnsOf(type)
  const own = columns.filter(({ isMeta }) => !isMeta)
  const names = own.map(({ name }) => name)
  const first = labelProperty(type.schema, names)
  const amounts = own.filter(isNumeric)
  const inLabel = new Set([
    ...propertiesInLabel(type.schema),
    ...amounts.map(({ name }) => currencyPropertyOf(name, names)),
  ])
  const rest = own
    .filter(({ key, name }) => key !== first && !inLabel.has(name))
    .filter(column => !isLongProse(column) && column.schema['x-show-if'] !== false)
    .slice(0, 6)
  const metaKey = (wanted: string): string =>
    columns.find(({ name, isMeta }) => isMeta && name === wanted)?.key ?? wanted
  const changed = rest.length < 6 ? [metaKey('updated_at')] : []
  return [first ?? metaKey('id'), ...rest.map(({ key }) => key), ...changed]
}

/**
 * The column by which names are sorted where a column shows them instead of ids: that of the property with which labels begin. Where this is no column
 * itself, because a label begins with a part of an object, names cannot be sorted.
 */
export function nameColumn({ schema }: Pick<ResourceType, 'schema'>, columns: readonly Column[]): Column | undefined {
  const start = labelStart(schema)
  const id = columns.find(({ name, isMeta }) => isMeta && name === 'id')
  if (start === undefined) return id
  const property = propertiesOf(schema).find(({ name }) => name === start)
  const unsorted = id && { ...id, kind: 'object', title: property?.title ?? titleOf(start), isSortable: false }
  return columns.find(({ name, isMeta }) => !isMeta && name === start) ?? unsorted
}

/** The value of a resource in a column. */
export function valueIn(resource: Resource, { name, isMeta }: Pick<Column, 'name' | 'isMeta'>): Json | undefined {
  const from: JsonObject = isMeta ? { ...resource, data: null, labels: null } : resource.data['@graph'][0]
  return Object.hasOwn(from, name) ? from[name] : undefined
}

/** The properties that can be sorted by because they have an index: the first forty scalar ones, unless they opt out or others opt in. */
function indexedNames(properties: readonly Property[]): Set<string> {
  const scalar = properties.filter(({ schema, kind }) => isScalar(schema) || kind === 'reference' || kind === 'enum')
  const indexed = scalar.filter(({ schema }) => schema['x-index'] === true)
  const others = scalar.filter(({ schema }) => schema['x-index'] === undefined)
  return new Set([...indexed, ...others].slice(0, maxIndexed).map(({ name }) => name))
}

function isScalar(schema: JsonObject): boolean {
  const types = typesOf(schema).map(type => (type === 'integer' ? 'number' : type))
  return new Set(types).size === 1 && scalars.has(types[0] ?? '')
}

/** Whether values of a property are of one type, so that lists can show them: texts, numbers, booleans, or an array of one of them. */
const isColumn = ({ kind, items }: Property): boolean =>
  kind !== 'any' && kind !== 'object' && (items === undefined || (items.items === undefined && isColumn(items)))

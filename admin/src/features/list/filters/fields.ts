import type { JsonObject, Resource, ResourceType } from '../../../api/index.ts'
import { isReadAsGroup } from '../../../../../lib/query/filters/filter-parameter.ts'
import { columnsOf, comparisonsOf, propertiesIn, propertiesOf, propertyOf } from '../../../schema/index.ts'
import type { Column, Comparison, Property } from '../../../schema/index.ts'

/** A field that a list can be filtered by. */
export interface FilterField {
  /** The name in the API: `year`, `address.city`, `project.name`, `meta.status`. */
  path: string
  /** The title: “Project › Name”. */
  title: string
  property: Property
  /** The allowed comparisons, the most usual first. */
  comparisons: readonly Comparison[]
}

type Find = (slug: string) => Pick<ResourceType, 'schema'> | undefined

/** How deep into objects, and how many fields in total: a longer menu is not useful. */
const maxDepth = 3
const maxFields = 400

/**
 * Everything that a list of a type can be filtered by: its properties, the fields of their objects, the properties of the resources that they refer
 * to, and the standard columns. A type without a schema is filtered by the fields of its rows, and only by equality.
 * @param columns the columns of the list, with the titles that they have there
 * @param typeOf finds the types that references point to
 */
export function filterFields(
  { schema }: Pick<ResourceType, 'schema'>,
  columns: readonly Column[],
  typeOf: Find,
): FilterField[] {
  const standard = columns.filter(({ isMeta }) => isMeta).map(column => field(column.key, column.title, column))
  if (schema === undefined) {
    const seen = columns.filter(({ isMeta }) => !isMeta)
    return [
      ...seen.map(column => ({ ...field(column.key, column.title, column), comparisons: onlyEqual })),
      ...standard,
    ]
  }
  const own = propertiesOf(schema).flatMap(property => within(property, '', '', typeOf, 1))
  return [...own, ...standard].slice(0, maxFields)
}

const onlyEqual: readonly Comparison[] = ['eq']

/** Standard columns always have a value; a name that the API reads as the beginning of a group is only compared by equality. */
function field(path: string, title: string, property: Property & { isMeta?: boolean }): FilterField {
  const comparisons = comparisonsOf(property).filter(one => !property.isMeta || (one !== 'filled' && one !== 'empty'))
  return { path, title, property, comparisons: isReadAsGroup(path) ? onlyEqual : comparisons }
}

function within(property: Property, path: string, title: string, typeOf: Find, depth: number): FilterField[] {
  const here = path + property.name
  const words = title + property.title
  const one = field(here, words, property)
  if (depth >= maxDepth) return [one]
  const inner = innerOf(property, typeOf)
  if (inner === undefined) return [one]
  const next = inner.isBehind ? noTypes : typeOf
  return [one, ...inner.properties.flatMap(part => within(part, `${here}.`, `${words} › `, next, depth + 1))]
}

/** A filter can follow one reference, not more. */
const noTypes: Find = () => undefined

interface Inner {
  properties: Property[]
  isBehind: boolean
}

function innerOf(property: Property, typeOf: Find): Inner | undefined {
  const { items, refersTo } = property
  if (refersTo !== undefined) {
    const schema = typeOf(refersTo)?.schema
    return schema === undefined ? undefined : { properties: propertiesOf(schema), isBehind: true }
  }
  const { kind, part } = items ?? property
  return kind === 'object' ? { properties: propertiesIn(part), isBehind: false } : undefined
}

/** The columns of a type without a schema: the fields of its rows, in the order in which they occur. The standard columns are excluded. */
export function columnsIn(rows: readonly Resource[]): Column[] {
  const taken = new Set(columnsOf({}).map(({ name }) => name))
  const found = new Map<string, Column>()
  for (const row of rows) {
    for (const [name, value] of Object.entries(row.data['@graph'][0])) {
      if (name.startsWith('@') || found.has(name) || value === null) continue
      const schema: JsonObject = { type: Array.isArray(value) ? 'array' : typeof value }
      const property = propertyOf(name, schema)
      const isNamedAsOurs = taken.has(name)
      if (!isNamedAsOurs) found.set(name, { ...property, key: name, isMeta: false, isSortable: false })
    }
  }
  return [...found.values()]
}

import { BadRequest } from '../../kernel/index.ts'
import type { DocumentStore, PendingUpgrade } from '../../kernel/index.ts'
import { equalJson, isObject, groupPairs } from '../../lib/json/index.ts'
import type { Json } from '../../lib/json/index.ts'
import { hasChoices, noColumn, notAColumn } from '../../lib/json-schema/index.ts'
import {
  readFilterParameter,
  readReferenceFilter,
  quote,
  readField,
  readListParameters,
  readQueryString,
} from '../../lib/query/index.ts'
import type { Field, QueryPair } from '../../lib/query/index.ts'
import type { ResourceType, TypeRegistry } from '../types/contract.ts'
import { contentOf, viewRecords } from './records.ts'
import type { StoredView, ViewContent, ViewLayout } from './records.ts'

/** A part of a view that does not match its type. */
interface Fault {
  /** Name of the column or of the query parameter. */
  name: string
  message: string
}

const maxNamed = 20

/** Whether a query parameter names a property of the type: a filter or the order. Other parameters are stored unchecked. */
const namesProperty = (name: string): boolean =>
  name.startsWith('_filter[') || ['filter_field', 'filter_value', 'sort_by', 'sort_order'].includes(name)

/** Parameters that have a meaning only together. */
const together: Readonly<Record<string, string>> = { filter_value: 'filter_field', sort_order: 'sort_by' }

/** The type with what lists of it are filtered and sorted by: of drafts also by their publication. */
const listed = (type: ResourceType): ResourceType => type.drafts?.draft ?? type

/**
 * Check the columns, filters and order of a view against its type. Parts that the view had before are not checked again: a later change of the
 * type can have made them stale.
 * @param before the previous state of the view
 * @throws `BadRequest` naming the columns and parameters that do not match the type
 */
export async function checkView(
  registry: TypeRegistry,
  stored: ResourceType,
  content: ViewContent,
  before: ViewContent | undefined,
): Promise<void> {
  const type = listed(stored)
  if (type.compiled.open) return
  const isNew = (name: 'query' | 'columns' | 'layout'): boolean =>
    before === undefined || before.type_slug !== content.type_slug || !equalJson(before[name], content[name])
  const faults = [
    ...(isNew('columns') ? columnFaults(type, content.columns) : []),
    ...(isNew('query') ? await queryFaults(registry, type, content.query) : []),
    ...(isNew('layout') ? layoutFaults(type, content.layout) : []),
  ]
  if (faults.length === 0) return
  throw new BadRequest([...new Set(faults.slice(0, maxNamed).map(({ message }) => message))].join('; '))
}

/** Names of the columns and query parameters in a view that do not match its current type, and `layout`. */
export async function staleNames(registry: TypeRegistry, view: StoredView): Promise<string[]> {
  return [...new Set((await faultsOf(registry, view)).map(({ name }) => name))]
}

async function faultsOf(registry: TypeRegistry, view: StoredView): Promise<Fault[]> {
  const content = contentOf(view)
  const stored = await registry.find(content.type_slug)
  const type = stored && listed(stored)
  if (type === undefined || type.compiled.open) return []
  return [
    ...columnFaults(type, content.columns),
    ...(await queryFaults(registry, type, content.query).catch(asFault)),
    ...layoutFaults(type, content.layout),
  ]
}

/** What `plinth upgrade --check` lists: views of version 0.2.0 that name a property which is no column. They stay as they are, and show what is stale. */
export async function listColumnless(store: DocumentStore, registry: TypeRegistry): Promise<PendingUpgrade[]> {
  const found: PendingUpgrade[] = []
  for await (const portion of store.scan(viewRecords.name)) {
    for (const view of portion.map(document => viewRecords.parse(document))) {
      if (view.meta.status === 'archived') continue
      const faults = (await faultsOf(registry, view)).filter(({ message }) => message.includes(noColumn))
      const names = [...new Set(faults.map(({ name }) => name))]
      if (names.length === 0) continue
      const description = `the view "${view.data.name}" of ${view.data.type_slug} names what is no column (${names.join(', ')}), and stays as it is`
      found.push({ name: `views/${view.id}`, description, rows: 0 })
    }
  }
  return found
}

/** A query that cannot be parsed, stored before queries were checked. */
function asFault(error: unknown): Fault[] {
  if (error instanceof BadRequest) return [{ name: 'query', message: error.message }]
  throw error
}

function columnFaults({ compiled }: ResourceType, columns: readonly Json[]): Fault[] {
  return columns.flatMap((column, index) => {
    const name = String(isObject(column) ? column['name'] : column)
    return faultOf(name, () => void readColumn(name, compiled, `columns[${index}]`))
  })
}

/** @throws `BadRequest` for what is no field of the type, or no column */
function readColumn(name: string, compiled: ResourceType['compiled'], parameter: string): Field {
  const field = readField(name, compiled, parameter)
  if (field.kind !== 'json') return field
  throw new BadRequest(`${parameter}: ${quote(name)} ${notAColumn(field.types)}`)
}

/** A rule for a property of a layout. */
type PropertyRule = (field: Field, type: ResourceType) => string | undefined

const isReference = (field: Field, { compiled }: ResourceType, slug?: string): boolean =>
  compiled.references.some(
    ({ name, type_slugs }) => name === field.name && (slug === undefined || type_slugs.includes(slug)),
  )

const choice: PropertyRule = (field, type) =>
  isReference(field, type) || hasChoices(type.schema, field.name.split('.'))
    ? undefined
    : 'must be a property with choices, or a reference'
const date: PropertyRule = ({ format, many }) =>
  format !== undefined && !many ? undefined : 'must be a date or a date-time'
const parent: PropertyRule = (field, type) =>
  isReference(field, type, type.slug) && !field.many ? undefined : `must be a reference to the type ${type.slug}`
const anyProperty: PropertyRule = () => undefined

const layoutRules: Readonly<Record<ViewLayout['kind'], PropertyRule>> = {
  table: anyProperty,
  board: choice,
  calendar: date,
  gallery: anyProperty,
  tree: parent,
}

function layoutFaults(type: ResourceType, { kind, ...properties }: ViewLayout): Fault[] {
  return Object.entries(properties).flatMap(([member, name]) =>
    faultOf('layout', () => {
      const parameter = `layout.${member}`
      const problem = layoutRules[kind](readColumn(name, type.compiled, parameter), type)
      if (problem !== undefined) throw new BadRequest(`${parameter}: ${quote(name)} ${problem}`)
    }),
  )
}

async function queryFaults(registry: TypeRegistry, type: ResourceType, query: ViewContent['query']): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const [name, pairs] of grouped(pairsOf(query))) {
    const targets: Promise<Fault[]>[] = []
    const own = faultOf(name, () => {
      checkStatus(type, name, pairs)
      const { groups, ...own } = readListParameters(pairs, type.compiled)
      for (const filter of [own, ...groups].flatMap(({ referenceFilters }) => referenceFilters))
        targets.push(faultsBehind(registry, filter))
    })
    faults.push(...own.map(fault => ({ ...fault, message: `query: ${fault.message}` })))
    faults.push(...(await Promise.all(targets)).flat())
  }
  return faults
}

/** A property called `status` that was removed leaves filters that now mean the standard column, which has two values. */
function checkStatus({ compiled }: ResourceType, name: string, pairs: readonly QueryPair[]): void {
  const field = readFilterParameter(name)?.field ?? pairs.find(([key]) => key === 'filter_field')?.[1]
  if (field !== 'status' || compiled.columns.some(({ path }) => path.join('.') === 'status')) return
  const values = pairs.filter(([key]) => key !== 'filter_field').flatMap(([, value]) => value.split(','))
  const unknown = values.find(value => !['active', 'archived', 'true', 'false'].includes(value))
  if (unknown !== undefined) throw new BadRequest(`${name}: the standard column "status" is never ${quote(unknown)}`)
}

/** A filter on a field of a reference matches when it matches one of the types that are referred to. */
async function faultsBehind(
  registry: TypeRegistry,
  filter: Parameters<typeof readReferenceFilter>[0],
): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const slug of filter.type_slugs) {
    const target = await registry.find(slug)
    if (target === undefined) continue
    const [fault] = faultOf(filter.parameter, () => void readReferenceFilter(filter, target.compiled, Date.now()))
    if (fault === undefined) return []
    faults.push({ ...fault, message: `query: ${fault.message}` })
  }
  return faults
}

function faultOf(name: string, check: () => void): Fault[] {
  try {
    check()
    return []
  } catch (error) {
    if (error instanceof BadRequest) return [{ name, message: error.message }]
    throw error
  }
}

/** The parameters of a query that name properties. @throws `BadRequest` for a value that a query string cannot contain */
function pairsOf(query: ViewContent['query']): QueryPair[] {
  if (typeof query === 'string') {
    return readQueryString(query.replace(/^\?/, '')).filter(([name]) => namesProperty(name))
  }
  const named = Object.entries(query).filter(([name]) => namesProperty(name))
  return named.flatMap(([name, value]) => [value].flat().map((one): QueryPair => [name, textOf(name, one)]))
}

function textOf(name: string, value: Json): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new BadRequest(`query: ${quote(name)} must be a text, a number, true or false, or a list of them`)
}

/** Pairs by the name of the parameter; parameters that belong together are under one name. */
function grouped(pairs: readonly QueryPair[]): Map<string, QueryPair[]> {
  const names = new Set(pairs.map(([name]) => name))
  return groupPairs(
    pairs.map(pair => {
      const partner = Object.hasOwn(together, pair[0]) ? together[pair[0]] : undefined
      return [partner !== undefined && names.has(partner) ? partner : pair[0], pair]
    }),
  )
}

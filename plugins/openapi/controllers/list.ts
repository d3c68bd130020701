import { BadRequest, queryPairs } from '../../../kernel/index.ts'
import type { Condition, Sort } from '../../../kernel/index.ts'
import type { JsonObject, Scalar } from '../../../lib/json/index.ts'
import { noMarkedMembers, notAColumn } from '../../../lib/json-schema/index.ts'
import type { MarkedMembers } from '../../../lib/json-schema/index.ts'
import { readFilterParameter, readListParameters } from '../../../lib/query/index.ts'
import type { FilterGroup, QueryPair } from '../../../lib/query/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { Controller, Operation, OperationItem, OperationServices } from '../contract.ts'
import { itemOf, shownText } from './answers.ts'
import { isFilterParameter, listParameters, readListRequest } from './list-query.ts'

/**
 * GET of items, page by page: `page`, `limit`, `query` (a substring of one of the text properties) and `filters`; sorted by the
 * identifier. Parameters of the operation with the name of a property filter the list too.
 */
export const listController: Controller = {
  name: 'ListController',
  access: { action: 'odrl:read', of: 'type' },
  queryParameters: listParameters,
  takesQueryParameter: isFilterParameter,
  methods: ['get', 'head'],
  fits({ answer, item }) {
    return answer === 'list' && item !== undefined ? true : 'the answer is no array of references to a schema'
  },
  attach(operation, { items, references }) {
    const item = itemOf(operation)
    const isBare = operation.answer === 'list' && operation.itemsProperty === undefined
    const writePage = pageWriter(operation)
    return async ({ caller, request, values }) => {
      const type = await items.type(item.slug)
      const asked = readListRequest(values, queryPairs(request), operation.contextDefaults)
      checkShown(asked.filters.flat(), item)
      // Each on its own: two with the same field and operator must both match.
      const given = await Promise.all(asked.filters.map(pairs => references.resolveFilters(caller, type, pairs)))
      const filters = given.flatMap(pairs => readFilters(pairs, type, items))
      if (operation.isPublic && !asked.areFiltersOfDocument) checkDeclared(filters)
      const resolved = await references.resolve(caller, item.slug, values)
      const query = {
        conditions: [...filters, ...ownConditions(operation, item, type, resolved, items)],
        groups: textGroups(type, asked.query, item.writeOnly),
      }
      const page = await items.page(caller, type, query, sortsOf(type, item), asked, !isBare)
      const answered = await references.showAll(caller, item.slug, page.items)
      const text = `[${answered.map(one => shownText(one, item.writeOnly)).join(',')}]`
      return { text: isBare ? text : writePage(page.total ?? 0, asked.page, text) }
    }
  },
}

/** Limits of filters. */
type FilterLimits = Pick<OperationServices['items'], 'maxFilterValues'>

/** Properties that are never shown cannot be used in filters. @throws BadRequest with the message for an unknown property */
function checkShown(filters: readonly QueryPair[], { writeOnly }: OperationItem): void {
  for (const [name] of filters) {
    const field = readFilterParameter(name)?.field ?? ''
    if (writeOnly.includes(field.split('.'))) throw noSuchField(field)
  }
}

/** Answers of a public operation must not reveal who created an item, or in which account. @throws BadRequest with the message for an unknown property */
function checkDeclared(conditions: readonly Condition[]): void {
  for (const { target, field } of conditions) if ('column' in target) throw noSuchField(field)
}

const noSuchField = (field: string): BadRequest =>
  new BadRequest(`there is no field ${JSON.stringify(field)} to filter by`)

function readFilters(filter: readonly QueryPair[], { compiled }: ResourceType, limits: FilterLimits): Condition[] {
  // What the document hides was refused before.
  const source = { ...compiled, secrets: noMarkedMembers }
  const { groups, ...own } = readListParameters(filter, source, [], limits)
  const all = [own, ...groups] // the only possible group is that of a property called `or`
  const [first] = all.flatMap(({ referenceFilters }) => referenceFilters)
  if (first === undefined) return all.flatMap(({ conditions }) => conditions)
  throw new BadRequest(`filters: "${first.name}" is a property of what is referred to; filter by the reference itself`)
}

/** Parameters with the name of a property: `/blogs/{blogId}/posts` lists the posts of that blog, `?status=a,b` those with one of these values. */
function ownConditions(
  { valueNames }: Operation,
  { writeOnly }: OperationItem,
  type: ResourceType,
  values: Readonly<JsonObject>,
  { maxFilterValues }: FilterLimits,
): Condition[] {
  return valueNames.flatMap((name): Condition[] => {
    const value = values[name]
    const column = type.compiled.resolve([name])
    if (
      column === undefined ||
      value === undefined ||
      writeOnly.includes([name]) ||
      Object.hasOwn(listParameters, name)
    )
      return []
    const scalars = [value].flat().filter((one): one is NonNullable<Scalar> => one !== null && typeof one !== 'object')
    if (scalars.length === 0) return []
    if (scalars.length > maxFilterValues)
      throw new BadRequest(`${name} (query): has ${scalars.length} values; at most ${maxFilterValues} are allowed`)
    if (column.kind === 'json') throw new BadRequest(`${name} (query): "${name}" ${notAColumn(column.types)}`)
    const operands = [...new Set(scalars)]
    const operator = Array.isArray(value) ? 'in' : 'eq'
    return [{ target: { path: [name] }, kind: column.kind, operator, operands, field: name }]
  })
}

/** Matches nothing. */
const nothing: FilterGroup = {
  conditions: [{ target: { column: 'id' }, kind: 'text', operator: 'in', operands: [], field: 'id' }],
  referenceFilters: [],
}

/**
 * Groups of filters for items that contain a text, one for each text property that is not a reference; none without a text.
 * @param writeOnly what is never shown
 */
function textGroups(type: ResourceType, text: string, writeOnly: MarkedMembers): FilterGroup[] {
  if (text === '') return []
  const { columns, references } = type.compiled
  const left = new Set(references.map(({ name }) => name))
  const groups = columns
    .filter(({ path, kind, types }) => path.length === 1 && kind === 'text' && types.includes('string'))
    .filter(({ path }) => !left.has(path[0] ?? '') && !writeOnly.includes(path))
    .map(({ path }): FilterGroup => {
      const field = path.join('.')
      return {
        conditions: [{ target: { path }, kind: 'text', operator: 'like', operands: [text], field }],
        referenceFilters: [],
      }
    })
  return groups.length > 0 ? groups : [nothing]
}

const sortsOf = (type: ResourceType, { identifier }: OperationItem): Sort[] =>
  identifier.map(({ property }) => {
    const kind = type.compiled.resolve([property])?.kind ?? 'json'
    return { target: { path: [property] }, kind, direction: 'asc', field: property }
  })

/** Writes a page from the JSON text of its items, with the property names that the operation declares. */
function pageWriter({ itemsProperty, alias }: Operation): (total: number, page: number, itemsText: string) => string {
  const total = JSON.stringify(alias['total'] ?? 'total')
  const page = JSON.stringify(alias['page'] ?? 'page')
  const items = JSON.stringify(alias['items'] ?? itemsProperty ?? 'items')
  return (count, number, itemsText) => `{${total}:${count},${page}:${number},${items}:${itemsText}}`
}

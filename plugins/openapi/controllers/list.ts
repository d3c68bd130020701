import { queryPairs, readListParameters } from '../../../kernel/index.ts'
import type { Json, JsonObject, ListQuery, ResourceType, SelectQuery } from '../../../kernel/index.ts'
import type { Controller, Operation, OperationItem } from '../contract.ts'
import { itemOf, shown } from './answers.ts'
import { isListParameter, readListRequest } from './list-query.ts'
import type { ListRequest } from './list-query.ts'
import { textConditions } from './text-search.ts'

/**
 * GET of items, a page at a time: `page`, `limit`, `query` (a substring of one of the text properties) and `filters`; in the order of the
 * identifier. Parameters of the operation that have the name of a property narrow the list too.
 */
export const listController: Controller = {
  name: 'ListController',
  takesQueryParameter: isListParameter,
  fits({ method, answer, item }) {
    if (method !== 'get') return 'the method is not GET'
    return answer === 'list' && item !== undefined ? true : 'the answer is no array of references to a schema'
  },
  attach(operation, { access, items }) {
    const item = itemOf(operation)
    const answer = answerWriter(operation)
    return async ({ caller, request, values }) => {
      const visibility = await access.visibility(caller, 'odrl:read', item.slug)
      const type = await items.type(item.slug)
      const wanted = readListRequest(queryPairs(request))
      const selection: SelectQuery = {
        collection: type.collection,
        account_id: caller.account_id,
        status: 'active',
        visibility,
        conditions: [
          ...readListParameters(wanted.filters, type.compiled).conditions,
          ...ownConditions(operation, type, values),
        ],
        words: [],
      }
      const page = await items.page(selection, sortOf(type, item), wanted, textConditions(type, wanted.query))
      return {
        body: answer(
          page.total,
          wanted,
          page.items.map(({ data }) => shown(data, item.hidden)),
        ),
      }
    }
  },
}

/** Parameters of the path with the name of a property: `/blogs/{blogId}/posts` lists the posts of that blog. */
function ownConditions({ pathValueNames }: Operation, type: ResourceType, values: Readonly<JsonObject>) {
  return pathValueNames.flatMap(name => {
    const value = values[name]
    const column = type.compiled.resolve([name])
    if (column === undefined || value === undefined || value === null || typeof value === 'object') return []
    return [{ target: { path: [name] }, kind: column.kind, operator: 'eq' as const, operands: [value], field: name }]
  })
}

function sortOf(type: ResourceType, { identifier }: OperationItem): ListQuery['sort'] {
  const [first] = identifier
  const field = first?.property ?? 'id'
  return { target: { path: [field] }, kind: type.compiled.resolve([field])?.kind ?? 'mixed', direction: 'asc', field }
}

function answerWriter({ answer, itemsProperty, alias }: Operation) {
  const names = {
    total: alias['total'] ?? 'total',
    page: alias['page'] ?? 'page',
    items: alias['items'] ?? itemsProperty ?? 'items',
  }
  const isBare = answer === 'list' && itemsProperty === undefined
  return (total: number, { page }: ListRequest, items: JsonObject[]): Json =>
    isBare ? items : { [names.total]: total, [names.page]: page, [names.items]: items }
}

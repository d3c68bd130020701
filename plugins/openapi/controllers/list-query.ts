import { BadRequest } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { checkText, defaultLimit, filterParameter, listLimits, maxLimit } from '../../../lib/query/index.ts'
import type { QueryPair } from '../../../lib/query/index.ts'

/** The largest page number: callers who need more should filter. */
const maxPage = 1_000_000

/** The parameters of a list in addition to those of its document. */
interface ListRequest {
  page: number
  limit: number
  /** Text that one of the text properties must contain, case-insensitive; empty for none. */
  query: string
  /** The filters, each in the notation of the API's own lists, `_filter[field][operator]`, with a pair for each of its values. */
  filters: QueryPair[][]
  /** Whether the filters are those of the document (`x-context`), not of the request. */
  areFiltersOfDocument: boolean
}

/** Query parameters of a list: JSON Schemas of their values. */
export const listParameters = {
  page: { type: 'integer', minimum: 1, maximum: maxPage },
  limit: { type: 'integer', minimum: 1, maximum: maxLimit },
  query: { type: 'string' },
} as const satisfies Record<string, JsonObject>

const filterName = /^_?filters\[(\d{1,3})\]\[(field|operator|value|values)\](?:\[\d*\])?$/

/** Whether a query parameter is part of a filter. */
export const isFilterParameter = (name: string): boolean => filterName.test(name)

/**
 * @param values of the request context: from parameters, else from `x-context`
 * @param pairs of the query string; filters in it replace those in the context
 * @param contextDefaults the values that `x-context` sets
 * @throws InvalidInput naming the invalid parameter
 */
export function readListRequest(
  values: Readonly<JsonObject>,
  pairs: readonly QueryPair[],
  contextDefaults: Readonly<JsonObject>,
): ListRequest {
  const query = typeof values['query'] === 'string' ? values['query'] : ''
  checkText('query', query)
  const sent = readFilters(pairs)
  const inContext = filtersOf(values)
  return {
    page: readWhole(values, 'page', 1, maxPage),
    limit: readWhole(values, 'limit', defaultLimit, maxLimit),
    query,
    filters: sent.length > 0 ? sent : defaultFilters(inContext ?? []),
    areFiltersOfDocument: sent.length === 0 && inContext === filtersOf(contextDefaults),
  }
}

const filtersOf = (values: Readonly<JsonObject>): Json | undefined => values['filters'] ?? values['_filters']

/** A document can declare the parameter with another type. */
function readWhole(values: Readonly<JsonObject>, name: string, initial: number, max: number): number {
  const sent = values[name]
  if (sent === undefined || sent === null) return initial
  const value = typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? Number(sent) : sent
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max) return value
  throw new BadRequest(`${name} (query) must be a whole number from 1 to ${max}`)
}

interface Filter {
  field?: string
  operator?: string
  values: string[]
}

/** `filters[0][field]=name`, `filters[0][operator]=eq` and `filters[0][value]=…` or `filters[0][values]=…,…`. */
function readFilters(pairs: readonly QueryPair[]): QueryPair[][] {
  const filters = new Map<string, Filter>()
  for (const [name, value] of pairs) {
    const [, index, member] = filterName.exec(name) ?? []
    if (index === undefined) continue
    const filter = filters.get(index) ?? { values: [] }
    filters.set(index, filter)
    if (member === 'field') filter.field = value
    else if (member === 'operator') filter.operator = value
    else filter.values.push(value)
  }
  if (filters.size > listLimits.conditions)
    throw new BadRequest(`at most ${listLimits.conditions} filters may be given`)
  return [...filters].map(([index, filter]) => pairsOf(filter, index))
}

/** Filters of `x-context`: a list of `{field, operator, value}` or `{field, operator, values: [...]}`. */
function defaultFilters(filters: Json): QueryPair[][] {
  return (Array.isArray(filters) ? filters : [filters]).filter(isObject).map((filter, index) => {
    const { field, operator, value, values } = filter
    const texts = [value ?? values ?? []].flat().map(one => (typeof one === 'string' ? one : JSON.stringify(one)))
    return pairsOf(
      {
        ...(typeof field === 'string' && { field }),
        ...(typeof operator === 'string' && { operator }),
        values: texts,
      },
      String(index),
    )
  })
}

function pairsOf({ field, operator = 'eq', values }: Filter, index: string): QueryPair[] {
  if (field === undefined) throw new BadRequest(`filters[${index}][field] (query) is missing`)
  if (values.length === 0) throw new BadRequest(`filters[${index}][value] (query) is missing`)
  return values.map((value): QueryPair => [filterParameter(field, operator), value])
}

import { BadRequest, defaultLimit, maximumLimit } from '../../../kernel/index.ts'
import type { QueryPair } from '../../../kernel/index.ts'

/** The largest number of a page: whoever wants more filters. */
const maxPage = 1_000_000

/** What a list was asked for besides the parameters of its document. */
export interface ListRequest {
  page: number
  limit: number
  /** Text that one of the text properties must contain, whatever the case; empty for none. */
  query: string
  /** The filters in the words of the API's own lists: `_filter[field][operator]`. */
  filters: QueryPair[]
}

const filterName = /^_?filters\[(\d{1,3})\]\[(field|operator|value|values)\](?:\[\d*\])?$/

/** Whether a list reads this query parameter, whatever its operation declares. */
export const isListParameter = (name: string): boolean =>
  name === 'page' || name === 'limit' || name === 'query' || filterName.test(name)

/** @throws BadRequest naming the parameter that is wrong */
export function readListRequest(pairs: readonly QueryPair[]): ListRequest {
  return {
    page: readWhole(pairs, 'page', 1, maxPage),
    limit: readWhole(pairs, 'limit', defaultLimit, maximumLimit),
    query: readOnce(pairs, 'query') ?? '',
    filters: readFilters(pairs),
  }
}

function readWhole(pairs: readonly QueryPair[], name: string, initial: number, max: number): number {
  const text = readOnce(pairs, name)
  if (text === undefined) return initial
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > max) throw new BadRequest(`${name} must be a whole number from 1 to ${max}`)
  return value
}

function readOnce(pairs: readonly QueryPair[], name: string): string | undefined {
  const values = pairs.filter(([key]) => key === name)
  if (values.length > 1) throw new BadRequest(`${name} may be given only once`)
  return values[0]?.[1]
}

/** `filters[0][field]=name`, `filters[0][operator]=eq` and `filters[0][value]=…` or `filters[0][values]=…,…`. */
function readFilters(pairs: readonly QueryPair[]): QueryPair[] {
  const filters = new Map<string, { field?: string; operator?: string; values: string[] }>()
  for (const [name, value] of pairs) {
    const [, index, member] = filterName.exec(name) ?? []
    if (index === undefined) continue
    const filter = filters.get(index) ?? { values: [] }
    filters.set(index, filter)
    if (member === 'field') filter.field = value
    else if (member === 'operator') filter.operator = value
    else filter.values.push(value)
  }
  return [...filters].flatMap(([index, { field, operator = 'eq', values }]) => {
    if (field === undefined) throw new BadRequest(`filters[${index}][field] is missing`)
    if (values.length === 0) throw new BadRequest(`filters[${index}][value] is missing`)
    return values.map((value): QueryPair => [`_filter[${field}][${operator}]`, value])
  })
}

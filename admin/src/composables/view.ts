import type { LocationQuery, LocationQueryRaw } from 'vue-router'
import type { Query } from '../api/send.ts'
import type { Operator } from '../schema/operators.ts'

/** A condition on a property. */
export interface Filter {
  /** As the API names it; may be dotted. */
  field: string
  operator: Operator
  /** One, or several for `in` and `nin`. */
  values: string[]
}

/** What a list shows. */
export interface View {
  /** Words searched for. */
  q: string
  filters: Filter[]
  /** Column that it is sorted by; empty for the newest first. */
  sort: string
  order: 'asc' | 'desc'
  /** Keys of the columns, in order; empty for the usual ones. */
  columns: string[]
  status: 'active' | 'archived'
  /** Token of the page; empty for the first one. */
  cursor: string
  /** For people: the number of the page. */
  page: number
}

const operators: readonly string[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'like', 'exists']
const filterName = /^_filter\[(.+)\]\[(\w+)\]$/

/** What the address bar says of a list. What it does not understand is left out. */
export function readView(query: LocationQuery): View {
  const all = (name: string): string[] => [query[name] ?? []].flat().filter(value => value !== null)
  const one = (name: string): string => all(name)[0] ?? ''
  const filters = Object.keys(query).flatMap(name => {
    const [, field, operator] = filterName.exec(name) ?? []
    if (field === undefined || operator === undefined || !operators.includes(operator)) return []
    const isSeveral = operator === 'in' || operator === 'nin'
    return [{ field, operator: operator as Operator, values: isSeveral ? all(name) : all(name).slice(0, 1) }]
  })
  const page = Number(one('page'))
  return {
    q: one('q'),
    filters,
    sort: one('sort').replace(/^-/, ''),
    order: one('sort').startsWith('-') ? 'desc' : 'asc',
    columns: all('columns'),
    status: one('status') === 'archived' ? 'archived' : 'active',
    cursor: one('cursor'),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** The address of a view: what is as usual is left out. */
export function writeView(view: View): LocationQueryRaw {
  const query: Record<string, string | string[]> = {}
  if (view.q !== '') query['q'] = view.q
  for (const { field, operator, values } of view.filters) {
    const name = `_filter[${field}][${operator}]`
    query[name] = [...[query[name] ?? []].flat(), ...values]
  }
  if (view.sort !== '') query['sort'] = view.order === 'desc' ? `-${view.sort}` : view.sort
  if (view.columns.length > 0) query['columns'] = view.columns
  if (view.status !== 'active') query['status'] = view.status
  if (view.cursor !== '') query['cursor'] = view.cursor
  if (view.page > 1) query['page'] = String(view.page)
  return query
}

/** A view in the words of the API, without page size. For exports and bulk changes, too. */
export function viewQuery(view: View): Query {
  const query: Record<string, string | string[]> = {}
  for (const { field, operator, values } of view.filters) {
    const name = `_filter[${field}][${operator}]`
    query[name] = operator === 'in' || operator === 'nin' ? values : (values[0] ?? '')
  }
  if (view.q.trim() !== '') query['q'] = view.q
  if (view.sort !== '') Object.assign(query, { sort_by: view.sort, sort_order: view.order })
  if (view.status !== 'active') query['status'] = view.status
  if (view.cursor !== '') query['cursor'] = view.cursor
  return query
}

import { filterParameter, isReadAsGroup, readFilterParameter } from '../../../../lib/query/filters/filter-parameter.ts'
import { isObject } from '../../api/transport/json.ts'
import { isOperator, traitsOf } from '../../schema/operators.ts'
import type { Operator } from '../../schema/operators.ts'

/** A condition on a property. */
export interface Filter {
  /** Name in the API; can be dotted. */
  field: string
  operator: Operator
  /** One value, or several for `in` and `nin`. */
  values: string[]
}

/** The filters of a list, without the search words. */
export interface Filters {
  /** All of these must match. */
  filters: Filter[]
  /** At least one group must match, if there are any. All filters of a group must match together. */
  groups: Filter[][]
}

/** Maximum number of groups in the API. */
export const maxGroups = 10
/** Maximum number of conditions in one request of the API. */
export const maxConditions = 20

/** Read the filters from a query of the API: `_filter[…][…]`, in groups `_filter[or][…][…][…]`, and `filter_field`. Unknown parameters are ignored. */
export function readFilters(query: Readonly<Record<string, unknown>>): Filters {
  const all = (name: string): string[] => [query[name] ?? []].flat().filter(value => typeof value === 'string')
  const filters: Filter[] = []
  const groups = new Map<number, Filter[]>()
  for (const name of Object.keys(query).filter(one => one.startsWith('_filter['))) {
    const { field, operator, group } = readFilterParameter(name) ?? {}
    const values = all(name)
    if (field === undefined || operator === undefined || !isOperator(operator) || values.length === 0) continue
    const filter = { field, operator, values: isOfSeveral(operator) ? values : values.slice(0, 1) }
    if (group === undefined) filters.push(filter)
    else groups.set(group, [...(groups.get(group) ?? []), filter])
  }
  const [field] = all('filter_field')
  const [value] = all('filter_value')
  if (field !== undefined && value !== undefined) filters.push({ field, operator: 'eq', values: [value] })
  return { filters, groups: [...groups].sort(([a], [b]) => a - b).map(([, group]) => group) }
}

/** Write the filters as a query of the API, which accepts each operator of a property once per group. */
export function writeFilters({ filters, groups }: Filters): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const filter of filters) {
    const name = filterParameter(filter.field, filter.operator)
    const isTaken = name in query || isReadAsGroup(filter.field)
    if (isTaken && filter.operator === 'eq')
      Object.assign(query, { filter_field: filter.field, filter_value: filter.values[0] ?? '' })
    else query[name] = valuesOf(filter)
  }
  groups.forEach((group, at) => {
    for (const filter of group) query[filterParameter(filter.field, filter.operator, at)] = valuesOf(filter)
  })
  return query
}

/** A filter of the service (`_filter` as JSON, with texts) as the query of a list's address. */
export function jsonFilterQuery({ or, ...fields }: Readonly<Record<string, unknown>>): Record<string, string[]> {
  const query: Record<string, string[]> = {}
  const add = (group: unknown, at?: number): void => {
    for (const [field, conditions] of Object.entries(isObject(group) ? group : {})) {
      for (const [operator, value] of Object.entries(isObject(conditions) ? conditions : {})) {
        if (isOperator(operator)) query[filterParameter(field, operator, at)] = [value].flat().map(String)
      }
    }
  }
  add(fields)
  for (const [at, group] of (Array.isArray(or) ? or : []).entries()) add(group, at)
  return query
}

const isOfSeveral = (operator: Operator): boolean => traitsOf(operator).operands === 'many'
const valuesOf = ({ operator, values }: Filter): string | string[] =>
  isOfSeveral(operator) ? values : (values[0] ?? '')

import type { Condition, Operator } from '../../contracts/document-store.ts'
import { BadRequest } from '../../errors.ts'
import { readField, readFieldOrBehind } from './field.ts'
import type { Field, FieldBehind, FieldSource } from './field.ts'
import { readOperands } from './operands.ts'
import { quote } from './pairs.ts'
import type { QueryPair } from './pairs.ts'

const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'like', 'exists'] as const
const isOperator = (text: string): text is Operator => operators.some(operator => operator === text)

/** More filters than anybody means; each costs the store time. */
const maximumConditions = 100

/** Whether a query parameter is a filter. */
export const isFilter = (name: string): boolean => name.startsWith('_filter[')

/** A filter on a field of the resource that is referred to, unread: what its values may be, only that one's type knows. */
export interface FilterBehind extends FieldBehind {
  operator: Operator
  texts: readonly string[]
  /** The query parameter, for messages. */
  parameter: string
}

/** Filters that were read: those on a type's own fields, and those behind references. */
export interface Filters {
  conditions: Condition[]
  behind: FilterBehind[]
}

/**
 * Read a filter behind a reference as a condition on what is referred to.
 * @param source the compiled schema of a type that is referred to
 * @throws `BadRequest` naming the parameter, field or value that is wrong
 */
export function conditionBehind(
  { name, field, operator, texts, parameter }: FilterBehind,
  source: FieldSource,
): Condition {
  return { ...condition(readField(field, source, parameter), operator, texts, parameter), field: name }
}

/**
 * Read the filters of a list: `_filter[<field>][<operator>]=<value>`.
 * @param pairs the pairs that {@link isFilter} picks
 * @throws `BadRequest` naming the parameter, field, operator or value that is wrong
 */
export function readFilters(pairs: readonly QueryPair[], source: FieldSource): Filters {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const given = values.get(name)
    if (given === undefined) values.set(name, [value])
    else given.push(value)
  }
  if (values.size > maximumConditions) throw new BadRequest(`at most ${maximumConditions} filters may be given`)
  const filters: Filters = { conditions: [], behind: [] }
  for (const [name, texts] of values) readFilter(filters, name, texts, source)
  return filters
}

function readFilter(filters: Filters, parameter: string, texts: readonly string[], source: FieldSource): void {
  // The last pair of brackets is the operator's, so that a field's name may contain brackets itself.
  const match = /^_filter\[(?<field>.*)\]\[(?<operator>[^[\]]*)\]$/s.exec(parameter)
  const { field: name, operator } = match?.groups ?? {}
  if (name === undefined || operator === undefined) {
    throw new BadRequest(`query parameter ${quote(parameter)}: write _filter[field][operator]=value`)
  }
  if (!isOperator(operator)) {
    throw new BadRequest(
      `unknown operator ${quote(operator)} in ${quote(parameter)}; there are ${operators.join(', ')}`,
    )
  }
  add(filters, readFieldOrBehind(name, source, parameter), operator, texts, parameter)
}

function add(
  { conditions, behind }: Filters,
  field: Field | FieldBehind,
  operator: Operator,
  texts: readonly string[],
  parameter: string,
): void {
  if ('target' in field) conditions.push(condition(field, operator, texts, parameter))
  else behind.push({ ...field, operator, texts, parameter })
}

/**
 * The filter of `filter_field` and `filter_value`: equality with one field.
 * @throws `BadRequest` when one of them is missing, or as {@link readFilters} does
 */
export function readSimpleFilter(field: string | undefined, value: string | undefined, source: FieldSource): Filters {
  const filters: Filters = { conditions: [], behind: [] }
  if (field === undefined && value === undefined) return filters
  if (field === undefined) throw new BadRequest('filter_value needs filter_field beside it')
  if (value === undefined) throw new BadRequest('filter_field needs filter_value beside it')
  const place = readFieldOrBehind(field, source, 'filter_field')
  add(filters, place, 'eq', [value], 'filter_value')
  return filters
}

function condition(field: Field, operator: Operator, texts: readonly string[], parameter: string): Condition {
  const { target, kind, name } = field
  if (field.open && operator !== 'eq') {
    throw new BadRequest(`${parameter}: the type has no schema, so that its properties can be filtered by eq only`)
  }
  return { target, kind, operator, operands: readOperands(field, operator, texts, parameter), field: name }
}

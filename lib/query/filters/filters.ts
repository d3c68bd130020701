import { isOperator, operatorNames, traitsOf } from '../../store-kit/document-query.ts'
import type { Condition, Operator } from '../../store-kit/document-store.ts'
import { InvalidInput, attempt, insteadOf } from '../../errors/index.ts'
import { ownField, readField, readFieldOrReference } from '../field.ts'
import type { Field, ReferenceField, FieldSource } from '../field.ts'
import { isRelative } from './dates.ts'
import { jsonFilter, operandText, parseJsonFilter, readJsonFilter } from './filter-json.ts'
import { readFilterParameter } from './filter-parameter.ts'
import type { FilterParameter } from './filter-parameter.ts'
import { readOperands, readingsOf } from './operands.ts'
import type { ReadingContext } from './operands.ts'
import type { Json } from '../../json/types.ts'
import {
  checkName,
  checkOperand,
  checkParameterName,
  checkText,
  defaultMaxFilterValues,
  listLimits,
} from '../limits.ts'
import { invalidParameter, quote } from '../query-string.ts'
import type { QueryPair } from '../query-string.ts'

/** Whether a query parameter is a filter, or all filters as JSON. */
export const isFilter = (name: string): boolean => name.startsWith('_filter[') || name === jsonFilter

/** A filter on a field of the resource that is referred to, not parsed yet: only the schema of that type says which values it can have. */
export interface ReferenceFilter extends ReferenceField {
  operator: Operator
  /** For `in` and `nin` the different values. */
  texts: readonly string[]
  /** The query parameter, for messages. */
  parameter: string
}

/** Filters that all must match: those on a type's own fields, and those on fields of referenced resources. */
export interface FilterGroup {
  conditions: Condition[]
  referenceFilters: ReferenceFilter[]
}

/** Parsed filters. */
export interface Filters extends FilterGroup {
  /** At least one of these groups must match in addition; empty when there are none. */
  groups: FilterGroup[]
}

/** Whether a filter on a field of a referenced resource is the complement of another: a resource matches that refers to nothing of what the other finds. */
export const isNegative = ({ operator, texts }: Pick<ReferenceFilter, 'operator' | 'texts'>): boolean =>
  traitsOf(operator).negates !== undefined || (operator === 'exists' && texts[0] === 'false')

/**
 * Read a filter on a field of a referenced resource as a condition on the resource that is referred to; of a negative one ({@link isNegative}) what it
 * is the complement of.
 * @param source the compiled schema of a type that is referred to
 * @param now the time that `now` and `today` refer to, in milliseconds since 1970
 * @throws `InvalidInput` naming the parameter, field or value that is wrong
 */
export function readReferenceFilter(
  { name, field, operator, texts, parameter }: ReferenceFilter,
  source: FieldSource,
  now: number,
): Condition {
  const positive = traitsOf(operator).negates ?? operator
  const read = condition(readField(field, source, parameter), positive, texts, { parameter, now })
  return { ...read, field: name, ...(operator === 'exists' && { operands: [true] }) }
}

/**
 * The condition that a field has one of some values, given as texts. Texts of values that it can never have are left out.
 * @returns undefined when none are left, or there is no such field
 * @throws `InvalidInput` for a field that is no column
 */
export function conditionOfValues(name: string, texts: readonly string[], source: FieldSource): Condition | undefined {
  const field = ownField(name, source, name)
  if (field === undefined) return undefined
  readingsOf(field, name)
  const operands = texts.flatMap(text =>
    attempt(() => readOperands(field, 'eq', [text], { parameter: name, now: 0 }), insteadOf(InvalidInput, [])),
  )
  const { target, kind } = field
  return operands.length === 0 ? undefined : { target, kind, operator: 'in', operands, field: name }
}

/** The filters of a list, as given in the query. */
export interface GivenFilters {
  /** The pairs `_filter[<field>][<operator>]=<value>`, or `_filter=<JSON>`, selected with {@link isFilter}. */
  pairs: readonly QueryPair[]
  /** `_filter` of a body. */
  json?: Json | undefined
  filter_field: string | undefined
  filter_value: string | undefined
  /** How many values `in` and `nin` can have. Default: 1,000. */
  maxFilterValues?: number | undefined
}

/** A filter as given, within the limits. */
interface GivenFilter extends FilterParameter {
  parameter: string
  /** The parameter that names the field. */
  fieldParameter: string
  /** The operands as texts: those of `in` and `nin` each once. */
  texts: readonly string[]
}

/** Whether a filter is relative to the present, so that its meaning changes over time. */
export const areRelative = (filters: readonly GivenFilter[]): boolean =>
  filters.some(({ texts }) => texts.some(isRelative))

/**
 * Collect the filters of a list: `_filter[<field>][<operator>]=<value>`, filters in groups of which one must match,
 * `_filter[or][<group>][<field>][<operator>]=<value>`, all of them as JSON in `_filter`, and the simple form of `filter_field` and `filter_value`.
 * @throws `InvalidInput` naming the parameter that is malformed or beyond a limit
 */
export function collectFilters({ pairs, json, ...given }: GivenFilters): GivenFilter[] {
  const filters = new FilterCollector(given.maxFilterValues)
  for (const [name, value] of pairs) {
    if (name === jsonFilter) filters.addJson(parseJsonFilter(value))
    else filters.addPair(name, value)
  }
  if (json !== undefined) filters.addJson(json)
  const { filter_field: field, filter_value: value } = given
  if (field !== undefined || value !== undefined) {
    if (field === undefined) throw invalidParameter('filter_value needs filter_field beside it', 'filter_value')
    if (value === undefined) throw invalidParameter('filter_field needs filter_value beside it', 'filter_field')
    filters.addSimple(field, value)
  }
  return filters.all()
}

/** A filter whose operands are still being collected, repeated ones included. */
interface CollectedFilter extends GivenFilter {
  texts: string[]
}

/** Collects the filters, and stops at the first that is beyond a limit. */
class FilterCollector {
  readonly #filters: CollectedFilter[] = []
  /** By the names of their parameters, which can be repeated. */
  readonly #ofPairs = new Map<string, CollectedFilter>()
  readonly #maxValues: number

  constructor(maxValues = defaultMaxFilterValues) {
    this.#maxValues = maxValues
  }

  addPair(parameter: string, value: string): void {
    const filter = this.#ofPairs.get(parameter) ?? this.#begin(parameter, readName(parameter))
    this.#ofPairs.set(parameter, filter)
    const values = isList(filter) ? value.split(',') : [value]
    this.#add(filter, values, text => text)
  }

  addJson(json: Json): void {
    for (const { parameter, operands, ...asked } of readJsonFilter(json)) {
      this.#add(this.#begin(parameter, asked), operands, value => operandText(value, parameter))
    }
  }

  addSimple(field: string, value: string): void {
    checkName('filter_field', field)
    this.#add(this.#begin('filter_value', { field, operator: 'eq' }, 'filter_field'), [value], text => text)
  }

  all(): GivenFilter[] {
    return this.#filters.map(filter =>
      filter.texts.length === 1 ? filter : { ...filter, texts: [...new Set(filter.texts)] },
    )
  }

  #begin(parameter: string, { field, operator, group }: FilterParameter, fieldParameter = parameter): CollectedFilter {
    if (this.#filters.length === listLimits.conditions) {
      throw invalidParameter(
        `at most ${listLimits.conditions} filters may be given, each operator of each property being one`,
        jsonFilter,
      )
    }
    const filter = { field, operator, group, parameter, fieldParameter, texts: [] }
    this.#filters.push(filter)
    return filter
  }

  #add<Value>(filter: CollectedFilter, values: readonly Value[], toText: (value: Value) => string): void {
    const { parameter, operator } = filter
    const count = filter.texts.length + values.length
    if (!isList(filter)) {
      if (count !== 1) throw invalidParameter(`${parameter} takes exactly one value`, parameter)
    } else if (count > this.#maxValues) {
      throw invalidParameter(
        `${parameter}: has ${count} values; at most ${this.#maxValues} are allowed (http.maxFilterValues)`,
        parameter,
      )
    }
    const check = isOperator(operator) && traitsOf(operator).compares === 'text' ? checkText : checkOperand
    for (const value of values) {
      const text = toText(value)
      check(parameter, text)
      filter.texts.push(text)
    }
  }
}

const isList = ({ operator }: FilterParameter): boolean =>
  isOperator(operator) && traitsOf(operator).operands === 'many'

/**
 * Read the filters of {@link collectFilters} as conditions on the fields of a type.
 * @param now the time that `now` and `today` refer to, in milliseconds since 1970
 * @throws `InvalidInput` naming the parameter, field, operator or value that is wrong
 */
export function readFilters(given: readonly GivenFilter[], source: FieldSource, now: number): Filters {
  const filters: FilterGroup = { conditions: [], referenceFilters: [] }
  const groups = new Map<number, FilterGroup>()
  for (const filter of given) {
    const group =
      filter.group === undefined ? filters : (groups.get(filter.group) ?? { conditions: [], referenceFilters: [] })
    if (filter.group !== undefined) groups.set(filter.group, group)
    readFilter(group, filter, source, now)
  }
  return { conditions: filters.conditions, referenceFilters: filters.referenceFilters, groups: [...groups.values()] }
}

/** @throws `InvalidInput` for a malformed name, and for `or` without a number from 0 to 9 */
function readName(parameter: string): FilterParameter {
  checkParameterName(parameter)
  const asked = readFilterParameter(parameter)
  if (asked !== undefined) {
    checkName(jsonFilter, asked.field)
    return asked
  }
  throw invalidParameter(
    parameter.startsWith('_filter[or][')
      ? `query parameter ${quote(parameter)}: write _filter[or][group][field][operator]=value with a group from 0 to 9; ` +
          'a property called or is filtered by filter_field and filter_value'
      : `query parameter ${quote(parameter)}: write _filter[field][operator]=value`,
    parameter,
  )
}

function readFilter(
  { conditions, referenceFilters }: FilterGroup,
  { field: name, operator, texts, parameter, fieldParameter }: GivenFilter,
  source: FieldSource,
  now: number,
): void {
  if (!isOperator(operator)) {
    throw invalidParameter(
      `unknown operator ${quote(operator)} in ${quote(parameter)}; there are ${operatorNames.join(', ')}`,
      parameter,
    )
  }
  const field = readFieldOrReference(name, source, fieldParameter)
  if ('target' in field) conditions.push(condition(field, operator, texts, { parameter, now }))
  else referenceFilters.push({ ...field, operator, texts, parameter })
}

function condition(field: Field, operator: Operator, texts: readonly string[], context: ReadingContext): Condition {
  const { target, kind, name } = field
  if (field.open && operator !== 'eq') {
    throw invalidParameter(
      `${context.parameter}: the type has no schema, so that its properties can be filtered by eq only`,
      context.parameter,
    )
  }
  return { target, kind, operator, operands: readOperands(field, operator, texts, context), field: name }
}

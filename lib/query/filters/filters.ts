import type { Condition, Operator } from '../../store-kit/document-store.ts'
import { InvalidInput } from '../../errors/index.ts'
import { ownField, readField, readFieldOrReference } from '../field.ts'
import type { Field, ReferenceField, FieldSource } from '../field.ts'
import { isRelative } from './dates.ts'
import { jsonFilter, readJsonFilter } from './filter-json.ts'
import { readFilterParameter } from './filter-parameter.ts'
import type { FilterParameter } from './filter-parameter.ts'
import { defaultMaxFilterValues, readList, readOperands } from './operands.ts'
import type { ReadingContext } from './operands.ts'
import { invalidParameter, quote } from '../query-string.ts'
import type { QueryPair } from '../query-string.ts'

const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'like', 'exists'] as const
const isOperator = (text: string): text is Operator => operators.some(operator => operator === text)

/** More filters than any real query has; each costs the store time. */
const maxConditions = 20

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
  positives[operator] !== undefined || (operator === 'exists' && texts[0] === 'false')

/** The operators of which others are the complement. */
const positives: Partial<Record<Operator, Operator>> = { ne: 'eq', nin: 'in' }

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
  const positive = positives[operator] ?? operator
  const read = condition(readField(field, source, parameter), positive, texts, { parameter, now })
  return { ...read, field: name, ...(operator === 'exists' && { operands: [true] }) }
}

/**
 * The condition that a field has one of some values, given as texts. Texts of values that it can never have are left out.
 * @returns undefined when none are left, or there is no such field
 */
export function conditionOfValues(name: string, texts: readonly string[], source: FieldSource): Condition | undefined {
  const field = ownField(name, source, name)
  if (field === undefined) return undefined
  const operands = texts.flatMap(text => {
    try {
      return readOperands(field, 'eq', [text], { parameter: name, now: 0 })
    } catch (error) {
      if (error instanceof InvalidInput) return []
      throw error
    }
  })
  const { target, kind } = field
  return operands.length === 0 ? undefined : { target, kind, operator: 'in', operands, field: name }
}

/** The filters of a list, as given in the query. */
export interface GivenFilters {
  /** The pairs `_filter[<field>][<operator>]=<value>`, or `_filter=<JSON>`, selected with {@link isFilter}. */
  pairs: readonly QueryPair[]
  filter_field: string | undefined
  filter_value: string | undefined
  /** How many different values `in` and `nin` can have. Default: 1,000. */
  maxFilterValues?: number | undefined
}

/** Whether a filter is relative to the present, so that its meaning changes over time. */
export const areRelative = ({ pairs, filter_value }: GivenFilters): boolean =>
  [...pairs.flatMap(textsOf), filter_value ?? ''].some(value => value.split(',').some(isRelative))

const textsOf = ([name, value]: QueryPair): readonly string[] =>
  name === jsonFilter ? readJsonFilter(value).flatMap(({ texts }) => texts) : [value]

/** A filter as given: the texts of its parameter, or its operands in JSON, in which a comma separates nothing. */
interface GivenFilter {
  texts: string[]
  operands: string[]
  /** What JSON says of it; otherwise the name of the parameter says it. */
  asked?: FilterParameter
}

/**
 * Read the filters of a list: `_filter[<field>][<operator>]=<value>`, filters in groups of which one must match,
 * `_filter[or][<group>][<field>][<operator>]=<value>`, all of them as JSON in `_filter`, and the simple form of `filter_field` and `filter_value`.
 * @param now the time that `now` and `today` refer to, in milliseconds since 1970
 * @throws `InvalidInput` naming the parameter, field, operator or value that is wrong
 */
export function readFilters(given: GivenFilters, source: FieldSource, now: number): Filters {
  const all = collectFilters(given.pairs)
  const simple = given.filter_field === undefined && given.filter_value === undefined ? 0 : 1
  if (all.size + simple > maxConditions) {
    throw invalidParameter(`at most ${maxConditions} filters may be given, each operator of each property being one`)
  }
  const filters: FilterGroup = { conditions: [], referenceFilters: [] }
  const groups = new Map<number, FilterGroup>()
  for (const [parameter, { texts, operands, asked = readName(parameter) }] of all) {
    const group =
      asked.group === undefined ? filters : (groups.get(asked.group) ?? { conditions: [], referenceFilters: [] })
    if (asked.group !== undefined) groups.set(asked.group, group)
    const isList = asked.operator === 'in' || asked.operator === 'nin'
    const values = isList
      ? readList(texts, parameter, given.maxFilterValues ?? defaultMaxFilterValues, operands)
      : [...texts, ...operands]
    readFilter(group, asked, values, source, { parameter, now })
  }
  if (simple > 0) readSimpleFilter(filters, given, source, now)
  return { conditions: filters.conditions, referenceFilters: filters.referenceFilters, groups: [...groups.values()] }
}

/** The filters by the names of their parameters. */
function collectFilters(pairs: readonly QueryPair[]): Map<string, GivenFilter> {
  const all = new Map<string, GivenFilter>()
  const at = (name: string): GivenFilter => {
    const known = all.get(name) ?? { texts: [], operands: [] }
    all.set(name, known)
    return known
  }
  for (const [name, value] of pairs) {
    if (name !== jsonFilter) {
      at(name).texts.push(value)
      continue
    }
    for (const { parameter, texts, ...asked } of readJsonFilter(value)) {
      const filter = at(parameter)
      filter.operands.push(...texts)
      filter.asked = asked
    }
  }
  return all
}

/** @throws `InvalidInput` for a malformed name, and for `or` without a number from 0 to 9 */
function readName(parameter: string): FilterParameter {
  const asked = readFilterParameter(parameter)
  if (asked !== undefined) return asked
  throw invalidParameter(
    parameter.startsWith('_filter[or][')
      ? `query parameter ${quote(parameter)}: write _filter[or][group][field][operator]=value with a group from 0 to 9; ` +
          'a property called or is filtered by filter_field and filter_value'
      : `query parameter ${quote(parameter)}: write _filter[field][operator]=value`,
    parameter,
  )
}

function readFilter(
  filters: FilterGroup,
  { field: name, operator }: FilterParameter,
  texts: readonly string[],
  source: FieldSource,
  context: ReadingContext,
): void {
  if (!isOperator(operator)) {
    throw invalidParameter(
      `unknown operator ${quote(operator)} in ${quote(context.parameter)}; there are ${operators.join(', ')}`,
      context.parameter,
    )
  }
  add(filters, readFieldOrReference(name, source, context.parameter), operator, texts, context)
}

function add(
  { conditions, referenceFilters }: FilterGroup,
  field: Field | ReferenceField,
  operator: Operator,
  texts: readonly string[],
  context: ReadingContext,
): void {
  if ('target' in field) conditions.push(condition(field, operator, texts, context))
  else referenceFilters.push({ ...field, operator, texts, parameter: context.parameter })
}

/** Equality with one field. */
function readSimpleFilter(
  filters: FilterGroup,
  { filter_field: field, filter_value: value }: GivenFilters,
  source: FieldSource,
  now: number,
): void {
  if (field === undefined) throw invalidParameter('filter_value needs filter_field beside it', 'filter_value')
  if (value === undefined) throw invalidParameter('filter_field needs filter_value beside it', 'filter_field')
  const place = readFieldOrReference(field, source, 'filter_field')
  add(filters, place, 'eq', [value], { parameter: 'filter_value', now })
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

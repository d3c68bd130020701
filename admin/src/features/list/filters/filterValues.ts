import type { Filter } from '../../../composables/view/view.ts'
import { fieldOf } from '../../../fields/registry.ts'
import type { FilterTraits } from '../../../fields/registry.ts'
import type { Comparison, Operator, Property } from '../../../schema/index.ts'
import { traitsOf } from '../../../schema/operators.ts'
import type { FilterField } from './fields.ts'
import { comparedWith, dayAt, filtersOn, isSpan, timeBetween } from './periods.ts'

/** A filter that is being edited; it may be incomplete. */
export interface Draft {
  /** A key for rendering lists of drafts; it has no other meaning. */
  id: number
  /** The group of filters joined by “or” that the filter belongs to; undefined where it must match in any case. */
  group?: number | undefined
  field: string
  comparison: Comparison
  /** One, or several for `in` and `nin`; none for a comparison that checks whether a value exists. */
  values: string[]
}

/** The condition of a draft. */
export type Asked = Pick<Draft, 'field' | 'comparison' | 'values'>
type FilterProperty = Pick<FilterField, 'property'> | undefined

/** The property of the compared values: for an array, that of its items. */
export const comparedProperty = ({ property }: Pick<FilterField, 'property'>): Property => property.items ?? property

/** How the compared values are filtered. */
export const filterOf = (field: FilterProperty): FilterTraits =>
  fieldOf(field === undefined ? 'any' : comparedProperty(field).kind).filter

const periodsOf = (field: FilterProperty): FilterTraits['periods'] =>
  field?.property.items === undefined ? filterOf(field).periods : undefined
const isTime = (field: FilterProperty): boolean => periodsOf(field) !== undefined
const hasTime = (field: FilterProperty): boolean => periodsOf(field) === 'moments'

/** How many values a comparison takes. */
export const takes = (comparison: Comparison): 'none' | 'several' | 'one' =>
  comparison === 'filled' || comparison === 'empty'
    ? 'none'
    : comparison !== 'on' && traitsOf(comparison).operands === 'many'
      ? 'several'
      : 'one'

/** Whether the filter is complete. */
export const isComplete = ({ comparison, values }: Asked): boolean =>
  takes(comparison) === 'none' || (values.length > 0 && values.every(value => value !== ''))

/** The same filter with another comparison: the typed values stay as far as they fit. */
export function withComparison<Some extends Asked>(asked: Some, comparison: Comparison, field: FilterProperty): Some {
  const isLost = (value: string): boolean => isTime(field) && comparison !== 'on' && isSpan(value)
  const fit = asked.values.filter(value => !isLost(value))
  const values = { none: [], one: fit.slice(0, 1), several: fit }[takes(comparison)]
  return { ...asked, comparison, values }
}

/** The operators of the API that a comparison needs. */
function operatorsOf(comparison: Comparison, field: FilterProperty): Operator[] {
  if (comparison === 'filled' || comparison === 'empty') return ['exists']
  if (comparison === 'on') return hasTime(field) ? ['gte', 'lt'] : ['eq', 'gte', 'lt']
  return [comparison]
}

/** The comparisons that remain for a field given the other filters of its group: the API accepts each operator once. */
export function comparisonsLeft(field: FilterField, others: readonly Asked[], own?: Comparison): Comparison[] {
  const used = new Set(
    others.filter(({ field: name }) => name === field.path).flatMap(({ comparison }) => operatorsOf(comparison, field)),
  )
  const freed = new Set(own === undefined ? [] : operatorsOf(own, field))
  return field.comparisons.filter(one =>
    operatorsOf(one, field).every(operator => !used.has(operator) || freed.has(operator)),
  )
}

/**
 * A new filter on a field: with the most usual comparison that remains; a field with only two possible values starts with one of them.
 * @param isLarge whether the list is too large to look into the text of each row: then a text is compared as a whole first
 */
export function begin(field: FilterField, others: readonly Asked[], isLarge = false): Asked {
  const left = comparisonsLeft(field, others)
  const [usual = field.comparisons[0] ?? 'eq'] = left
  const comparison = isLarge && usual === 'like' && left.includes('eq') ? 'eq' : usual
  const { initial } = filterOf(field)
  return {
    field: field.path,
    comparison,
    values: takes(comparison) === 'one' && initial !== undefined ? [initial] : [],
  }
}

/** The draft as filters of the API: one, or two for a period of several days. */
export function filtersOf({ field: path, comparison, values }: Asked, field: FilterProperty): Filter[] {
  const [value = ''] = values
  if (comparison === 'filled' || comparison === 'empty')
    return [{ field: path, operator: 'exists', values: [String(comparison === 'filled')] }]
  if (comparison === 'on') return filtersOn(path, value, hasTime(field))
  return [{ field: path, operator: comparison, values: values.map(one => comparedWith(one, hasTime(field))) }]
}

/** Filters of the API as the user interface shows them: a start and an end day are one filter. */
export function askedBy(filters: readonly Filter[], fieldOf: (path: string) => FilterProperty): Asked[] {
  const taken = new Set<Filter>()
  return filters.flatMap((filter): Asked[] => {
    if (taken.has(filter)) return []
    const { field: path, operator, values } = filter
    const [value = ''] = values
    const field = fieldOf(path)
    if (operator === 'exists') return [{ field: path, comparison: value === 'false' ? 'empty' : 'filled', values: [] }]
    if (!isTime(field)) return [{ field: path, comparison: operator, values }]
    if (operator === 'eq' && !hasTime(field)) return [{ field: path, comparison: 'on', values }]
    const other = operator === 'gte' ? 'lt' : operator === 'lt' ? 'gte' : undefined
    const end = filters.find(one => one.field === path && one.operator === other)
    const ends = operator === 'gte' ? [filter, end] : [end, filter]
    const time = timeBetween(ends[0]?.values[0] ?? '', ends[1]?.values[0] ?? '')
    if (end === undefined || time === undefined)
      return [{ field: path, comparison: operator, values: hasTime(field) ? values.map(dayAt) : values }]
    taken.add(end)
    return [{ field: path, comparison: 'on', values: [time] }]
  })
}

/** What is wrong with a value, as a message key; the service accepts no lists of values that contain commas. */
export function problemOf(value: string, field: FilterField, comparison: Comparison): string | undefined {
  if (takes(comparison) === 'several' && value.includes(',')) return 'list.commaInList'
  return filterOf(field).problem?.(value)
}

/** Whether the text can be searched for: it has a letter or a digit, and at most sixteen words. */
export function canSearch(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > 0 && words.length <= 16
}

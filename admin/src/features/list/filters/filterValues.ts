import type { Filter } from '../../../composables/view/view.ts'
import type { Comparison, Kind, Operator } from '../../../schema/index.ts'
import type { FilterField } from './fields.ts'
import { comparedWith, dayAt, filtersOn, isSpan, timeBetween } from './periods.ts'

/** A filter that somebody is at: perhaps it says nothing yet. */
export interface Draft {
  /** For lists of them; means nothing else. */
  id: number
  /** Of the filters that are joined by “or” those of a group hold together; undefined where it must hold in any case. */
  group?: number | undefined
  field: string
  comparison: Comparison
  /** One, or several for `in` and `nin`; none for what asks whether there is a value. */
  values: string[]
}

/** What a draft asks. */
export type Asked = Pick<Draft, 'field' | 'comparison' | 'values'>
type Found = Pick<FilterField, 'property'> | undefined

/** The kind of the values that are compared: of an array that of its items. */
export const kindOfValues = (field: Found): Kind =>
  (field?.property.kind === 'array' ? field.property.items?.kind : field?.property.kind) ?? 'any'

const isTime = (field: Found): boolean => field?.property.kind === 'date' || field?.property.kind === 'date-time'
const hasTime = (field: Found): boolean => field?.property.kind === 'date-time'

/** How many values a comparison takes. */
export const takes = (comparison: Comparison): 'none' | 'several' | 'one' =>
  comparison === 'filled' || comparison === 'empty'
    ? 'none'
    : comparison === 'in' || comparison === 'nin'
      ? 'several'
      : 'one'

/** Whether it says something. */
export const isComplete = ({ comparison, values }: Asked): boolean =>
  takes(comparison) === 'none' || (values.length > 0 && values.every(value => value !== ''))

/** The same with another comparison: what was typed stays as far as it fits. */
export function withComparison<Some extends Asked>(asked: Some, comparison: Comparison, field: Found): Some {
  const isLost = (value: string): boolean => isTime(field) && comparison !== 'on' && isSpan(value)
  const fit = asked.values.filter(value => !isLost(value))
  const values = { none: [], one: fit.slice(0, 1), several: fit }[takes(comparison)]
  return { ...asked, comparison, values }
}

/** The operators of the API that a comparison needs. */
function operatorsOf(comparison: Comparison, field: Found): Operator[] {
  if (comparison === 'filled' || comparison === 'empty') return ['exists']
  if (comparison === 'on') return hasTime(field) ? ['gte', 'lt'] : ['eq', 'gte', 'lt']
  return [comparison]
}

/** The comparisons that are left for a field beside those of its group: the API takes each operator once. */
export function comparisonsLeft(field: FilterField, others: readonly Asked[], own?: Comparison): Comparison[] {
  const used = new Set(
    others.filter(({ field: name }) => name === field.path).flatMap(({ comparison }) => operatorsOf(comparison, field)),
  )
  const freed = new Set(own === undefined ? [] : operatorsOf(own, field))
  return field.comparisons.filter(one =>
    operatorsOf(one, field).every(operator => !used.has(operator) || freed.has(operator)),
  )
}

/** A filter on a field as it begins: the most usual comparison that is left; what has but two answers has one already. */
export function begin(field: FilterField, others: readonly Asked[]): Asked {
  const [comparison = field.comparisons[0] ?? 'eq'] = comparisonsLeft(field, others)
  const isTruth = takes(comparison) === 'one' && field.property.kind === 'boolean'
  return { field: field.path, comparison, values: isTruth ? ['true'] : [] }
}

/** What it asks in the words of the API: one filter, or two for a time of several days. */
export function filtersOf({ field: path, comparison, values }: Asked, field: Found): Filter[] {
  const [value = ''] = values
  if (comparison === 'filled' || comparison === 'empty')
    return [{ field: path, operator: 'exists', values: [String(comparison === 'filled')] }]
  if (comparison === 'on') return filtersOn(path, value, hasTime(field))
  return [{ field: path, operator: comparison, values: values.map(one => comparedWith(one, hasTime(field))) }]
}

/** Filters of the API as people put them: from this day to that is one. */
export function askedBy(filters: readonly Filter[], fieldOf: (path: string) => Found): Asked[] {
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

/** What is wrong with a value, as the name of a text; the service takes no lists of values with commas in them. */
export function problemOf(value: string, field: FilterField, comparison: Comparison): string | undefined {
  const kind = kindOfValues(field)
  if (takes(comparison) === 'several' && value.includes(',')) return 'list.commaInList'
  if (kind === 'integer' && !/^-?\d{1,15}$/.test(value)) return 'list.noInteger'
  if (kind === 'number' && !(value.trim() !== '' && Number.isFinite(Number(value)))) return 'list.noNumber'
  return undefined
}

/** Whether words can be searched for: there is a letter or a digit, and there are at most sixteen words. */
export function canSearch(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > 0 && words.length <= 16
}

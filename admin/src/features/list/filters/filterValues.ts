import type { Filter } from '../../../composables/view.ts'
import type { Operator } from '../../../schema/operators.ts'
import type { FilterField } from './fields.ts'

/** A filter that somebody is at: perhaps it says nothing yet. */
export interface Draft extends Filter {
  /** For lists of them; means nothing else. */
  id: number
}

/** How many values an operator takes. */
export const takes = (operator: Operator): 'truth' | 'several' | 'one' =>
  operator === 'exists' ? 'truth' : operator === 'in' || operator === 'nin' ? 'several' : 'one'

/** Whether it says something. */
export const isComplete = ({ operator, values }: Filter): boolean =>
  takes(operator) === 'truth'
    ? values[0] === 'true' || values[0] === 'false'
    : values.length > 0 && values.every(value => value !== '')

/** The same filter with another operator: what was typed stays as far as it fits. */
export function withOperator<Some extends Filter>(filter: Some, operator: Operator): Some {
  const wasTruth = takes(filter.operator) === 'truth'
  const kept = wasTruth ? [] : filter.values
  const values = takes(operator) === 'truth' ? (wasTruth ? filter.values : ['true']) : kept
  return { ...filter, operator, values: takes(operator) === 'several' ? values : values.slice(0, 1) }
}

/** The operators that are left for a field: each can be asked once. */
export function operatorsLeft(field: FilterField, filters: readonly Filter[], own?: Operator): Operator[] {
  const used = new Set(filters.filter(({ field: name }) => name === field.path).map(({ operator }) => operator))
  return field.operators.filter(operator => operator === own || !used.has(operator))
}

/** A filter on a field as it begins: the most usual operator that is left; what has but two answers has one already. */
export function begin(field: FilterField, filters: readonly Filter[]): Filter {
  const [operator = field.operators[0] ?? 'eq'] = operatorsLeft(field, filters)
  const isTruth = takes(operator) === 'truth' || field.property.kind === 'boolean'
  return { field: field.path, operator, values: isTruth ? ['true'] : [] }
}

/** What is wrong with a value, as the name of a text; the service takes no lists of values with commas in them. */
export function problemOf(value: string, field: FilterField, operator: Operator): string | undefined {
  const kind = field.property.kind === 'array' ? field.property.items?.kind : field.property.kind
  if (takes(operator) === 'several' && value.includes(',')) return 'list.commaInList'
  if (kind === 'integer' && !/^-?\d{1,15}$/.test(value)) return 'list.noInteger'
  if (kind === 'number' && !(value.trim() !== '' && Number.isFinite(Number(value)))) return 'list.noNumber'
  return undefined
}

/** Whether two lists of filters ask the same. */
export const sameFilters = (a: readonly Filter[], b: readonly Filter[]): boolean =>
  a.length === b.length &&
  a.every((filter, at) => {
    const other = b[at]
    return (
      other !== undefined &&
      filter.field === other.field &&
      filter.operator === other.operator &&
      filter.values.length === other.values.length &&
      filter.values.every((value, i) => value === other.values[i])
    )
  })

/** Whether words can be searched for: there is a letter or a digit, and there are at most sixteen words. */
export function canSearch(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > 0 && words.length <= 16
}

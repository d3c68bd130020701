import { isOperator, traitsOf } from '../../../lib/store-kit/document-query.ts'
import type { Operator } from '../../../lib/store-kit/document-query.ts'
import { fieldOf } from '../fields/registry.ts'
import type { Property } from './properties.ts'

export { isOperator, traitsOf }
export type { Operator }

/**
 * Comparisons that users choose: operators of the API, and some that are built on them. `on` means a day or an interval of days, `filled` and
 * `empty` are the two values of `exists`.
 */
export type Comparison = Operator | 'on' | 'filled' | 'empty'

/** The comparisons that are useful for a property, the most frequent first. A filter on an array matches when one of its items does. */
export function comparisonsOf({ kind, items }: Pick<Property, 'kind' | 'items'>): readonly Comparison[] {
  if (items === undefined) return fieldOf(kind).filter.comparisons
  const { comparisons, comparisonsOfItems = comparisons } = fieldOf(items.kind).filter
  return comparisonsOfItems
}

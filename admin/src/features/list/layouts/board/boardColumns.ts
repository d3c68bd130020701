import type { Json } from '../../../../api/index.ts'
import type { Color } from '../../../../schema/index.ts'
import type { Filter, View } from '../../../../composables/view/view.ts'

/** A column of a board: the value that its cards share. */
export interface BoardColumn {
  key: string
  /** The value of the board's property; null for cards without a value. */
  value: Json
  title: string
  /** Undefined for the neutral color. */
  color: Color | undefined
}

/** The key of the column of cards without a value. */
export const keyOfNone = ''

const holds = ({ operator, values }: Filter, value: string | undefined): boolean | undefined => {
  if (operator === 'exists') return (values[0] === 'true') === (value !== undefined)
  if (operator === 'eq' || operator === 'in') return value !== undefined && values.includes(value)
  if (operator === 'ne' || operator === 'nin') return value === undefined || !values.includes(value)
  return undefined
}

/**
 * The view of a list reduced to one column of a board by a property.
 * @returns undefined where the filters of the list exclude the column
 */
export function viewOfColumn(view: View, property: string, { value }: Pick<BoardColumn, 'value'>): View | undefined {
  const text = value === null ? undefined : String(value)
  const others: Filter[] = []
  for (const filter of view.filters) {
    const isMet = filter.field === property ? holds(filter, text) : undefined
    if (isMet === false) return undefined
    if (isMet === undefined) others.push(filter)
  }
  const own: Filter =
    text === undefined
      ? { field: property, operator: 'exists', values: ['false'] }
      : { field: property, operator: 'eq', values: [text] }
  return { ...view, filters: [...others, own] }
}

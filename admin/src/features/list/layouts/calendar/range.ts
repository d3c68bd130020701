import type { Filter, View } from '../../../../composables/view/view.ts'
import type { Column } from '../../../../schema/index.ts'
import { addDays, startOf } from './days.ts'
import type { Day } from './days.ts'

/** As the API compares a property with a day: dates with it, moments with its beginning here. */
const edge = ({ kind }: Column, day: Day): string => (kind === 'date' ? day : startOf(day).toISOString())

/** Just before a day, for an operator that leaves the edge out, or takes it in. */
const before = (column: Column, day: Day): string =>
  column.kind === 'date' ? addDays(day, -1) : new Date(startOf(day).getTime() - 1).toISOString()

/** A list narrowed to what lies at a day or after it. A filter that asks the same way already stays, and this one asks another way. */
export function fromDay(view: View, column: Column, day: Day): View {
  return withOne(view, [
    { field: column.name, operator: 'gte', values: [edge(column, day)] },
    { field: column.name, operator: 'gt', values: [before(column, day)] },
  ])
}

/** A list narrowed to what lies before a day. */
export function beforeDay(view: View, column: Column, day: Day): View {
  return withOne(view, [
    { field: column.name, operator: 'lt', values: [edge(column, day)] },
    { field: column.name, operator: 'lte', values: [before(column, day)] },
  ])
}

function withOne(view: View, ways: readonly Filter[]): View {
  const isTaken = (way: Filter): boolean =>
    view.filters.some(({ field, operator }) => field === way.field && operator === way.operator)
  const way = ways.find(one => !isTaken(one))
  return way === undefined ? view : { ...view, filters: [...view.filters, way] }
}

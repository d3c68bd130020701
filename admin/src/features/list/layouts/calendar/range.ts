import type { Filter, View } from '../../../../composables/view/view.ts'
import type { Column } from '../../../../schema/index.ts'
import { addDays, startOf } from './days.ts'
import type { Day } from './days.ts'

/** A day as the API compares it with a property: as a date, or as the moment when the day begins in this browser's time zone. */
const edge = ({ kind }: Column, day: Day): string => (kind === 'date' ? day : startOf(day).toISOString())

/** The last value before a day, for operators that exclude the limit (`gt`) or include it (`lte`). */
const before = (column: Column, day: Day): string =>
  column.kind === 'date' ? addDays(day, -1) : new Date(startOf(day).getTime() - 1).toISOString()

/** A list limited to entries on or after a day. If a filter already uses the same operator, it is kept and the equivalent operator is used. */
export function fromDay(view: View, column: Column, day: Day): View {
  return withOne(view, [
    { field: column.name, operator: 'gte', values: [edge(column, day)] },
    { field: column.name, operator: 'gt', values: [before(column, day)] },
  ])
}

/** A list limited to entries before a day. */
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

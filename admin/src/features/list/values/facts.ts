import { dataOf } from '../../../api/index.ts'
import type { Json, JsonObject, Resource } from '../../../api/index.ts'
import { fieldOf, isNumeric } from '../../../fields/registry.ts'
import { isAmountName, isDueDate, isEnd, valueIn } from '../../../schema/index.ts'
import type { Column, ShownProperty } from '../../../schema/index.ts'
import { dayOf } from '../layouts/calendar/days.ts'
import type { ListLayout } from '../columns/useLayout.ts'

/** A value of a resource, as a card shows it. */
export interface Fact {
  column: Column
  value: Json | undefined
  /** How it is shown. */
  property: ShownProperty
  /** The other properties of the resource, for the currency of an amount. */
  beside: JsonObject
  /** Only the first item of a list is shown; this is how many more it has. */
  more: number
  /** It says by when something is to be done: whether that is over. */
  due?: { isLate: boolean }
}

/** The most informative kinds come first; when the resource was changed and similar columns come last. */
const rank = ({ kind, isMeta, name }: Column): number =>
  isMeta ? 2 : fieldOf(kind).cell.isInformative || (isNumeric({ kind }) && isAmountName(name)) ? 0 : 1

/** What cards show in addition to the name of a resource. */
export interface CardFacts {
  columns: readonly Column[]
  /** At most this many values are shown, without empty ones. */
  count: number
  /** The user chose the columns: then each is shown, on as many lines as necessary. */
  isChosen: boolean
}

/** The chosen columns, in their order; else the few most informative ones. @param isElsewhere columns that the card shows in another way */
export function cardFacts(
  { shown, isChosen, nameKey }: Pick<ListLayout, 'shown' | 'isChosen' | 'nameKey'>,
  count: number,
  isElsewhere: (column: Column) => boolean = () => false,
): CardFacts {
  const columns = shown.value.filter(column => column.key !== nameKey.value && !isElsewhere(column))
  return isChosen.value
    ? { columns, count: columns.length, isChosen: true }
    : { columns: columns.toSorted((a, b) => rank(a) - rank(b)), count, isChosen: false }
}

const isNothing = (value: Json | undefined): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

/** The first values of a resource that are not empty. */
export const factsOf = (row: Resource, { columns, count }: Pick<CardFacts, 'columns' | 'count'>): Fact[] =>
  columns
    .map(column => ({ column, value: valueIn(row, column) }))
    .filter(({ value }) => !isNothing(value))
    .slice(0, count)
    .map(({ column, value }) => {
      const shown = Array.isArray(value) ? firstOf(column, value) : { value, property: column, more: 0 }
      return { column, beside: dataOf(row), ...shown, ...dueOf(column, value, row) }
    })

/** Whether a date by which something is to be done has passed, unless one of its states says that it has ended. */
function dueOf(column: Column, value: Json | undefined, row: Resource): Pick<Fact, 'due'> {
  if (typeof value !== 'string' || !isDueDate(column)) return {}
  return { due: { isLate: !Object.values(dataOf(row)).some(isEnd) && value < dayOf(new Date()) } }
}

const firstOf = (column: Column, values: readonly Json[]): Pick<Fact, 'value' | 'property' | 'more'> => ({
  value: values[0],
  property: column.items ?? { name: column.name, kind: 'any', items: undefined },
  more: values.length - 1,
})

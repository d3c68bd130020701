import type { Json, Resource } from '../../../api/index.ts'
import { valueIn } from '../../../schema/index.ts'
import type { Column } from '../../../schema/index.ts'

/**
 * Where a card belongs among others that are sorted already: what is created last stands first unless the list says otherwise.
 * @param sort the column of the list that it is sorted by
 */
export function landingPlace(
  rows: readonly Resource[],
  row: Resource,
  sort: Pick<Column, 'name' | 'isMeta'> | undefined,
  order: 'asc' | 'desc',
): number {
  const valueOf = (one: Resource): Json | undefined => (sort === undefined ? one.created_at : valueIn(one, sort))
  const sign = sort === undefined || order === 'desc' ? -1 : 1
  const own = valueOf(row)
  const others = rows.filter(({ id }) => id !== row.id)
  const at = others.findIndex(other => sign * compare(valueOf(other), own) > 0)
  return at < 0 ? others.length : at
}

function compare(a: Json | undefined, b: Json | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [one, other] = [a ?? '', b ?? ''].map(String)
  return one === other ? 0 : (one ?? '') < (other ?? '') ? -1 : 1
}

/**
 * The number that places something between two others.
 * @returns undefined where there is no room between them, or they have no numbers
 */
export function numberBetween(
  before: number | undefined,
  after: number | undefined,
  isWhole: boolean,
): number | undefined {
  if (before === undefined) return after === undefined ? 1 : isWhole ? Math.ceil(after) - 1 : after - 1
  if (after === undefined) return isWhole ? Math.floor(before) + 1 : before + 1
  const middle = (before + after) / 2
  const between = isWhole ? Math.floor(middle) : middle
  return between > before && between < after ? between : undefined
}

/** Whether a number stands between those of the neighbours at a place. */
export function isBetween(others: readonly Resource[], at: number, number: unknown, by: Column): boolean {
  const values = [others[at - 1], others[at]].map(one => (one === undefined ? undefined : valueIn(one, by)))
  const [before, after] = values
  if (typeof number !== 'number') return false
  const isAfter = others[at - 1] === undefined || (typeof before === 'number' && before < number)
  return isAfter && (others[at] === undefined || (typeof after === 'number' && number < after))
}

import { dataOf, withValues } from '../../../api/index.ts'
import type { Json, JsonObject, Resource } from '../../../api/index.ts'
import { toast } from '../../../composables/feedback/useToast.ts'
import { t } from '../../../i18n/index.ts'
import { valueIn } from '../../../schema/index.ts'
import type { Column } from '../../../schema/index.ts'
import { placesOfRows } from '../../../schema/places.ts'
import { labelsOf, rowsOf, withRows } from './rowPages.ts'
import type { ShownList } from './rowPages.ts'
import type { Move } from './useMoves.ts'

/**
 * The index of a card among others that are already sorted; by default, the newest comes first.
 * @param sort the column that the list is sorted by
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
 * Whether enough rows of a list were read to give one of them a place: the rows behind it have a number then, or there are none. Rows without a number
 * come first, and all of them get one.
 */
export const isPlaceKnown = (rows: readonly Resource[], at: number, by: Column): boolean =>
  rows.slice(at + 1).some(row => typeof dataOf(row)[by.name] === 'number')

/**
 * Move a row from one list to another, or within the same list.
 * @param row as it is in `from`
 * @param at its index among the other rows of `to`
 * @param data other values to write to the row
 * @param by the property of the manual order; only as many rows get new numbers as necessary
 * @returns undefined where nothing has to be written, or where the range of the numbers has no room, which is shown to the user
 */
export function moveRow(
  row: Resource,
  { from, to, at, data, by }: { from: ShownList; to: ShownList; at: number; data: JsonObject; by: Column | undefined },
): Omit<Move, 'done'> | undefined {
  const others = (list: ShownList): Resource[] => rowsOf(list.read?.pages).filter(({ id }) => id !== row.id)
  const rows = others(to).toSpliced(at, 0, row)
  const places = by === undefined ? new Map<number, number>() : placesOfRows(rows, rows.indexOf(row), by)
  if (places === undefined) {
    toast(() => t('layouts.noPlaces', { property: by?.title ?? '' }), { tone: 'bad' })
    return undefined
  }
  const written = rows.map((one, index) => {
    const place = places.get(index)
    return { ...(one === row && data), ...(by !== undefined && place !== undefined && { [by.name]: place }) }
  })
  const changes = rows
    .map((row, index) => ({ row, data: written[index] ?? {} }))
    .filter(change => Object.keys(change.data).length > 0)
  if (changes.length === 0) return undefined
  const isSame = from === to
  const landed = rows.map((one, index) => withValues(one, written[index] ?? {}))
  const labels = labelsOf(from.read?.pages)
  return {
    lists: [
      ...(isSame ? [] : [{ ...from, read: from.read && withRows(from.read, others(from), -1) }]),
      { ...to, read: to.read && withRows(to.read, landed, isSame ? 0 : 1, labels) },
    ],
    changes,
  }
}

import { dataOf } from '../api/content/resources.ts'
import type { Resource } from '../api/content/resources.ts'
import type { ResourceType } from '../api/content/types.ts'
import { isNumeric } from '../fields/registry.ts'
import type { Column } from './columns.ts'
import type { Property } from './properties.ts'

/** The allowed values of a property that stores a manual order. */
export interface PlaceRange {
  isInteger: boolean
  minimum?: number | undefined
  maximum?: number | undefined
}

interface Place {
  at: number
  value: number
}

/** Minimum distance between two values. */
const minGap = 1e-6

/**
 * The values that bring rows into an order with as few changes as possible: values that already fit are kept.
 * @param held the current values of the rows, in the wanted order
 * @returns the new values by row; undefined when the range is too small for all rows
 */
export function newPlaces(held: readonly (number | undefined)[], range: PlaceRange): Map<number, number> | undefined {
  const gap = range.isInteger ? 1 : minGap
  const before: Place = { at: -1, value: (range.minimum ?? -Infinity) - gap }
  const after: Place = { at: held.length, value: (range.maximum ?? Infinity) + gap }
  const hasRoom = (low: Place, high: Place): boolean => high.value - low.value >= (high.at - low.at) * gap
  if (!hasRoom(before, after)) return undefined
  const known = held.flatMap((value, at) =>
    value === undefined || (range.isInteger && !Number.isInteger(value)) ? [] : [{ at, value }],
  )
  const kept = choosePlacesToKeep(
    known.filter(place => hasRoom(before, place) && hasRoom(place, after)),
    hasRoom,
  )
  const changed = new Map<number, number>()
  for (const [index, high] of [...kept, after].entries()) {
    const low = kept[index - 1] ?? before
    const [from, to] = within(low, high, { isFirst: low === before, isLast: high === after })
    for (let at = low.at + 1; at < high.at; at++) {
      const value = from + ((to - from) * (at - low.at)) / (high.at - low.at)
      changed.set(at, range.isInteger ? Math.floor(value) : value)
    }
  }
  return changed
}

/**
 * The numbers that put rows into this order, by their place: if possible only the one that was moved gets another.
 * @param moved its place
 * @returns undefined where the range has no room for so many
 */
export function placesOfRows(
  rows: readonly Resource[],
  moved: number,
  by: Pick<Property, 'name' | 'kind' | 'schema'>,
): Map<number, number> | undefined {
  const { minimum, maximum } = by.schema
  const range = {
    isInteger: by.kind === 'integer',
    ...(typeof minimum === 'number' && { minimum }),
    ...(typeof maximum === 'number' && { maximum }),
  }
  const held = rows.map(row => {
    const value = dataOf(row)[by.name]
    return typeof value === 'number' ? value : undefined
  })
  const places = newPlaces(held, range)
  return places === undefined || places.size === 0 ? places : newPlaces(held.with(moved, undefined), range)
}

/** Without a neighbour on one side values continue in steps of one; without any neighbour they start at one. */
function within(low: Place, high: Place, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): [number, number] {
  const width = high.at - low.at
  const from = isFirst ? Math.max(low.value, isLast ? Math.min(0, high.value - width) : high.value - width) : low.value
  return [from, isLast ? Math.min(high.value, from + width) : high.value]
}

/** Keep as many values as possible: the longest subsequence with room for the rows in between. */
function choosePlacesToKeep(places: readonly Place[], hasRoom: (low: Place, high: Place) => boolean): Place[] {
  const chains: { length: number; place: Place; before: number }[] = []
  for (const place of places) {
    const longest = chains.reduce(
      (best, { length, place: low }, index) => (length > best.length && hasRoom(low, place) ? { length, index } : best),
      { length: 0, index: -1 },
    )
    chains.push({ length: longest.length + 1, place, before: longest.index })
  }
  const ends = chains.map(({ length }) => length)
  const chain: Place[] = []
  for (let at = ends.indexOf(Math.max(0, ...ends)); at >= 0;) {
    const link = chains[at]
    if (link === undefined) break
    chain.unshift(link.place)
    at = link.before
  }
  return chain
}

/** The property by which users order resources of a type manually (`x-order-property`); undefined where they cannot. */
export function orderColumn(
  type: Pick<ResourceType, 'schema'> | undefined,
  columns: readonly Column[],
): Column | undefined {
  const name = type?.schema?.['x-order-property']
  const column = columns.find(one => !one.isMeta && one.name === name)
  return column !== undefined && isNumeric(column) && column.isSortable && !column.isReadOnly ? column : undefined
}

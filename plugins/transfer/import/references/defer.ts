import type { JsonObject } from '../../../../lib/json/index.ts'
import type { ReadyRow, Step } from '../batches.ts'
import { changeAt, textsAt, type ReferencePlace } from './references.ts'
import type { RowIndex, RowLink } from './row-index.ts'

/** The references of a row to other rows of what is loaded. */
export const linksOf = ({ id, data }: ReadyRow, places: readonly ReferencePlace[], index: RowIndex): RowLink[] =>
  places.flatMap(place =>
    textsAt(data, place)
      .filter(to => to !== id && index.has(to))
      .map(to => ({ from: id, place: place.name, to })),
  )

/**
 * Take references to later rows out of rows, to be set later. A row that has to have such a reference from the beginning is put off as a whole.
 * @param putOff takes such a row
 */
export function deferReferences(
  places: readonly ReferencePlace[],
  index: RowIndex,
  putOff: (row: ReadyRow) => void,
): Step {
  const waiting = new Set<string>()
  return batch => {
    const ready: ReadyRow[] = []
    for (const row of batch.ready) {
      const isLater = (to: string): boolean => index.isAfter(to, row.id) || waiting.has(to)
      const forward = places.filter(place => textsAt(row.data, place).some(isLater))
      if (row.changes === undefined && forward.some(({ required }) => required)) {
        waiting.add(row.id)
        putOff(row)
      } else ready.push(forward.length === 0 ? row : withoutReferences(row, forward))
    }
    return { ...batch, ready }
  }
}

/** A row whose references in these places are set later. */
export function withoutReferences(row: ReadyRow, places: readonly ReferencePlace[]): ReadyRow {
  const properties = new Set(places.map(({ property }) => property))
  const entries = Object.entries(row.data)
  const later: JsonObject = Object.fromEntries(entries.filter(([name]) => properties.has(name)))
  return { ...row, data: Object.fromEntries(entries.filter(([name]) => !properties.has(name))), later }
}

/**
 * For a try in which nothing is written, no row can refer to another one: let each refer to itself instead, which a resource may
 * where it may refer to its type.
 */
export function referToSelf(places: readonly ReferencePlace[], index: RowIndex): Step {
  return batch => ({
    ...batch,
    ready: batch.ready.map(row => {
      let { data } = row
      for (const place of places) data = withSelf(row.id, data, place, index)
      return { ...row, data, content: row.content ?? row.data }
    }),
  })
}

function withSelf(id: string, data: JsonObject, place: ReferencePlace, index: RowIndex): JsonObject {
  if (!textsAt(data, place).some(to => index.has(to))) return data
  const changed = changeAt(data, place, to => (index.has(to) ? id : to))
  const list = place.path.length === 1 ? changed[place.property] : undefined
  // The items of a list may have to differ.
  return Array.isArray(list) ? { ...changed, [place.property]: [...new Set(list)] } : changed
}

import type { FoundReference } from '../../../../lib/json-schema/index.ts'
import type { Json, JsonObject } from '../../../../lib/json/index.ts'
import type { ReadyRow, Step } from '../batches.ts'
import { propertyOf, replaceReferences, type TypeReferences } from './references.ts'
import type { RowIndex, RowLink } from './row-index.ts'

/** The references of a row to other rows of what is loaded. */
export const linksOf = ({ id, data }: ReadyRow, references: TypeReferences, index: RowIndex): RowLink[] =>
  references
    .find(data)
    .filter(({ id: to }) => to !== id && index.has(to))
    .map(({ id: to, name }) => ({ from: id, place: name, to }))

/**
 * Take references to later rows out of rows, to be set later. A row that has to have such a reference from the beginning is put off as a whole.
 * @param putOff takes such a row
 */
export function deferReferences(references: TypeReferences, index: RowIndex, putOff: (row: ReadyRow) => void): Step {
  const waiting = new Set<string>()
  return batch => {
    const ready: ReadyRow[] = []
    for (const row of batch.ready) {
      const forward = references.find(row.data).filter(({ id }) => index.isAfter(id, row.id) || waiting.has(id))
      if (row.changes === undefined && forward.some(references.isRequired)) {
        waiting.add(row.id)
        putOff(row)
      } else ready.push(forward.length === 0 ? row : withoutReferences(row, forward))
    }
    return { ...batch, ready }
  }
}

/** A row of which the properties that these references lie in are set later. */
export function withoutReferences(row: ReadyRow, references: readonly FoundReference[]): ReadyRow {
  const properties = new Set(references.map(propertyOf))
  const entries = Object.entries(row.data)
  const later: JsonObject = Object.fromEntries(entries.filter(([name]) => properties.has(name)))
  return { ...row, data: Object.fromEntries(entries.filter(([name]) => !properties.has(name))), later }
}

/**
 * For a try in which nothing is written, no row can refer to another one: let each refer to itself instead, which a resource may
 * where it may refer to its type.
 */
export const referToSelf =
  (references: TypeReferences, index: RowIndex): Step =>
  batch => ({
    ...batch,
    ready: batch.ready.map(row => {
      const linked = references.find(row.data).filter(({ id }) => index.has(id))
      const data = replaceReferences(row.data, linked, () => row.id)
      // The items of a list may have to differ.
      const lists = linked.filter(({ path }) => path.length === 2).map(propertyOf)
      const differing = [...new Set(lists)].map(name => [name, withoutRepeats(data[name])])
      return { ...row, data: { ...data, ...Object.fromEntries(differing) }, content: row.content ?? row.data }
    }),
  })

const withoutRepeats = (list: Json | undefined): Json => (Array.isArray(list) ? [...new Set(list)] : (list ?? null))

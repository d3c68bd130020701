import { inTurns } from '../../../../lib/event-loop/index.ts'
import type { FoundReference } from '../../../../lib/json-schema/index.ts'
import type { Json, JsonObject } from '../../../../lib/json/index.ts'
import type { ReadyRow, Step } from '../batches.ts'
import { propertyOf, replaceReferences, type TypeReferences } from './references.ts'
import type { RowIndex, RowLink } from './row-index.ts'

/** The references of a row to other rows of the import. */
export const linksOf = ({ id, data }: ReadyRow, references: TypeReferences, index: RowIndex): RowLink[] =>
  references
    .find(data)
    .filter(({ id: to }) => to !== id && index.has(to))
    .map(({ id: to, name }) => ({ from: id, place: name, to }))

/**
 * Remove references to later rows from rows, to be set later. A row with a required reference to a later row waits as a whole.
 * @param putOff receives such rows
 */
export function deferReferences(references: TypeReferences, index: RowIndex, putOff: (row: ReadyRow) => void): Step {
  const waiting = new Set<string>()
  return async batch => {
    const ready: ReadyRow[] = []
    for await (const row of inTurns(batch.ready)) {
      const forward = references.find(row.data).filter(({ id }) => index.isAfter(id, row.id) || waiting.has(id))
      if (row.changes === undefined && forward.some(references.isRequired)) {
        waiting.add(row.id)
        putOff(row)
      } else ready.push(forward.length === 0 ? row : withoutReferences(row, forward))
    }
    return { ...batch, ready }
  }
}

/** A copy of a row in which the properties that contain these references are set later. */
export function withoutReferences(row: ReadyRow, references: readonly FoundReference[]): ReadyRow {
  const properties = new Set(references.map(propertyOf))
  const entries = Object.entries(row.data)
  const later: JsonObject = Object.fromEntries(entries.filter(([name]) => properties.has(name)))
  return { ...row, data: Object.fromEntries(entries.filter(([name]) => !properties.has(name))), later }
}

/**
 * In a dry run nothing is written, so no row can refer to another one. Each row refers to itself instead, which is allowed where a resource can
 * refer to its own type.
 */
export const referToSelf =
  (references: TypeReferences, index: RowIndex): Step =>
  async batch => {
    const ready: ReadyRow[] = []
    for await (const row of inTurns(batch.ready)) {
      const linked = references.find(row.data).filter(({ id }) => index.has(id))
      const data = replaceReferences(row.data, linked, () => row.id)
      // The schema can require unique items in lists.
      const lists = linked.filter(({ path }) => path.length === 2).map(propertyOf)
      const differing = [...new Set(lists)].map(name => [name, withoutRepeats(data[name])])
      ready.push({ ...row, data: { ...data, ...Object.fromEntries(differing) }, content: row.content ?? row.data })
    }
    return { ...batch, ready }
  }

const withoutRepeats = (list: Json | undefined): Json => (Array.isArray(list) ? [...new Set(list)] : (list ?? null))

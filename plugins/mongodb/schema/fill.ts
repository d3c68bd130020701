import type { AnyBulkWriteOperation, Document } from 'mongodb'
import type { JsonObject } from '../../../lib/json/types.ts'
import { readElements } from '../documents/bson.ts'
import { derivedForm, idOf } from '../documents/stored-document.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import { findRaw, inPortions } from '../query/raw-documents.ts'
import type { Connection } from '../server/connection.ts'
import type { KnownCollection } from './catalogue.ts'

const portionSize = 500
const read = new Set(['_id', 'sequence_no', 'data'])

/**
 * Make the keys, words and references of all documents of a collection. Can be interrupted and repeated at any point; a document that is written meanwhile
 * is left to its writer, who makes them by the same definition.
 * @param options.signal stops it between two portions
 * @returns the number of documents
 */
export async function fillDerived(
  connection: Connection,
  known: KnownCollection,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<number> {
  const { name } = known.definition
  let documents = 0
  const projection = { sequence_no: 1, data: 1 }
  const portions = inPortions(portionSize, (range, options) =>
    connection.run(database => findRaw(database.collection<StoredForm>(name), range, { ...options, projection })),
  )
  for await (const portion of portions) {
    signal?.throwIfAborted()
    const updates: AnyBulkWriteOperation<{ _id: string }>[] = []
    for (const bytes of portion) {
      const elements = readElements(bytes, read)
      const text = elements.get('data')
      if (text === undefined) continue
      documents++
      const data: JsonObject = JSON.parse(text)
      const { keys, words, references } = await derivedForm(data, known)
      const made = { ...(keys && { keys }), ...(words && { words }), ...(references && { references }) }
      const gone = { ...(!keys && { keys: '' }), ...(!words && { words: '' }), ...(!references && { references: '' }) }
      const update: Document = {
        ...(Object.keys(made).length > 0 && { $set: made }),
        ...(Object.keys(gone).length > 0 && { $unset: gone }),
      }
      const filter: Document = { _id: idOf(elements), sequence_no: Number(elements.get('sequence_no')) }
      updates.push({ updateOne: { filter, update } })
    }
    if (updates.length > 0)
      await connection.run(database =>
        database.collection<{ _id: string }>(name).bulkWrite(updates, { ordered: false }),
      )
  }
  return documents
}

import type { AnyBulkWriteOperation } from 'mongodb'
import { readData } from '../../../lib/store-kit/document-texts.ts'
import type { Connection } from '../server/connection.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { decodeDocument } from '../documents/stored-document.ts'
import type { DerivedFields, StoredForm } from '../documents/stored-document.ts'

const portionSize = 200

/**
 * Rebuild outdated index words and references of documents. Each document is written only if it has not changed meanwhile, and
 * queries are correct without this; so the job can stop and be repeated at any point.
 */
export async function rebuildDerived(
  connection: Connection,
  name: string,
  { words, references }: DerivedFields,
): Promise<void> {
  let after: string | undefined
  for (;;) {
    const forms = await connection.run(database =>
      database
        .collection<StoredForm>(name)
        .find(after === undefined ? {} : { _id: { $gt: after } }, {
          projection: { sequence_no: 1, text: 1, words: { $slice: 1 }, references: { $slice: 1 } },
          sort: { _id: 1 },
          limit: portionSize,
          batchSize: portionSize,
          maxTimeMS: maxAnswerMs,
        })
        .toArray(),
    )
    after = forms.at(-1)?._id
    if (after === undefined) return
    const updates: AnyBulkWriteOperation<StoredForm>[] = []
    for (const form of forms) {
      const { _id, sequence_no, text } = form
      if (text === undefined || sequence_no === undefined) continue
      const isWords = words?.isOutdated(form.words) === true
      const isReferences = references?.isOutdated(form.references) === true
      if (!isWords && !isReferences) continue
      const data = readData(decodeDocument(_id, text))
      const made = {
        ...(isWords && { words: await words.wordsOf(data) }),
        ...(isReferences && { references: references.valuesOf(data) }),
      }
      updates.push({ updateOne: { filter: { _id, sequence_no }, update: { $set: made } } })
    }
    if (updates.length === 0) continue
    await connection.run(database => database.collection<StoredForm>(name).bulkWrite(updates, { ordered: false }))
  }
}

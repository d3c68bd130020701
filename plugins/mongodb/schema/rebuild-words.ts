import type { AnyBulkWriteOperation } from 'mongodb'
import { readData } from '../../../lib/store-kit/document-texts.ts'
import type { Connection } from '../server/connection.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { decodeDocument } from '../documents/stored-document.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import type { WordIndex } from '../documents/word-index.ts'

const portionSize = 200

/**
 * Rebuild outdated index words of documents. Each document is written only if it has not changed meanwhile, and
 * searches are correct without this; so the job can stop and be repeated at any point.
 */
export async function rebuildWords(connection: Connection, name: string, words: WordIndex): Promise<void> {
  let after: string | undefined
  for (;;) {
    const forms = await connection.run(database =>
      database
        .collection<StoredForm>(name)
        .find(after === undefined ? {} : { _id: { $gt: after } }, {
          projection: { sequence_no: 1, text: 1, words: { $slice: 1 } },
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
    for (const { _id, sequence_no, text, words: now } of forms) {
      if (text === undefined || sequence_no === undefined || !words.isOutdated(now)) continue
      const made = await words.wordsOf(readData(decodeDocument(_id, text)))
      updates.push({ updateOne: { filter: { _id, sequence_no }, update: { $set: { words: made } } } })
    }
    if (updates.length === 0) continue
    await connection.run(database => database.collection<StoredForm>(name).bulkWrite(updates, { ordered: false }))
  }
}

import type { Db } from 'mongodb'
import type { StoredForm, VersionForm } from '../documents/stored-document.ts'
import { versionId } from '../documents/stored-document.ts'
import { maxAnswerMs } from '../server/connection.ts'

/** Remove the states of documents beyond the latest `keep` ones. @returns how many */
export async function trimVersions(
  database: Db,
  collection: string,
  ids: readonly string[],
  keep: number,
): Promise<number> {
  const documents = await database
    .collection<StoredForm>(collection)
    .find({ _id: { $in: [...ids] } }, { projection: { sequence_no: 1 }, maxTimeMS: maxAnswerMs })
    .toArray()
  const ranges = documents.flatMap(({ _id, sequence_no = 0 }) =>
    sequence_no <= keep
      ? []
      : [{ _id: { $gte: versionId(collection, _id, 0), $lte: versionId(collection, _id, sequence_no - keep) } }],
  )
  if (ranges.length === 0) return 0
  const { deletedCount } = await database
    .collection<VersionForm>('_versions')
    .bulkWrite(ranges.map(filter => ({ deleteMany: { filter } })))
  return deletedCount
}

import type { Db } from 'mongodb'
import { release } from '../../../kernel/index.ts'
import type { Release, StoreFormat } from '../../../lib/store-kit/document-store.ts'
import { checkFormat } from '../../../lib/store-kit/index.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { duplicateKey } from '../server/errors.ts'

/**
 * The format of the database, as a number in `_store`. It is incremented when earlier code could not work on what current code writes, or when stored
 * data must be converted once.
 */
export const currentFormat = 4

/** The entry also records the release that wrote the database last. */
interface FormatEntry extends Partial<Release> {
  _id: 'format'
  number: number
  /** Release 0.2.0 has begun to convert the database from this format, and was interrupted or is still at it. */
  converting?: { from: number }
}

const formats = (database: Db) => database.collection<FormatEntry>('_store')

/** The format of a database; undefined when it is empty. Changes nothing. */
export async function formatOf(database: Db): Promise<StoreFormat | undefined> {
  const entry = await formats(database).findOne({ _id: 'format' }, { maxTimeMS: maxAnswerMs })
  const collections = database.collection('_collections')
  if (entry === null && (await collections.findOne({}, { maxTimeMS: maxAnswerMs })) === null) return undefined
  const { number, version, commit, converting }: Partial<FormatEntry> = entry ?? {}
  return {
    number: converting?.from ?? number ?? 1,
    current: currentFormat,
    ...(version !== undefined && { writtenBy: { version, ...(commit !== undefined && { commit }) } }),
  }
}

/**
 * Check the format of a database, and record this release as the one that wrote it.
 * @throws `StoreFormatRefused` when the format is refused
 */
export async function prepareFormat(database: Db): Promise<void> {
  const found = await formatOf(database)
  if (found !== undefined) checkFormat(`the database ${database.databaseName}`, found, release)
  const { version, commit } = release
  if (found?.writtenBy?.version === version && found.writtenBy.commit === commit) return
  const update = {
    $max: { number: currentFormat },
    $set: { version, ...(commit !== undefined && { commit }) },
    ...(commit === undefined && { $unset: { commit: '' as const } }),
  }
  await formats(database)
    .updateOne({ _id: 'format' }, update, { upsert: true })
    .catch((error: unknown) => {
      if (duplicateKey(error) === undefined) throw error // another instance did the same
    })
}

import type { Db } from 'mongodb'
import { ConfigurationError } from '../../../lib/errors/index.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { duplicateKey } from '../server/errors.ts'
import { ownerIndex } from './indexes.ts'

/*
 * How the database is laid out, as a number in `_store`. It is raised when code of before could not work on what code of now writes, or when something that is
 * stored must be changed once.
 * 1: without a number.
 * 2: lists of those who see only what they own have an index of their own.
 */
const currentFormat = 2

interface FormatEntry {
  _id: 'format'
  number: number
}

/**
 * Convert what an earlier version stored. May be interrupted anywhere, repeated, and done by several instances at once.
 * @throws `ConfigurationError` when a newer version wrote it
 */
export async function convert(database: Db): Promise<void> {
  const formats = database.collection<FormatEntry>('_store')
  const entry = await formats.findOne({ _id: 'format' }, { maxTimeMS: maxAnswerMs })
  const found = entry?.number ?? 1
  if (found > currentFormat) {
    throw new ConfigurationError(
      `the database ${database.databaseName} is in store format ${found}, which a newer version wrote; this one knows formats up to ${currentFormat}: run the newer version`,
    )
  }
  if (found === currentFormat) return
  // The index is built where the collection is next brought to its definition, which is at the start; until then no list relies on it.
  await database.collection<CatalogueEntry>('_collections').updateMany({}, { $addToSet: { absent: ownerIndex.name } })
  await formats
    .updateOne({ _id: 'format' }, { $max: { number: currentFormat } }, { upsert: true })
    .catch((error: unknown) => {
      if (duplicateKey(error) === undefined) throw error // another instance did the same
    })
}

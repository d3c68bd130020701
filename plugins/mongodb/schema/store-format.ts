import type { Db } from 'mongodb'
import { ConfigurationError } from '../../../lib/errors/index.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { duplicateKey } from '../server/errors.ts'
import { ownerIndex } from './indexes.ts'

/*
 * The format of the database, as a number in `_store`. It is incremented when earlier code could not work on what current code writes, or when stored
 * data must be converted once.
 * 1: no number stored.
 * 2: lists for callers who see only what they own have an index of their own.
 */
const currentFormat = 2

interface FormatEntry {
  _id: 'format'
  number: number
}

/**
 * Convert data of an earlier version. Can be interrupted at any point, repeated, and run by several instances at once.
 * @throws `ConfigurationError` when a newer version wrote the data
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
  // The index is built the next time the collection is defined, which happens at the start; until then no list uses it.
  await database.collection<CatalogueEntry>('_collections').updateMany({}, { $addToSet: { absent: ownerIndex.name } })
  await formats
    .updateOne({ _id: 'format' }, { $max: { number: currentFormat } }, { upsert: true })
    .catch((error: unknown) => {
      if (duplicateKey(error) === undefined) throw error // another instance did the same
    })
}

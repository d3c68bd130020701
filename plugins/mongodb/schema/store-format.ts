import type { Db } from 'mongodb'
import { release } from '../../../kernel/index.ts'
import type { OpenOptions, StoreFormat } from '../../../lib/store-kit/document-store.ts'
import { checkFormat } from '../../../lib/store-kit/index.ts'
import type { Connection } from '../server/connection.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { duplicateKey } from '../server/errors.ts'
import { convertDatabase, currentFormat, documentsToConvert, formats } from './conversion.ts'
import type { FormatEntry } from './conversion.ts'
import { refuseRunning } from './restore.ts'

/** The earliest format that is converted. */
const oldestFormat = 2

/** An estimate, of small documents. */
const convertedPerSecond = 2_000

/** The format of a database; undefined when it is empty. Changes nothing. */
export async function formatOf(database: Db): Promise<StoreFormat | undefined> {
  const entry = await formats(database).findOne({ _id: 'format' }, { maxTimeMS: maxAnswerMs })
  const collections = database.collection('_collections')
  if (entry === null && (await collections.findOne({}, { maxTimeMS: maxAnswerMs })) === null) return undefined
  const { number, version, commit, conversion, converting }: Partial<FormatEntry> = entry ?? {}
  const found = converting?.from ?? number ?? 1
  const rows = found < currentFormat && found >= oldestFormat ? await documentsToConvert(database) : 0
  return {
    number: found,
    current: currentFormat,
    oldest: oldestFormat,
    ...(version !== undefined && { writtenBy: { version, ...(commit !== undefined && { commit }) } }),
    ...(conversion !== undefined && { conversion }),
    ...(found < currentFormat && { pending: { rows, seconds: 1 + Math.ceil(rows / convertedPerSecond), bytes: 0 } }),
  }
}

/**
 * Convert data of an earlier version, and record this release as the one that wrote the database. Can be interrupted at any point and repeated.
 * @throws `StoreFormatRefused` when the format is refused
 */
export async function prepareFormat(connection: Connection, options: OpenOptions): Promise<void> {
  const { database } = connection
  const found = await formatOf(database)
  if (found !== undefined)
    checkFormat(`the database ${database.databaseName}`, found, release, options.convert === true)
  const isRecorded = found?.writtenBy?.version === release.version && found.writtenBy.commit === release.commit
  if (found !== undefined && found.number < currentFormat) {
    await refuseRunning(database)
    const conversion = await convertDatabase(connection, found.number, options)
    await record(database, { conversion })
    options.onConverted?.(conversion)
  } else if (!isRecorded) await record(database, {})
}

async function record(database: Db, conversion: Pick<FormatEntry, 'conversion'>): Promise<void> {
  const { version, commit } = release
  const update = {
    $max: { number: currentFormat },
    $set: { version, ...(commit !== undefined && { commit }), ...conversion },
    $unset: {
      ...(commit === undefined && { commit: '' as const }),
      ...(conversion.conversion && { converting: '' as const }),
    },
  }
  await formats(database)
    .updateOne({ _id: 'format' }, update, { upsert: true })
    .catch((error: unknown) => {
      if (duplicateKey(error) === undefined) throw error // another instance did the same
    })
}

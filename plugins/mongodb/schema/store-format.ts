import type { Db } from 'mongodb'
import { release } from '../../../kernel/index.ts'
import type { Conversion, OpenOptions, Release, StoreFormat } from '../../../lib/store-kit/document-store.ts'
import { checkFormat } from '../../../lib/store-kit/index.ts'
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
export const currentFormat = 2

/** The entry also records the release that wrote the database last, and the last conversion; earlier versions ignore these. */
interface FormatEntry extends Partial<Release> {
  _id: 'format'
  number: number
  conversion?: Conversion
}

const formats = (database: Db) => database.collection<FormatEntry>('_store')

/** What a conversion took in a measurement: an index of documents of 1 kB. */
const indexedRowsPerSecond = 50_000
const indexedBytesPerRow = 100

/** The format of a database; undefined when it is empty. Changes nothing. */
export async function formatOf(database: Db): Promise<StoreFormat | undefined> {
  const entry = await formats(database).findOne({ _id: 'format' }, { maxTimeMS: maxAnswerMs })
  const collections = database.collection<CatalogueEntry>('_collections')
  if (entry === null && (await collections.findOne({}, { maxTimeMS: maxAnswerMs })) === null) return undefined
  const { number, version, commit, conversion }: Partial<FormatEntry> = entry ?? {}
  const found = number ?? 1
  return {
    number: found,
    current: currentFormat,
    ...(version !== undefined && { writtenBy: { version, ...(commit !== undefined && { commit }) } }),
    ...(conversion !== undefined && { conversion }),
    ...(found < currentFormat && { pending: pendingOf(await countRows(database)) }),
  }
}

const pendingOf = (rows: number): NonNullable<StoreFormat['pending']> => ({
  rows,
  seconds: Math.ceil(rows / indexedRowsPerSecond),
  bytes: rows * indexedBytesPerRow,
})

/** The approximate number of documents in the defined collections. */
async function countRows(database: Db): Promise<number> {
  let rows = 0
  for await (const { _id } of database.collection<CatalogueEntry>('_collections').find({}, { projection: { _id: 1 } }))
    rows += await database.collection(_id).estimatedDocumentCount({ maxTimeMS: maxAnswerMs })
  return rows
}

/**
 * Convert data of an earlier version, and record this release as the one that wrote the database. Can be interrupted at any point, repeated, and run
 * by several instances at once.
 * @param build builds what the definitions name and the database lacks
 * @throws `StoreFormatRefused` when the format is refused
 */
export async function prepareFormat(
  database: Db,
  options: OpenOptions,
  build: (onProgress: (done: number, total: number) => void) => Promise<void>,
): Promise<void> {
  const found = await formatOf(database)
  if (found !== undefined)
    checkFormat(`the database ${database.databaseName}`, found, release, options.convert === true)
  const isRecorded = found?.writtenBy?.version === release.version && found.writtenBy.commit === release.commit
  if (found !== undefined && found.number < currentFormat) {
    const conversion = await convert(database, found, () => build((done, total) => options.onProgress?.(done, total)))
    await record(database, { conversion })
    options.onConverted?.(conversion)
  } else if (!isRecorded) await record(database, {})
}

async function convert(
  database: Db,
  { number: from, pending }: StoreFormat,
  build: () => Promise<void>,
): Promise<Conversion> {
  const started = performance.now()
  // No list uses the index until it is built.
  await database.collection<CatalogueEntry>('_collections').updateMany({}, { $addToSet: { absent: ownerIndex.name } })
  await record(database, {})
  await build()
  const seconds = Math.round(performance.now() - started) / 1000
  return { from, to: currentFormat, rows: pending?.rows ?? 0, seconds, at: new Date().toISOString(), ...release }
}

async function record(database: Db, conversion: Pick<FormatEntry, 'conversion'>): Promise<void> {
  const { version, commit } = release
  const update = {
    $max: { number: currentFormat },
    $set: { version, ...(commit !== undefined && { commit }), ...conversion },
    ...(commit === undefined && { $unset: { commit: '' as const } }),
  }
  await formats(database)
    .updateOne({ _id: 'format' }, update, { upsert: true })
    .catch((error: unknown) => {
      if (duplicateKey(error) === undefined) throw error // another instance did the same
    })
}

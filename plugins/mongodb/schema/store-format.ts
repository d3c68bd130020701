import type { Db } from 'mongodb'
import { release } from '../../../kernel/index.ts'
import type { Conversion, OpenOptions, Release, StoreFormat } from '../../../lib/store-kit/document-store.ts'
import { checkFormat, currentDefinition, formerReferences } from '../../../lib/store-kit/index.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { duplicateKey } from '../server/errors.ts'

/*
 * The format of the database, as a number in `_store`. It is incremented when earlier code could not work on what current code writes, or when stored
 * data must be converted once.
 * 1: no number stored.
 * 2: lists for callers who see only what they own have an index of their own.
 * 3: documents have a field with what they refer to; searches of words except references by the beginnings of their texts.
 */
export const currentFormat = 3
/** The earliest format that is converted. */
const oldestFormat = 2

/** The entry also records the release that wrote the database last, and the last conversion; earlier versions ignore these. */
interface FormatEntry extends Partial<Release> {
  _id: 'format'
  number: number
  conversion?: Conversion
}

const formats = (database: Db) => database.collection<FormatEntry>('_store')

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
    oldest: oldestFormat,
    ...(version !== undefined && { writtenBy: { version, ...(commit !== undefined && { commit }) } }),
    ...(conversion !== undefined && { conversion }),
    ...(found < currentFormat && { pending: { rows: 0, seconds: 1, bytes: 0 } }),
  }
}

/**
 * Convert data of an earlier version, and record this release as the one that wrote the database. Can be interrupted at any point, repeated, and run
 * by several instances at once.
 * @throws `StoreFormatRefused` when the format is refused
 */
export async function prepareFormat(database: Db, options: OpenOptions): Promise<void> {
  const found = await formatOf(database)
  if (found !== undefined)
    checkFormat(`the database ${database.databaseName}`, found, release, options.convert === true)
  const isRecorded = found?.writtenBy?.version === release.version && found.writtenBy.commit === release.commit
  if (found !== undefined && found.number < currentFormat) {
    const conversion = await convert(database, found.number)
    await record(database, { conversion })
    options.onConverted?.(conversion)
  } else if (!isRecorded) await record(database, {})
}

/**
 * Convert a database of format 2, in which references were stored in a collection of their own, and the searches of words excepted them by their places.
 * The references and words of documents are made when the collections are defined anew: in the background, after the start.
 */
async function convert(database: Db, from: number): Promise<Conversion> {
  const started = performance.now()
  const entries = database.collection<CatalogueEntry>('_collections')
  for await (const { _id, definition, formers = [] } of entries.find()) {
    const converted = { definition: inCurrentForm(definition), formers: formers.map(inCurrentForm) }
    await entries.updateOne({ _id, definition }, { $set: converted })
  }
  await entries.deleteOne({ _id: formerReferences })
  await database.dropCollection(formerReferences)
  const seconds = Math.round(performance.now() - started) / 1000
  return { from, to: currentFormat, rows: 0, seconds, at: new Date().toISOString(), ...release }
}

const inCurrentForm = (definition: string): string => JSON.stringify(currentDefinition(JSON.parse(definition)))

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

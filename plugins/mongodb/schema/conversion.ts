import { randomUUID } from 'node:crypto'
import type { AnyBulkWriteOperation, Db } from 'mongodb'
import { release } from '../../../kernel/index.ts'
import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import { ConfigurationError } from '../../../lib/errors/index.ts'
import type { Conversion, DocumentDraft, OpenOptions, Release } from '../../../lib/store-kit/document-store.ts'
import { equalDateTimes, formerReferences, readDocument } from '../../../lib/store-kit/index.ts'
import type { EqualValues } from '../../../lib/store-kit/index.ts'
import { readElements } from '../documents/bson.ts'
import { decodeAny, earlierMoment, isEarlier } from '../documents/earlier-form.ts'
import { encodeDocument, versionForm } from '../documents/stored-document.ts'
import type { StoredForm, VersionForm } from '../documents/stored-document.ts'
import { findRaw, inPortions } from '../query/raw-documents.ts'
import type { Connection } from '../server/connection.ts'
import { entryForm, knownCollection, newEntry, readEntry } from './catalogue.ts'
import type { KnownEntry } from './catalogue.ts'
import { equalValues } from './equal-values.ts'
import { IndexBuilder } from './index-builder.ts'
import { indexesOf } from './indexes.ts'

/*
 * Converts a database of format 2 or 3, in which documents were stored as JSON texts with copies for queries, to the current one. Each document is
 * converted for itself, so that an interrupted conversion goes on where it ended. While it is in progress the entry of the format has the number of the
 * new one, so that earlier versions are refused, and names the process that converts, so that others of this version are.
 */

/*
 * The format of the database, as a number in `_store`. It is incremented when earlier code could not work on what current code writes, or when stored
 * data must be converted once.
 * 1: no number stored.
 * 2: lists for callers who see only what they own have an index of their own.
 * 3: documents have a field with what they refer to; searches of words except references by the beginnings of their texts.
 * 4: `data` is served, without JSON texts and copies; keys only where values do not compare rightly as they stand.
 */
export const currentFormat = 4
const portionSize = 500
const leaseMs = 15_000
const renewalMs = 3_000

/** Beside the number of the format: who converts the database, and when that process last said so, by the clock of the server. */
interface Converting {
  from: number
  by: string
  at: Date
}

/** The entry also records the release that wrote the database last, and the last conversion; earlier versions ignore these. */
export interface FormatEntry extends Partial<Release> {
  _id: 'format'
  number: number
  conversion?: Conversion
  /** While a conversion is in progress, or after it was interrupted. */
  converting?: Converting
}

export const formats = (database: Db) => database.collection<FormatEntry>('_store')

/** How many documents are still to be converted. */
export async function documentsToConvert(database: Db): Promise<number> {
  let rows = 0
  for await (const { _id } of database.collection<{ _id: string }>('_collections').find({}, { projection: { _id: 1 } }))
    rows += await database.collection(_id).estimatedDocumentCount()
  return rows + (await database.collection('_versions').estimatedDocumentCount())
}

/**
 * @param from the number of the present format
 * @throws `ConfigurationError` when another process converts the database, or date-times of a unique property are equal now
 */
export async function convertDatabase(
  connection: Connection,
  from: number,
  { onProgress }: Pick<OpenOptions, 'onProgress'>,
): Promise<Conversion> {
  const { database } = connection
  const started = performance.now()
  const by = randomUUID()
  await takeLease(database, from, by)
  let lost: Error | undefined
  const renewal = setInterval(() => {
    renewLease(database, by).catch(
      (error: unknown) => (lost = error instanceof Error ? error : new Error(String(error))),
    )
  }, renewalMs)
  try {
    const total = await documentsToConvert(database)
    let rows = 0
    const count = (more: number): void => {
      if (lost !== undefined) throw lost
      rows += more
      onProgress?.(Math.min(rows, total), total)
    }
    await database.collection<{ _id: string }>('_collections').deleteOne({ _id: formerReferences })
    await database.dropCollection(formerReferences)
    for (const entry of await entriesOf(database)) await convertCollection(connection, entry, count)
    await convertVersions(database, count)
    const seconds = Math.round(performance.now() - started) / 1000
    return { from, to: currentFormat, rows, seconds, at: new Date().toISOString(), ...release }
  } finally {
    clearInterval(renewal)
  }
}

/**
 * Refuse a database that another process converts. One that was killed while it did leaves a lease, which ends.
 * @returns the lease that has ended
 */
export async function refuseConverting(database: Db): Promise<Converting | undefined> {
  const last = (await formats(database).findOne({ _id: 'format' }))?.converting
  if (last === undefined) return undefined
  const hello = await database.command({ hello: 1 })
  const now: unknown = hello['localTime']
  const end = new Date(last.at.getTime() + leaseMs)
  if (now instanceof Date && now < end) throw converting(database, end)
  return last
}

const converting = (database: Db, end: Date): ConfigurationError =>
  new ConfigurationError(
    `the database ${database.databaseName} is being converted by another process; wait until ${end.toISOString()}: if that process was ended, the database can be used then`,
  )

async function takeLease(database: Db, from: number, by: string): Promise<void> {
  const last = await refuseConverting(database)
  if (last === undefined) await refuseEqualInstants(database)
  const before = last === undefined ? { converting: { $exists: false } } : { 'converting.by': last.by }
  const update = {
    $set: { number: currentFormat, 'converting.from': from, 'converting.by': by },
    $currentDate: { 'converting.at': true },
  } as const
  const { matchedCount } = await formats(database).updateOne({ _id: 'format', ...before }, update)
  if (matchedCount === 0) throw converting(database, new Date(Date.now() + leaseMs))
}

/** Refuse a database in which documents have different date-times at a unique property that are equal to the millisecond. Nothing was changed so far. */
async function refuseEqualInstants(database: Db): Promise<void> {
  const found: EqualValues[] = []
  for (const { definition } of await entriesOf(database)) {
    for (const column of definition.columns.filter(({ kind, unique }) => unique && kind === 'instant')) {
      const field = earlierMoment(column.path)
      const toMilliseconds = { $rtrim: { input: { $substrBytes: [`$${field}`, 0, 17] }, chars: '0' } }
      const documents = database.collection<{ _id: string }>(definition.name)
      const dateTimes = { [field]: { $gte: '3', $lt: '4' } }
      found.push(...(await equalValues(documents, column.path.join('.'), dateTimes, toMilliseconds)))
    }
  }
  if (found.length > 0) throw equalDateTimes('convert', found)
}

/** The entries of all collections. */
const entriesOf = async (database: Db): Promise<KnownEntry[]> =>
  (await findRaw(database.collection('_collections'), {})).map(readEntry)

async function renewLease(database: Db, by: string): Promise<void> {
  const { matchedCount } = await formats(database).updateOne(
    { _id: 'format', 'converting.by': by },
    { $currentDate: { 'converting.at': true } },
  )
  if (matchedCount === 0) throw new ConfigurationError('another process took the conversion over')
}

type Count = (more: number) => void

async function convertCollection(connection: Connection, { definition }: KnownEntry, count: Count): Promise<void> {
  const { database } = connection
  const { name } = definition
  const entry = newEntry(definition)
  const known = knownCollection(entry)
  await convertDocuments(database, name, count, async draft => (await encodeDocument(draft, known)).form)
  await new IndexBuilder(work => connection.run(work, maxBuildMs)).settle(name, indexesOf(definition))
  await database.collection<{ _id: string }>('_collections').replaceOne({ _id: name }, entryForm(entry))
}

const maxBuildMs = 24 * 3_600_000

const convertVersions = (database: Db, count: Count): Promise<void> =>
  convertDocuments(database, '_versions', count, (draft, collection): VersionForm => versionForm(collection, draft))

/** Replace the documents of a collection that have an earlier form. */
async function convertDocuments(
  database: Db,
  name: string,
  count: Count,
  encode: (draft: DocumentDraft, collection: string) => Promise<StoredForm> | StoredForm | VersionForm,
): Promise<void> {
  const collection = database.collection<{ _id: string }>(name)
  const portions = inPortions(portionSize, (range, options) =>
    findRaw(collection, { ...range, ...isEarlier }, { ...options, maxTimeMS: maxBuildMs }),
  )
  for await (const portion of portions) {
    const operations: AnyBulkWriteOperation<{ _id: string }>[] = []
    for (const bytes of portion) {
      const turn = yieldIfLong()
      if (turn !== undefined) await turn
      const document = decodeAny(bytes)
      if (document === undefined) continue
      const of = readElements(bytes, ofVersion)
      const { _id, ...replacement } = await encode(readDocument(document), JSON.parse(of.get('collection') ?? '""'))
      operations.push({ replaceOne: { filter: { _id, ...isEarlier }, replacement } })
    }
    await collection.bulkWrite(operations, { ordered: false })
    count(operations.length)
  }
}

const ofVersion = new Set(['collection'])

import { randomUUID } from 'node:crypto'
import type { ClientSession, Document, Filter, FindOptions } from 'mongodb'
import { ConfigurationError } from '../../../lib/errors/index.ts'
import type { CollectionDefinition, SnapshotPart, StoreSnapshot } from '../../../lib/store-kit/document-store.ts'
import { compareText } from '../../../lib/store-kit/index.ts'
import { readElements } from '../documents/bson.ts'
import { decodeAny } from '../documents/earlier-form.ts'
import { idOf, versionId, wholeDocument } from '../documents/stored-document.ts'
import { heartbeats } from '../feed/heartbeat.ts'
import { findRaw, inPortions } from '../query/raw-documents.ts'
import { readEntry } from '../schema/catalogue.ts'
import { formatOf } from '../schema/store-format.ts'
import type { Connection } from './connection.ts'
import { maxAnswerMs } from './connection.ts'

/** Documents that one query reads. */
const portionSize = 200
/** Versions that one query reads. */
const maxVersionIds = 1_000

/** The content of the database at one moment. The server keeps such a moment for a while only, see `README.md`. */
export async function snapshotOf(connection: Connection): Promise<StoreSnapshot> {
  const format = await connection.run(formatOf)
  if (format === undefined) throw new ConfigurationError(`the database ${connection.databaseName} is empty`)
  const session = await startSession(connection)
  try {
    const snapshot = new Snapshot(connection, session)
    const definitions = await snapshot.definitions()
    return { format, parts: () => snapshot.parts(definitions), close: () => session.endSession() }
  } catch (error) {
    await session.endSession()
    throw error
  }
}

/**
 * A session whose reads all see one moment: a snapshot session, or a transaction on a server that accepts snapshot sessions and does not honour them.
 * A transaction lasts `transactionLifetimeLimitSeconds` at most (60 s by default).
 */
async function startSession(connection: Connection): Promise<ClientSession> {
  const session = connection.client.startSession({ snapshot: true })
  if (await isHonoured(connection, session)) return session
  await session.endSession()
  const transacting = connection.client.startSession()
  transacting.startTransaction({ readConcern: { level: 'snapshot' } })
  return transacting
}

/** Whether a session does not see a document that was written after its first read. */
async function isHonoured(connection: Connection, session: ClientSession): Promise<boolean> {
  const _id = `snapshot-${randomUUID()}`
  return connection.run(async database => {
    const reading = database.collection<{ _id: string; seen?: Date }>(heartbeats, {
      readConcern: { level: 'snapshot' },
    })
    await reading.findOne({ _id }, { session, maxTimeMS: maxAnswerMs })
    await database.collection<{ _id: string; seen: Date }>(heartbeats).insertOne({ _id, seen: new Date() })
    const found = await reading.findOne({ _id }, { session, maxTimeMS: maxAnswerMs })
    await database.collection<{ _id: string }>(heartbeats).deleteOne({ _id })
    return found === null
  })
}

/** Reads in a session that sees one moment. */
class Snapshot {
  readonly #connection: Connection
  readonly #session: ClientSession

  constructor(connection: Connection, session: ClientSession) {
    this.#connection = connection
    this.#session = session
  }

  async definitions(): Promise<CollectionDefinition[]> {
    const definitions: CollectionDefinition[] = []
    for await (const entries of this.#scan('_collections', {}, {}))
      definitions.push(...entries.map(bytes => readEntry(bytes).definition))
    return definitions.filter(({ transient }) => transient !== true).toSorted((a, b) => compareText(a.name, b.name))
  }

  async *parts(definitions: readonly CollectionDefinition[]): AsyncGenerator<SnapshotPart> {
    for (const definition of definitions) {
      const { name } = definition
      yield { kind: 'collection', definition }
      let hasRemoved = false
      for await (const forms of this.#scan(name, {}, { ...wholeDocument, text: 1 })) {
        const documents = forms.flatMap(bytes => decodeAny(bytes) ?? [])
        hasRemoved ||= documents.length < forms.length
        if (documents.length > 0) yield { kind: 'documents', documents }
      }
      if (definition.versions) yield* this.#versions(name)
      if (!hasRemoved) continue
      for await (const forms of this.#scan(name, { removed: true }, { _id: 1 }))
        yield { kind: 'removed', ids: forms.map(bytes => idOf(readElements(bytes, few))) }
    }
  }

  /** Earlier versions in the order of ids: that of their own keys is another one where an id is the beginning of another. */
  async *#versions(name: string): AsyncGenerator<SnapshotPart> {
    const filter = { sequence_no: { $gt: 1 } }
    for await (const forms of this.#scan(name, filter, { sequence_no: 1 })) {
      let keys: { key: string; id: string }[] = []
      for (const bytes of forms) {
        const elements = readElements(bytes, few)
        const id = idOf(elements)
        const sequence_no = Number(elements.get('sequence_no') ?? 1)
        for (let number = 1; number < sequence_no; number++) {
          keys.push({ key: versionId(name, id, number), id })
          if (keys.length < maxVersionIds) continue
          yield* this.#statesOf(keys)
          keys = []
        }
      }
      yield* this.#statesOf(keys)
    }
  }

  async *#statesOf(keys: readonly { key: string; id: string }[]): AsyncGenerator<SnapshotPart> {
    if (keys.length === 0) return
    const filter = { _id: { $in: keys.map(({ key }) => key) } }
    const found = await this.#find('_versions', filter, { batchSize: keys.length })
    const states = new Map(found.map(bytes => [idOf(readElements(bytes, few)), decodeAny(bytes)]))
    const documents = keys.flatMap(({ key }) => states.get(key) ?? [])
    if (documents.length > 0) yield { kind: 'versions', documents }
  }

  /** Documents of a collection in portions, in the order of their ids. */
  async *#scan(name: string, filter: Filter<{ _id: string }>, projection: Document): AsyncGenerator<readonly Buffer[]> {
    yield* inPortions(portionSize, (range, options) =>
      this.#find(name, { ...filter, ...range }, { ...options, projection }),
    )
  }

  async #find(name: string, filter: Filter<{ _id: string }>, options: FindOptions): Promise<readonly Buffer[]> {
    const session = this.#session
    const reading = session.inTransaction() ? {} : { readConcern: { level: 'snapshot' as const } }
    const limits = { session, maxTimeMS: maxReadMs }
    return this.#connection.run(
      database => findRaw(database.collection<{ _id: string }>(name, reading), filter, { ...options, ...limits }),
      maxReadMs,
    )
  }
}

const few = new Set(['_id', 'sequence_no'])

/** A filter that no index serves reads the whole collection. */
const maxReadMs = 3_600_000

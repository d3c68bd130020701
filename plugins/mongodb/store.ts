import type {
  ChangeListener,
  CollectionDefinition,
  DocumentStore,
  Feed,
  HealthCheck,
  ListQuery,
  OpenOptions,
  Page,
  ScanOptions,
  SelectQuery,
  SnapshotPart,
  StoredDocument,
  StoreFormat,
  StoreOperations,
  StoreReport,
  StoreSnapshot,
  StoreStatistics,
  WriteOperation,
} from '../../lib/store-kit/document-store.ts'
import { StoreUnavailable, WriteRefused } from '../../lib/errors/index.ts'
import { checkOperations } from '../../lib/store-kit/check-operations.ts'
import { reportFailure, reportWrite } from '../../lib/store-kit/write-outcome.ts'
import { Catalogue, definitionInForce } from './schema/catalogue.ts'
import type { KnownCollection } from './schema/catalogue.ts'
import type { Connection } from './server/connection.ts'
import { Definitions } from './schema/definitions.ts'
import { ensureCollection } from './schema/ensure-collection.ts'
import { ChangeFeed } from './feed/change-feed.ts'
import { completeRestore, restoreDatabase } from './schema/restore.ts'
import { formatOf, prepareFormat } from './schema/store-format.ts'
import { prepareHeartbeats } from './feed/heartbeat.ts'
import { referencesIndexName } from './schema/indexes.ts'
import { Lists } from './query/lists.ts'
import { prepareGuards } from './write/guards.ts'
import { prepareWrite } from './write/prepared-write.ts'
import { DocumentsById } from './query/documents-by-id.ts'
import { snapshotOf } from './server/snapshot.ts'
import { reportOn } from './server/report.ts'
import { healthOf } from './server/health.ts'
import { compactCollections, statisticsOf } from './server/space.ts'
import { Writer } from './write/writer.ts'

/** Building the indexes of a conversion takes time. An unreachable server is noticed independently of this limit. */
const maxConversionMs = 24 * 3_600_000

/** Documents in a database of a MongoDB replica set, which any number of instances share. */
export class MongoStore implements DocumentStore, StoreOperations {
  readonly operations: StoreOperations = this
  readonly kind = 'mongodb'
  readonly #connection: Connection
  readonly #catalogue: Catalogue
  readonly #definitions: Definitions
  readonly #reads: DocumentsById
  readonly #lists: Lists
  readonly #writer: Writer
  readonly #feed: ChangeFeed
  #onWriteOutcome: OpenOptions['onWriteOutcome']

  constructor(connection: Connection) {
    this.#connection = connection
    this.#feed = new ChangeFeed(connection)
    this.#catalogue = new Catalogue(connection)
    this.#reads = new DocumentsById(connection, this.#feed)
    this.#lists = new Lists(connection, this.#catalogue, this.#feed)
    this.#writer = new Writer(connection)
    this.#definitions = new Definitions(connection, this.#catalogue)
  }

  async open(options: OpenOptions = {}): Promise<void> {
    this.#onWriteOutcome = options.onWriteOutcome ?? this.#onWriteOutcome
    await this.#connect()
    await this.#connection.run(() => prepareFormat(this.#connection, options), maxConversionMs)
    // Their collections must exist before a transaction writes to them.
    await this.#connection.run(async database => {
      await prepareGuards(database)
      await prepareHeartbeats(database)
      await ensureCollection(database, '_versions')
    })
  }

  async format(): Promise<StoreFormat | undefined> {
    await this.#connect()
    return this.#connection.run(formatOf)
  }

  /** The operator who starts the service sees the address of the server; answers to requests never contain it. */
  async #connect(): Promise<void> {
    try {
      await this.#connection.open()
      await this.#connection.run(completeRestore, maxConversionMs)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      const { location } = this.#connection
      throw new StoreUnavailable(`the store cannot be reached: no answer from MongoDB at ${location}`, { cause: error })
    }
  }

  async close(): Promise<void> {
    await this.#writer.finish()
    await this.#feed.close()
    await this.#connection.close()
  }

  ping(): Promise<void> {
    return this.#connection.ping()
  }

  report(): Promise<StoreReport> {
    return reportOn(this.#connection, this.#catalogue)
  }

  async snapshot(): Promise<StoreSnapshot> {
    await this.#connect()
    return snapshotOf(this.#connection)
  }

  async restore(parts: AsyncIterable<SnapshotPart>, { replace = false }: { replace?: boolean } = {}): Promise<void> {
    await this.#connect()
    await restoreDatabase(this.#connection, parts, replace)
  }

  checks(): Promise<HealthCheck[]> {
    return healthOf(this.#connection)
  }

  define(definition: CollectionDefinition, phase?: 'prepare' | 'finish'): Promise<void> {
    return reportFailure(this.#definitions.define(definition, phase), this.#onWriteOutcome)
  }

  async collections(): Promise<CollectionDefinition[]> {
    return (await this.#catalogue.all()).map(definitionInForce)
  }

  drop(collection: string): Promise<void> {
    return reportFailure(this.#definitions.drop(collection), this.#onWriteOutcome)
  }

  get(collection: string, id: string): Promise<StoredDocument | undefined> {
    return this.#reads.get(collection, id)
  }

  getMany(collection: string, ids: readonly string[]): Promise<StoredDocument[]> {
    return this.#reads.getMany(collection, ids)
  }

  list(query: ListQuery): Promise<Page> {
    return this.#lists.list(query)
  }

  count(query: SelectQuery, { max }: { max?: number } = {}): Promise<number> {
    return this.#lists.count(query, max)
  }

  async *scan(collection: string, options: ScanOptions = {}): AsyncIterable<StoredDocument[]> {
    const { refersTo } = options
    const known = refersTo === undefined ? undefined : await this.#catalogue.entry(collection)
    const isKept = known?.definition.references !== undefined && !known.absent.includes(referencesIndexName)
    const filter = isKept ? { references: { $elemMatch: { $gte: `urn:${refersTo}:`, $lt: `urn:${refersTo};` } } } : {}
    yield* this.#reads.scan(collection, options, filter)
  }

  version(collection: string, id: string, sequenceNo: number): Promise<StoredDocument | undefined> {
    return this.#reads.version(collection, id, sequenceNo)
  }

  versions(
    collection: string,
    id: string,
    options: { before?: number; limit: number; maxBytes?: number },
  ): Promise<StoredDocument[]> {
    return this.#reads.versions(collection, id, options)
  }

  write(operations: readonly WriteOperation[]): Promise<void> {
    return reportWrite(this.#writeChecked(operations), this.#onWriteOutcome)
  }

  async #writeChecked(operations: readonly WriteOperation[]): Promise<void> {
    checkOperations(operations)
    if (operations.length === 0) return
    try {
      await this.#write(operations)
    } catch (error) {
      if (!(error instanceof WriteRefused) || error.reason !== 'unique' || error.property !== undefined) throw error
      // The index that refuses is newer than the cached definition: after a refresh the refusal names its property.
      for (const collection of new Set(operations.map(operation => operation.collection)))
        await this.#catalogue.refresh(collection)
      await this.#write(operations)
    }
    this.#feed.wrote(changedIds(operations))
  }

  async #write(operations: readonly WriteOperation[]): Promise<void> {
    const known: [WriteOperation, KnownCollection][] = []
    for (const operation of operations) {
      const found = this.#catalogue.find(operation.collection)
      known.push([operation, found instanceof Promise ? await found : found])
    }
    await this.#writer.write(await prepareWrite(known))
  }

  trimVersions(collection: string, ids: readonly string[], keep: number): Promise<number> {
    return this.#writer.trimVersions(collection, ids, keep)
  }

  reindex(collection: string, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<number> {
    return this.#definitions.reindex(collection, signal)
  }

  statistics(): Promise<StoreStatistics> {
    return statisticsOf(this.#connection)
  }

  compact(options?: { signal?: AbortSignal }): Promise<number> {
    return compactCollections(this.#connection, options)
  }

  watch(collections: readonly string[], listener: ChangeListener): Promise<Feed> {
    return this.#feed.watch(collections, listener)
  }
}

/** The ids of the documents that operations change, by collection. */
function changedIds(operations: readonly WriteOperation[]): Map<string, string[]> {
  const changed = new Map<string, string[]>()
  for (const operation of operations) {
    if (operation.kind === 'check' || operation.kind === 'absent') continue
    const id = operation.kind === 'remove' ? operation.id : operation.document.id
    changed.set(operation.collection, [...(changed.get(operation.collection) ?? []), id])
  }
  return changed
}

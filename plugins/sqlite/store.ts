import { setImmediate as turn } from 'node:timers/promises'
import type {
  ChangeListener,
  CollectionDefinition,
  DefineOptions,
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
  RepairReport,
  StoreFormat,
  StoreOperations,
  StoreReport,
  StoreSnapshot,
  StoreStatistics,
  WriteOperation,
} from '../../lib/store-kit/document-store.ts'
import { yieldIfLong } from '../../lib/event-loop/index.ts'
import { memoizeByObject } from '../../lib/json/index.ts'
import { OutcomeUnknown, StoreUnavailable } from '../../lib/errors/index.ts'
import { readMeta } from '../../lib/store-kit/document-texts.ts'
import { reportFailure, reportWrite } from '../../lib/store-kit/write-outcome.ts'
import { toSortKey } from './file/connection.ts'
import type { Bind } from './file/connection.ts'
import { DamageLog } from './file/damage.ts'
import type { StoreLog } from './file/damage.ts'
import { isSqliteError, openingError, storeError, ThreadEnded } from './file/failures.ts'
import { formatOf, formatOfFile } from './file/format.ts'
import { healthOf } from './file/health.ts'
import { owning } from './file/ownership.ts'
import { reportOf } from './file/report.ts'
import { restoreFile } from './file/restore.ts'
import { snapshotOf, snapshotOfFile } from './file/snapshot.ts'
import { closeSession, openSession } from './file/session.ts'
import type { Session } from './file/session.ts'
import { compactFile, statisticsOf } from './file/space.ts'
import { asDocument, bytesOf } from './query/run.ts'
import { referencesColumn } from './schema/layout.ts'
import type { Collection, Layout } from './schema/layout.ts'
import { quoteName } from './schema/names.ts'
import { valuesName } from './schema/statements.ts'

const selectById = memoizeByObject(({ table }: Layout) => `SELECT id, meta, data FROM ${quoteName(table)} WHERE id = ?`)

/** Up to this number documents are read at once without regard to other requests. */
const maxQuickIds = 100

/** Characters of documents after which a portion of a scan ends. */
const maxPortionLength = 4_000_000

/** The contract on SQLite: one process owns the file; most reads are answered immediately, writes by group commit. See `README.md`. */
export class SqliteStore implements DocumentStore, StoreOperations {
  readonly operations: StoreOperations = this
  readonly kind = 'sqlite'
  readonly #path: string
  readonly #damage: DamageLog
  #opened: Session | undefined
  #onWriteOutcome: OpenOptions['onWriteOutcome']

  /**
   * @param path the file, created (with its folder) when it is missing; `:memory:` for a store that ends with the process
   * @param log receives the lines for the log
   */
  constructor(path: string, log: StoreLog = () => undefined) {
    this.#path = path
    this.#damage = new DamageLog(path, log)
  }

  async open(options: OpenOptions = {}): Promise<void> {
    this.#onWriteOutcome = options.onWriteOutcome ?? this.#onWriteOutcome
    if (this.#opened !== undefined) return
    this.#opened = this.#guarded(() => openSession(this.#path, this.#damage, options))
  }

  async format(): Promise<StoreFormat | undefined> {
    const session = this.#opened
    if (session !== undefined) return this.#guarded(() => formatOf(session.connection.reading(), this.#path))
    try {
      return owning(this.#path, () => formatOfFile(this.#path))
    } catch (error) {
      throw openingError(error, this.#path)
    }
  }

  async close(): Promise<void> {
    const session = this.#opened
    if (session === undefined) return
    await closeSession(session, () => {
      this.#opened = undefined
    })
  }

  async ping(): Promise<void> {
    this.#guarded(() => this.#session.connection.get('SELECT format FROM "plinth.store"'))
  }

  report(): Promise<StoreReport> {
    return this.#guardedAsync(async () => {
      const isOpen = this.#opened !== undefined
      if (!isOpen) await this.open()
      try {
        return await reportOf(this.#path, this.#session)
      } finally {
        if (!isOpen) await this.close()
      }
    })
  }

  checks(): Promise<HealthCheck[]> {
    return this.#guardedAsync(() => healthOf(this.#path, this.#session))
  }

  snapshot(): Promise<StoreSnapshot> {
    return this.#guardedAsync(() =>
      this.#opened === undefined
        ? snapshotOfFile(this.#path)
        : snapshotOf(this.#opened.connection, this.#path, this.#opened.pressure),
    )
  }

  async repair(target: string): Promise<RepairReport> {
    const { repairFile } = await import('./file/repair.ts')
    return repairFile(this.#path, target)
  }

  restore(parts: AsyncIterable<SnapshotPart>, options: { replace?: boolean } = {}): Promise<void> {
    return this.#guardedAsync(() => restoreFile(this.#path, parts, options.replace === true))
  }

  define(definition: CollectionDefinition, phase?: 'prepare' | 'finish', options?: DefineOptions): Promise<void> {
    return this.#changing(definition.name, () => this.#session.definitions.define(definition, phase, options))
  }

  async collections(): Promise<CollectionDefinition[]> {
    return this.#session.catalogue.all().map(({ definition }) => structuredClone(definition))
  }

  drop(collection: string): Promise<void> {
    return this.#changing(collection, () => this.#session.definitions.drop(collection))
  }

  async get(collection: string, id: string): Promise<StoredDocument | undefined> {
    const { catalogue, connection } = this.#session
    const found = catalogue.find(collection)
    if (found === undefined || id.includes('\0')) return undefined
    const row = this.#guarded(() => connection.reading().get(selectById(found.layout), id), collection)
    return row && asDocument(row)
  }

  async getMany(collection: string, ids: readonly string[]): Promise<StoredDocument[]> {
    const { catalogue, connection } = this.#session
    const found = catalogue.find(collection)
    const [first] = ids
    if (found === undefined || first === undefined) return []
    if (ids.length === 1) return [await this.get(collection, first)].filter(document => document !== undefined)
    if (ids.length > maxQuickIds) await yieldIfLong()
    const sql = `SELECT id, meta, data FROM ${quoteName(found.layout.table)} WHERE id IN (SELECT value FROM json_each(?))`
    return this.#guarded(() => connection.reading().all(sql, JSON.stringify(ids)).map(asDocument), collection)
  }

  async list(query: ListQuery): Promise<Page> {
    const page = await this.#answer(query, found => this.#session.reader.list(found, query))
    return page ?? { documents: [], next: null }
  }

  async count(query: SelectQuery, { max = Infinity }: { max?: number } = {}): Promise<number> {
    return (await this.#answer(query, found => this.#session.reader.count(found, query, max))) ?? 0
  }

  async *scan(collection: string, options: ScanOptions = {}): AsyncIterable<StoredDocument[]> {
    const { size = 500 } = options
    const seen = new Set<string>()
    let scan: Scan | undefined
    let position: Bind[] = []
    for (;;) {
      const { connection, catalogue } = this.#session
      const found = catalogue.find(collection)
      if (found === undefined) return
      if (scan === undefined) {
        scan = scanOf(found, options)
        position = scan.start
      }
      const { sql, binds, isOnce } = scan
      const rows = this.#guarded(() => readPortion(connection.each(sql, ...position, size, ...binds)), collection)
      const last = rows.at(-1)
      if (last === undefined) return
      position = last.slice(0, -3).map(value => (typeof value === 'number' ? value : String(value)))
      const documents = rows.map(row => asDocument(row.slice(-3)))
      const unseen = isOnce ? documents : documents.filter(({ id }) => !seen.has(id) && seen.add(id))
      if (unseen.length > 0) yield unseen
      await turn()
    }
  }

  async version(collection: string, id: string, sequenceNo: number): Promise<StoredDocument | undefined> {
    const states = await this.versions(collection, id, { before: sequenceNo + 1, limit: 1 })
    return states.find(state => readMeta(state).sequence_no === sequenceNo)
  }

  async versions(
    collection: string,
    id: string,
    options: { before?: number; limit: number; maxBytes?: number },
  ): Promise<StoredDocument[]> {
    const { before = Number.MAX_SAFE_INTEGER, limit, maxBytes = Infinity } = options
    const { catalogue, connection } = this.#session
    const found = catalogue.find(collection)
    if (found === undefined || id.includes('\0')) return []
    await yieldIfLong()
    const sql =
      `SELECT id, meta, data FROM (SELECT sequence_no, id, meta, data FROM ${quoteName(found.layout.table)} WHERE id = ?1 ` +
      'UNION ALL SELECT sequence_no, id, meta, data FROM "plinth.versions" WHERE collection = ?2 AND id = ?1) ' +
      'WHERE sequence_no < ?3 ORDER BY sequence_no DESC LIMIT ?4'
    return this.#guarded(() => {
      const states: StoredDocument[] = []
      let bytes = 0
      for (const row of connection.each(sql, id, found.layout.number, before, limit)) {
        const state = asDocument(row)
        bytes += bytesOf(state)
        if (bytes > maxBytes && states.length > 0) break
        states.push(state)
      }
      return states
    }, collection)
  }

  async write(operations: readonly WriteOperation[]): Promise<void> {
    return reportWrite(this.#session.writer.write(operations), this.#onWriteOutcome)
  }

  trimVersions(collection: string, ids: readonly string[], keep: number): Promise<number> {
    return this.#guardedAsync(async () => {
      const { catalogue, writing } = this.#session
      const found = catalogue.find(collection)
      return found === undefined ? 0 : writing.run({ kind: 'trim', layout: found.layout, ids, keep })
    })
  }

  statistics(): Promise<StoreStatistics> {
    return this.#guardedAsync(() => statisticsOf(this.#path, this.#session))
  }

  compact(options?: { signal?: AbortSignal }): Promise<number> {
    return this.#guardedAsync(() => compactFile(this.#session, options))
  }

  async watch(collections: readonly string[], listener: ChangeListener): Promise<Feed> {
    return this.#session.changes.subscribe(collections, listener)
  }

  get #session(): Session {
    if (this.#opened === undefined) throw new StoreUnavailable('the store is not open')
    return this.#opened
  }

  /** Run work on the database, and convert the library's errors. @param collection the one that is read */
  #guarded<T>(work: () => T, collection?: string): T {
    try {
      return work()
    } catch (error) {
      throw this.#damage.note(storeError(error), collection)
    }
  }

  /** Like {@link #guarded}, for asynchronous work. */
  async #guardedAsync<T>(work: () => Promise<T>, collection?: string): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw this.#damage.note(storeError(error), collection)
    }
  }

  /** Like {@link #guardedAsync}, for a change of a definition. */
  #changing(collection: string, work: () => Promise<void>): Promise<void> {
    const change = async (): Promise<void> => {
      try {
        await work()
      } catch (error) {
        throw error instanceof ThreadEnded ? new OutcomeUnknown({ cause: error }) : error
      }
    }
    return reportFailure(this.#guardedAsync(change, collection), this.#onWriteOutcome)
  }

  /** A query during which the collection's indexes change is run again. */
  async #answer<T>({ collection }: SelectQuery, ask: (found: Collection) => Promise<T>): Promise<T | undefined> {
    for (;;) {
      const found = this.#session.catalogue.find(collection)
      if (found === undefined) return undefined
      try {
        return await ask(found)
      } catch (thrown) {
        const error = this.#damage.note(storeError(thrown), collection)
        const isChanged = this.#opened?.catalogue.find(collection) !== found
        if (!isChanged || !(error instanceof StoreUnavailable && isSqliteError(error.cause))) throw error
      }
    }
  }
}

/** A statement that reads the portions of a scan: rows of a position, and the id, meta and data of a document. */
interface Scan {
  /** Its parameters are a position, the number of rows, and {@link binds}. */
  sql: string
  binds: Bind[]
  /** The position before the first row. */
  start: Bind[]
  /** Whether no document is in two rows. */
  isOnce: boolean
}

function scanOf({ definition: { references }, layout }: Collection, { after = '', refersTo }: ScanOptions): Scan {
  const table = quoteName(layout.table)
  const column = references === undefined ? undefined : referencesColumn(layout, { references })
  if (refersTo === undefined || column === undefined) {
    const sql = `SELECT id, id, meta, data FROM ${table} WHERE id > ? ORDER BY id LIMIT ?`
    return { sql, binds: [], start: [after], isOnce: true }
  }
  const sql =
    `SELECT v.key, v.document, d.id, d.meta, d.data FROM ${quoteName(valuesName(layout, column))} AS v CROSS JOIN ${table} AS d ` +
    'ON d.rowid = v.document WHERE (v.key, v.document) > (?1, ?2) AND v.key < ?4 ORDER BY v.key, v.document LIMIT ?3'
  const first = toSortKey(`urn:${refersTo}:`, 'text')
  const end = toSortKey(`urn:${refersTo};`, 'text') // the character after ":"
  return { sql, binds: [end], start: [first, 0], isOnce: false }
}

/** As many of these rows, which end with a document's data, as fit into a portion. */
function readPortion(rows: Iterable<unknown[]>): unknown[][] {
  const portion: unknown[][] = []
  let length = 0
  for (const row of rows) {
    portion.push(row)
    length += String(row.at(-1)).length
    if (length > maxPortionLength) break
  }
  return portion
}

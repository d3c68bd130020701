import { setImmediate as turn } from 'node:timers/promises'
import type {
  Change,
  CollectionDefinition,
  DocumentStore,
  Feed,
  ListQuery,
  Page,
  SelectQuery,
  StoredDocument,
  StoreReport,
  WriteOperation,
} from '../../lib/store-kit/document-store.ts'
import { StoreUnavailable } from '../../lib/errors/index.ts'
import { readMeta } from '../../lib/store-kit/documents.ts'
import type { Collection } from './catalogue.ts'
import { guarded, guardedAsync, isSqliteError, storeError } from './failures.ts'
import type { Layout } from './layout.ts'
import { quoteName } from './names.ts'
import { reportOf } from './report.ts'
import { count, list } from './select/list.ts'
import { asDocuments, bytesOf } from './select/slices.ts'
import { closeSession, openSession } from './session.ts'
import type { Session } from './session.ts'

const statements = new WeakMap<Layout, string>()

/** The statement of the most frequent question, made once. */
function oneById(layout: Layout): string {
  const known = statements.get(layout)
  if (known !== undefined) return known
  const sql = `SELECT id, meta, data FROM ${quoteName(layout.table)} WHERE id = ?`
  statements.set(layout, sql)
  return sql
}

/** Characters of documents after which a portion of a scan ends. */
const maxPortionLength = 4_000_000

const emptyPage: Page = { documents: [], next: null }

/**
 * The contract on SQLite: one process owns the file; reads are answered in the same turn, writes by group commit. See `README.md`.
 */
export class SqliteStore implements DocumentStore {
  readonly kind = 'sqlite'
  readonly #path: string
  #opened: Session | undefined

  constructor(path: string) {
    this.#path = path
  }

  async open(): Promise<void> {
    if (this.#opened !== undefined) return
    this.#opened = guarded(() => openSession(this.#path))
  }

  async close(): Promise<void> {
    const session = this.#opened
    if (session === undefined) return
    await closeSession(session, () => {
      this.#opened = undefined
    })
  }

  async ping(): Promise<void> {
    guarded(() => this.#session.connection.get('SELECT format FROM "plinth.store"'))
  }

  report(): Promise<StoreReport> {
    return guardedAsync(async () => {
      if (this.#opened === undefined) return this.#reportClosed()
      const { connection, catalogue, background } = this.#opened
      return reportOf(this.#path, connection, catalogue, background)
    })
  }

  define(definition: CollectionDefinition, phase?: 'prepare' | 'finish'): Promise<void> {
    return guardedAsync(() => this.#session.definitions.define(definition, phase))
  }

  async collections(): Promise<CollectionDefinition[]> {
    return this.#session.catalogue.all().map(({ definition }) => structuredClone(definition))
  }

  drop(collection: string): Promise<void> {
    return guardedAsync(() => this.#session.definitions.drop(collection))
  }

  async get(collection: string, id: string): Promise<StoredDocument | undefined> {
    const found = this.#session.catalogue.find(collection)
    if (found === undefined || id.includes('\0')) return undefined
    const { connection } = this.#session
    return guarded(() => asDocuments(connection.reading().all(oneById(found.layout), id))[0])
  }

  async getMany(collection: string, ids: readonly string[]): Promise<StoredDocument[]> {
    const found = this.#session.catalogue.find(collection)
    if (found === undefined || ids.length === 0) return []
    const { connection } = this.#session
    const sql = `SELECT id, meta, data FROM ${quoteName(found.layout.table)} WHERE id IN (SELECT value FROM json_each(?))`
    return guarded(() => asDocuments(connection.reading().all(sql, JSON.stringify(ids))))
  }

  list(query: ListQuery): Promise<Page> {
    return this.#reading(query, found => list(this.#session.reader, found, query), emptyPage)
  }

  count(query: SelectQuery, { max }: { max?: number } = {}): Promise<number> {
    return this.#reading(query, found => count(this.#session.reader, found, query, max), 0)
  }

  async *scan(collection: string, options: { after?: string; size?: number } = {}): AsyncIterable<StoredDocument[]> {
    const { size = 500 } = options
    let after = options.after ?? ''
    for (;;) {
      const { connection, catalogue } = this.#session
      const found = catalogue.find(collection)
      if (found === undefined) return
      const sql = `SELECT id, meta, data FROM ${quoteName(found.layout.table)} WHERE id > ? ORDER BY id LIMIT ?`
      const portion = guarded(() => readPortion(connection.each(sql, after, size)))
      const last = portion.at(-1)
      if (last === undefined) return
      yield portion
      after = last.id
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
    const states: StoredDocument[] = []
    let bytes = 0
    return guarded(() => {
      for (const state of this.#states(collection, id, before)) {
        bytes += bytesOf(state)
        if (states.length === limit || (bytes > maxBytes && states.length > 0)) break
        states.push(state)
      }
      return states
    })
  }

  write(operations: readonly WriteOperation[]): Promise<void> {
    return this.#opened === undefined ? Promise.reject(notOpen()) : this.#opened.writer.write(operations)
  }

  async watch(
    collections: readonly string[],
    listener: { changed(change: Change): void; lost(): void },
  ): Promise<Feed> {
    return this.#session.changes.subscribe(collections, listener)
  }

  get #session(): Session {
    if (this.#opened === undefined) throw notOpen()
    return this.#opened
  }

  /** The current state and those before it, newest first. */
  *#states(collection: string, id: string, before: number): Generator<StoredDocument> {
    const { catalogue, connection } = this.#session
    const found = catalogue.find(collection)
    if (found === undefined || id.includes('\0')) return
    const { table, number } = found.layout
    const reading = connection.reading()
    const current = `SELECT id, meta, data FROM ${quoteName(table)} WHERE id = ? AND sequence_no < ?`
    yield* asDocuments(reading.all(current, id, before))
    const earlier =
      'SELECT id, meta, data FROM "plinth.versions" WHERE collection = ? AND id = ? AND sequence_no < ? ORDER BY sequence_no DESC'
    for (const row of reading.each(earlier, number, id, before)) yield* asDocuments([row])
  }

  /** A query that a change of the collection's indexes comes upon is asked again. */
  async #reading<T>({ collection }: SelectQuery, ask: (found: Collection) => T | Promise<T>, nothing: T): Promise<T> {
    for (;;) {
      const found = this.#session.catalogue.find(collection)
      if (found === undefined) return nothing
      try {
        this.#session.connection.reading()
        return await ask(found)
      } catch (thrown) {
        const error = storeError(thrown)
        const changed = this.#opened?.catalogue.find(collection) !== found
        if (!changed || !(error instanceof StoreUnavailable && isSqliteError(error.cause))) throw error
      }
    }
  }

  async #reportClosed(): Promise<StoreReport> {
    await this.open()
    try {
      return await this.report()
    } finally {
      await this.close()
    }
  }
}

/** Documents of these rows, as many as can be read at a time. */
function readPortion(rows: Iterable<unknown[]>): StoredDocument[] {
  const documents: StoredDocument[] = []
  let length = 0
  for (const row of rows) {
    for (const document of asDocuments([row])) {
      documents.push(document)
      length += document.data.length
    }
    if (length > maxPortionLength) break
  }
  return documents
}

const notOpen = (): StoreUnavailable => new StoreUnavailable('the store is not open')

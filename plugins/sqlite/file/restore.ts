import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigurationError } from '../../../lib/errors/index.ts'
import type { SnapshotPart, StoredDocument } from '../../../lib/store-kit/document-store.ts'
import { equalDateTimes, readData, readMeta } from '../../../lib/store-kit/index.ts'
import { saveCollection } from '../schema/catalogue.ts'
import type { Collection } from '../schema/layout.ts'
import { emptyLayout, planLayout } from '../schema/plan-layout.ts'
import { createIndexes, createTables } from '../schema/statements.ts'
import { Accounts } from '../write/accounts.ts'
import { addSides, writeWords } from '../write/operations.ts'
import { insertRow, prepareDocument } from '../write/rows.ts'
import { Connection } from './connection.ts'
import { openingError } from './failures.ts'
import { equalInstants, prepareFile } from './format.ts'
import { logBytes } from './log.ts'
import { inMemory, own, realPath } from './ownership.ts'

/** Nobody reads the file before it is whole and on disk. */
const settings = [
  'PRAGMA auto_vacuum = INCREMENTAL', // as in any new file
  // No file beside it, which a restore that is killed would leave. OFF has no effect: the library opens files in SQLite's defensive mode.
  'PRAGMA journal_mode = MEMORY',
  'PRAGMA synchronous = OFF',
  'PRAGMA cache_size = -131072',
  'PRAGMA temp_store = MEMORY',
]

/**
 * Fill a store with the parts of a snapshot: a new file is written next to it, and takes its place when it is on disk.
 * @throws ConfigurationError when there is something already and `replace` is not set, or another process owns the file
 */
export async function restoreFile(path: string, parts: AsyncIterable<SnapshotPart>, replace: boolean): Promise<void> {
  if (path === inMemory) throw new ConfigurationError('a store in memory cannot be restored; choose a file')
  const isNew = !existsSync(path)
  const letGo = own(path)
  const target = realPath(path)
  const building = `${target}.restoring`
  try {
    if (!replace && statSync(target).size > 0)
      throw new ConfigurationError(`${path} is not empty; --replace replaces everything in it`)
    rmSync(building, { force: true })
    await build(building, parts)
    completeLog(target)
    renameSync(building, target)
    sync(dirname(target))
  } catch (error) {
    rmSync(building, { force: true })
    if (isNew) rmSync(target, { force: true })
    throw openingError(error, path)
  } finally {
    letGo()
  }
}

async function build(path: string, parts: AsyncIterable<SnapshotPart>): Promise<void> {
  closeSync(openSync(path, 'wx', 0o600))
  const connection = new Connection(path, settings)
  try {
    prepareFile(connection, undefined)
    connection.run('BEGIN')
    const loading = new Loading(connection)
    for await (const part of parts) loading.add(part)
    loading.finish()
    connection.run('COMMIT')
  } finally {
    connection.close()
  }
  sync(path)
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

/**
 * Move the content of a file's write-ahead log, which a process that was killed left, into the file: the log would be applied to the file that takes its place.
 * @throws ConfigurationError when the file is damaged
 */
function completeLog(path: string): void {
  const log = `${path}-wal`
  if (logBytes(path) > 0) {
    const connection = new Connection(path)
    try {
      connection.all('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch (error) {
      const message = `${path} cannot be read; move it and ${log} away, then restore`
      throw new ConfigurationError(message, { cause: error })
    } finally {
      connection.close()
    }
  }
  for (const file of [log, `${path}-shm`]) rmSync(file, { force: true })
}

/** Writes the parts of a snapshot into a new file. */
class Loading {
  readonly #connection: Connection
  readonly #accounts: Accounts
  #collection: Collection | undefined
  #collections = 0

  constructor(connection: Connection) {
    this.#connection = connection
    this.#accounts = new Accounts(connection)
  }

  add(part: SnapshotPart): void {
    if (part.kind === 'collection') {
      this.#complete()
      const { definition } = part
      this.#collections += 1
      const empty = emptyLayout(definition.name, this.#collections)
      const layout = planLayout(empty, [definition], { fresh: true, keep: false })
      this.#connection.execute(...createTables(layout))
      this.#collection = { definition, layout }
      return
    }
    if (part.kind === 'documents') for (const document of part.documents) this.#insert(document)
    else if (part.kind === 'versions') for (const state of part.documents) this.#insertVersion(state)
    else for (const id of part.ids) this.#insertRemoved(id)
  }

  finish(): void {
    this.#complete()
    for (const [account, number] of this.#accounts.unsaved())
      this.#connection.run('INSERT INTO "plinth.accounts" (number, account_id) VALUES (?, ?)', number, account)
  }

  get #current(): Collection {
    if (this.#collection === undefined) throw new TypeError('a snapshot begins with a collection')
    return this.#collection
  }

  #insert(document: StoredDocument): void {
    const { layout } = this.#current
    const meta = readMeta(document)
    const data = readData(document)
    const draft = { id: document.id, meta, data, text: document.data }
    const prepared = prepareDocument(layout, draft, this.#accounts.scopeOf(meta))
    const row = insertRow(this.#connection, layout, prepared)
    writeWords(this.#connection, addSides(this.#connection, layout, row, prepared))
  }

  #insertVersion(state: StoredDocument): void {
    this.#connection.run(
      'INSERT INTO "plinth.versions" (collection, id, sequence_no, meta, data) VALUES (?, ?, ?, ?, ?)',
      this.#current.layout.number,
      state.id,
      readMeta(state).sequence_no,
      state.meta,
      state.data,
    )
  }

  #insertRemoved(id: string): void {
    this.#connection.run('INSERT INTO "plinth.removed" (collection, id) VALUES (?, ?)', this.#current.layout.number, id)
  }

  /** Indexes are built when all rows are there, which is faster. */
  #complete(): void {
    if (this.#collection === undefined) return
    const { layout } = this.#collection
    try {
      this.#connection.execute(...createIndexes(layout))
    } catch (error) {
      const equal = equalInstants(this.#connection, layout)
      throw equal.length === 0 ? error : equalDateTimes('restore', equal)
    }
    saveCollection(this.#connection, this.#collection)
    this.#collection = undefined
  }
}

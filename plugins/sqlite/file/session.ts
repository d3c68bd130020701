import { isDeepStrictEqual } from 'node:util'
import { release } from '../../../kernel/index.ts'
import { checkFormat } from '../../../lib/store-kit/index.ts'
import type { OpenOptions } from '../../../lib/store-kit/document-store.ts'
import { Catalogue, saveCollection } from '../schema/catalogue.ts'
import { Definitions } from '../schema/definitions.ts'
import { earlierCollections, removeOtherKeys } from '../schema/earlier-layout.ts'
import { completedLayout } from '../schema/plan-layout.ts'
import { dropLeftovers } from '../schema/statements.ts'
import { Reader } from '../query/reader.ts'
import { InlineExecutor, ThreadExecutor, ThreadPool } from '../threads/executor.ts'
import type { Executor } from '../threads/executor.ts'
import { Accounts } from '../write/accounts.ts'
import { ChangeFeed } from '../write/change-feed.ts'
import { Writer } from '../write/writer.ts'
import { Connection } from './connection.ts'
import type { DamageLog } from './damage.ts'
import { openingError } from './failures.ts'
import { formatOfFile, prepareFile } from './format.ts'
import { LogPressure, maxLogPages, usualLogBytes } from './log.ts'
import { inMemory, own } from './ownership.ts'
import { removeCopies } from './snapshot.ts'

/** The resources of an open file. */
export interface Session {
  connection: Connection
  catalogue: Catalogue
  definitions: Definitions
  writer: Writer
  reader: Reader
  changes: ChangeFeed
  /** The thread that writes. */
  writing: Executor
  /** Threads for long reads. */
  reading: Executor
  damage: DamageLog
  pressure: LogPressure
  letGo: () => void
}

const maxReadingThreads = 4

/**
 * The file gets a map of its pages, by which it can be made shorter in portions. Only while it is empty: on a file that has the map, SQLite writes the
 * setting again, which is impossible on a full disk.
 */
const newFileSettings = ['PRAGMA auto_vacuum = INCREMENTAL']
/** Acknowledged writes are durable: every commit waits for the disk. */
const settings = ['PRAGMA journal_mode = WAL', 'PRAGMA synchronous = FULL', 'PRAGMA temp_store = MEMORY']
/** Reads use a memory map of the beginning of the file. The system counts its pages as memory of the process, again for each connection that has one. */
const readSettings = [
  ...settings,
  'PRAGMA mmap_size = 268435456',
  'PRAGMA cache_size = -131072',
  `PRAGMA wal_autocheckpoint = ${maxLogPages}`,
]
/**
 * At most commits SQLite scans all pages in its cache (when a balanced tree had a page with a number beyond the end of the file,
 * such pages are dropped), so the writing connection caches few; the system has the others. Those of a large transaction stay.
 */
const writeSettings = [
  ...settings,
  'PRAGMA cache_size = -8192',
  'PRAGMA cache_spill = 32768',
  `PRAGMA wal_autocheckpoint = ${maxLogPages}`,
  `PRAGMA journal_size_limit = ${usualLogBytes}`,
]

/** @throws `StoreOwned`, another `ConfigurationError`, or an error of the library */
export function openSession(path: string, damage: DamageLog, options: OpenOptions): Session {
  let letGo = (): void => undefined
  let connection: Connection | undefined
  try {
    if (path !== inMemory) {
      letGo = own(path)
      removeCopies(path)
    }
    const found = formatOfFile(path)
    if (found !== undefined) checkFormat(path, found, release, options.convert === true) // before the settings change the file
    connection = new Connection(path, [...(found === undefined ? newFileSettings : []), ...readSettings])
    prepareFile(connection, found, options)
    return sessionOn(connection, path, letGo, damage)
  } catch (error) {
    connection?.close()
    letGo()
    throw openingError(error, path)
  }
}

function sessionOn(connection: Connection, path: string, letGo: () => void, damage: DamageLog): Session {
  clearInterruptedChanges(connection)
  const catalogue = new Catalogue(connection)
  const accounts = new Accounts(connection)
  const changes = new ChangeFeed()
  const isInMemory = path === inMemory
  const pressure = new LogPressure()
  const endReading = (): void => connection.endReading()
  const writing = isInMemory
    ? new InlineExecutor(connection)
    : new ThreadExecutor({ path, settings: writeSettings, pressure, isWriter: true }, endReading, () => changes.lose())
  const reading = isInMemory
    ? writing
    : new ThreadPool(
        maxReadingThreads,
        () => new ThreadExecutor({ path, settings, pressure, isWriter: false }, endReading),
      )
  const writer = new Writer({ catalogue, accounts, executor: writing, changes, damage })
  const definitions = new Definitions({ connection, catalogue, writer, executor: writing })
  const reader = new Reader({ connection, accounts, threads: isInMemory ? undefined : reading })
  return { connection, catalogue, definitions, writer, reader, changes, writing, reading, damage, pressure, letGo }
}

/** Remove what an interrupted change of a definition left, so that every collection matches its definition. */
function clearInterruptedChanges(connection: Connection): void {
  const earlier = earlierCollections(connection)
  for (const { definition, layout: before } of new Catalogue(connection).all()) {
    const layout = completedLayout(before, definition)
    const isEarlier = earlier.has(definition.name)
    const statements = [...dropLeftovers(connection, layout), ...(isEarlier ? removeOtherKeys(layout) : [])]
    if (!isEarlier && statements.length === 0 && isDeepStrictEqual(layout, before)) continue
    connection.transaction(() => {
      connection.execute(...statements)
      saveCollection(connection, { definition, layout })
    })
  }
}

/** Finish accepted operations, then release the file. @param ended called when nothing more is accepted */
export async function closeSession(session: Session, ended: () => void): Promise<void> {
  const { connection, definitions, writer, writing, reading, damage, letGo } = session
  ended()
  await definitions.idle()
  await writer.idle()
  await reading.close()
  await writing.close()
  try {
    connection.truncateLog() // so that the file alone is complete
  } catch (error) {
    damage.noteClosing(error)
  } finally {
    connection.close()
    letGo()
  }
}

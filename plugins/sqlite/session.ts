import type { Change, SelectQuery } from '../../lib/store-kit/document-store.ts'
import { Accounts } from './accounts.ts'
import { backgroundFor } from './background.ts'
import type { Background } from './background.ts'
import { Catalogue } from './catalogue.ts'
import { Changes } from './changes.ts'
import { Checkpoints } from './checkpoints.ts'
import { openConnection } from './connection.ts'
import type { Connection } from './connection.ts'
import { Definitions } from './definitions.ts'
import { openingError } from './failures.ts'
import { prepareFile } from './file-format.ts'
import { inMemory, own } from './ownership.ts'
import { runnerFor } from './runner.ts'
import type { Runner } from './runner.ts'
import type { Reader } from './select/list.ts'
import { tidy } from './tidy.ts'
import { Writer } from './writer.ts'

/** Everything that belongs to an open file. */
export interface Session {
  connection: Connection
  catalogue: Catalogue
  definitions: Definitions
  writer: Writer
  runner: Runner
  changes: Changes
  background: Background
  checkpoints: Checkpoints
  reader: Reader
  letGo: () => void
}

/** Acknowledged is durable: every commit waits for the disk. Reads go through a map of the file. */
const settings = [
  'PRAGMA journal_mode = WAL',
  'PRAGMA synchronous = FULL',
  'PRAGMA cache_size = -131072',
  'PRAGMA mmap_size = 1073741824',
  'PRAGMA wal_autocheckpoint = 0',
  'PRAGMA temp_store = MEMORY',
]
/**
 * At most commits SQLite looks through all pages that it keeps (a balanced tree had a page with a number beyond the file's end, and
 * such pages are dropped), so the connection that writes keeps few; other pages are read from the map. Those of a large transaction stay.
 */
const settingsForWriting = [...settings, 'PRAGMA cache_size = -8192', 'PRAGMA cache_spill = 32768']

/** @throws `StoreOwned`, another `ConfigurationError`, or an error of the library */
export function openSession(path: string): Session {
  try {
    return path === inMemory ? sessionOn(path, () => undefined) : ownSession(path)
  } catch (error) {
    throw openingError(error, path)
  }
}

function ownSession(path: string): Session {
  const letGo = own(path)
  try {
    return sessionOn(path, letGo)
  } catch (error) {
    letGo()
    throw error
  }
}

function sessionOn(path: string, letGo: () => void): Session {
  const connection = openConnection(path, settings)
  prepareFile(connection, path)
  const catalogue = new Catalogue(connection)
  tidy(connection, catalogue)
  const accounts = new Accounts(connection)
  const changes = new Changes()
  const background = backgroundFor(connection, path, settings)
  const checkpoints = new Checkpoints(connection, background)
  const lost = (): void => {
    connection.endReading()
    changes.lose()
  }
  const runner = runnerFor(connection, path, settingsForWriting, lost)
  const committed = (made: readonly Change[], operations: number): void => {
    connection.endReading()
    changes.tell(made)
    checkpoints.noteCommit(writer, operations)
  }
  const writer: Writer = new Writer({ catalogue, accounts, runner, committed })
  const definitions = new Definitions({ connection, catalogue, writer, background })
  const scopes = ({ account_id, status }: SelectQuery): number[] => accounts.scopes(account_id, status)
  const reader = { connection, scopes, sparse: new Set<string>() }
  return {
    connection,
    catalogue,
    definitions,
    writer,
    runner,
    changes,
    background,
    checkpoints,
    reader,
    letGo,
  }
}

/** Finish what was accepted, then let go of the file. @param ended nothing more is accepted from here on */
export async function closeSession(session: Session, ended: () => void): Promise<void> {
  const { connection, definitions, writer, runner, background, checkpoints, letGo } = session
  ended()
  await definitions.idle()
  await writer.idle()
  await checkpoints.close()
  await background.close()
  await runner.close()
  connection.endReading()
  connection.all('PRAGMA wal_checkpoint(TRUNCATE)') // so that the one file is all there is
  connection.close()
  letGo()
}

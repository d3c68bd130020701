import type { Db, Document } from 'mongodb'
import { Conflict } from '../../../lib/errors/index.ts'
import type { CollectionStatistics, StoreStatistics } from '../../../lib/store-kit/document-store.ts'
import type { Connection } from './connection.ts'
import { code, failure, hasCode } from './errors.ts'

/** The codes with which a server refuses a command to this user, or altogether (Atlas, an older version), or lacks a parameter (`mongos`). */
const notAllowed = [code.unauthorized, code.atlasError, 59, 72, 115, 238]

const numberOf = (value: unknown): number | null => (value === undefined ? null : Number(value))

/** The answer of a command, or nothing when the user may not run it. */
export const askOf = async (database: Db, command: Document): Promise<Document> => {
  try {
    return await database.command(command)
  } catch (error) {
    if (hasCode(error, ...notAllowed)) return {}
    throw error
  }
}

/** What the collections take. The user of the service may lack the actions `dbStats` and `collStats`: then only the rows are known. */
export async function statisticsOf(connection: Connection): Promise<StoreStatistics> {
  const whole = await connection.run(database => askOf(database, { dbStats: 1, freeStorage: 1 }))
  const collections: CollectionStatistics[] = []
  for (const name of await namesOf(connection)) {
    const stats = await connection.run(database => askOf(database, { collStats: name }))
    const rows =
      numberOf(stats['count']) ?? (await connection.run(database => database.collection(name).estimatedDocumentCount()))
    const { storageSize, totalIndexSize } = stats
    collections.push({ name, rows, bytes: numberOf(storageSize), index_bytes: numberOf(totalIndexSize) })
  }
  const size = ({ bytes, index_bytes, rows }: CollectionStatistics): number =>
    bytes === null ? (rows ?? 0) : bytes + (index_bytes ?? 0)
  const { totalSize, storageSize, totalFreeStorageSize } = whole
  return {
    kind: 'mongodb',
    bytes: numberOf(totalSize ?? storageSize),
    free_bytes: numberOf(totalFreeStorageSize),
    log_bytes: null,
    collections: collections.toSorted((a, b) => size(b) - size(a)),
  }
}

async function namesOf(connection: Connection): Promise<string[]> {
  const found = await connection.run(database => database.listCollections({}, { nameOnly: true }).toArray())
  return found.map(({ name }) => name).filter(name => !name.startsWith('system.'))
}

/**
 * Run `compact` on the primary, collection by collection. Reads and writes go on; it does not run on the other members.
 * @throws `Conflict` when the user of the service may not, or the server does not support it
 */
export async function compactCollections(
  connection: Connection,
  { signal }: { signal?: AbortSignal } = {},
): Promise<number> {
  let freed = 0
  for (const name of await namesOf(connection)) {
    signal?.throwIfAborted()
    try {
      const { bytesFreed } = await connection.database.command({ compact: name, force: true })
      freed += Number(bytesFreed ?? 0)
    } catch (error) {
      if (!hasCode(error, ...notAllowed)) throw failure(error)
      throw new Conflict(
        'MongoDB does not let the service compact its collections: give its user the action compact on the database (the role dbAdmin has it), or run the command compact as an administrator of the server',
        { cause: error },
      )
    }
  }
  return freed
}

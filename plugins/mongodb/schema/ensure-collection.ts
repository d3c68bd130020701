import type { Db, IndexDescription } from 'mongodb'
import { indexNames } from './catalogue.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { code, hasCode } from '../server/errors.ts'

/** Create a collection unless it exists; another instance may be faster. */
export async function ensureCollection(database: Db, name: string): Promise<void> {
  const options = { nameOnly: true, maxTimeMS: maxAnswerMs } as const
  if (await database.listCollections({ name }, options).hasNext()) return
  await database.createCollection(name).catch((error: unknown) => {
    if (!hasCode(error, code.namespaceExists)) throw error
  })
}

/** Create a collection with these indexes unless it has them. */
export async function ensureIndexes(
  database: Db,
  name: string,
  indexes: readonly (IndexDescription & { name: string })[],
): Promise<void> {
  await ensureCollection(database, name)
  const existing = await indexNames(database, name)
  const missing = indexes.filter(index => !existing.has(index.name))
  if (missing.length > 0) await database.collection(name).createIndexes(missing, { commitQuorum: 'majority' })
}

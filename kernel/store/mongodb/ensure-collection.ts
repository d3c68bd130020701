import type { Db } from 'mongodb'
import { code, hasCode } from './failures.ts'

/** Make a collection unless it is there; another instance may be faster. */
export async function ensureCollection(database: Db, name: string): Promise<void> {
  if (await database.listCollections({ name }, { nameOnly: true }).hasNext()) return
  await database.createCollection(name).catch((error: unknown) => {
    if (!hasCode(error, code.namespaceExists)) throw error
  })
}

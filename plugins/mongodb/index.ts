import type { StoreAdapter } from '../../lib/store-kit/store-adapter.ts'
import { isContent } from './schema/restore.ts'
import { Connection } from './server/connection.ts'
import { MongoStore } from './store.ts'

type MongoAdapter = StoreAdapter<{ kind: 'mongodb'; url: string }>

/**
 * The store on MongoDB. Importing this module loads the driver.
 * @param location.url connection string; without a database name, `plinth`. Its options apply, except those that the guarantees of the store depend on
 * @throws `ConfigurationError` when the text is not a connection string
 */
export const createStore: MongoAdapter['createStore'] = ({ url }) => new MongoStore(new Connection(url))

export const storeExists: MongoAdapter['storeExists'] = async ({ url }) => {
  const connection = new Connection(url)
  await connection.open()
  try {
    return await connection.run(async database => {
      const collections = await database.listCollections({}, { nameOnly: true }).toArray()
      return collections.some(({ name }) => isContent(name))
    })
  } finally {
    await connection.close()
  }
}

import type { StoreAdapter } from '../../lib/store-kit/store-adapter.ts'
import { Connection } from './server/connection.ts'
import { MongoStore } from './store.ts'

type MongoAdapter = StoreAdapter<{ kind: 'mongodb'; url: string }>

/**
 * The store on MongoDB. Whoever imports this loads the driver.
 * @param location.url connection string; without a database in it, `plinth`. Options in it hold, except those that the promises of the store rest on
 * @throws `ConfigurationError` for something that is no connection string
 */
export const createStore: MongoAdapter['createStore'] = ({ url }) => new MongoStore(new Connection(url))

export const storeExists: MongoAdapter['storeExists'] = async ({ url }) => {
  const connection = new Connection(url)
  await connection.open()
  try {
    return await connection.run(database => database.listCollections({}, { nameOnly: true }).hasNext())
  } finally {
    await connection.close()
  }
}

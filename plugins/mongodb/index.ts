import type { DocumentStore } from '../../lib/store-kit/document-store.ts'
import { Connection } from './connection.ts'
import { MongoStore } from './store.ts'

/**
 * The store on MongoDB. Whoever imports this loads the driver.
 * @param options.url connection string; without a database in it, `plinth`. Options in it hold, except those that the promises of the store rest on
 * @throws `ConfigurationError` for something that is no connection string
 */
export const createMongoStore = ({ url }: { url: string }): DocumentStore => new MongoStore(new Connection(url))

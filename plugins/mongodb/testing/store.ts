import { Connection } from '../server/connection.ts'
import { MongoStore } from '../store.ts'

/** A store that is not open. */
export const createStore = ({ url }: { kind: 'mongodb'; url: string }): MongoStore =>
  new MongoStore(new Connection(url))

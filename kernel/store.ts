import type { Config } from './contracts/config.ts'
import type { DocumentStore } from '../lib/store-kit/document-store.ts'
import { LazyStore } from '../lib/store-kit/lazy-store.ts'

/**
 * The store that the configuration names. Nothing is connected, and no driver loaded, before `open`.
 * There is no falling back from one store to another.
 */
export function createStore(config: Config['store']): DocumentStore {
  if (config.kind === 'mongodb') {
    const { url } = config
    return new LazyStore('mongodb', async () => (await import('../plugins/mongodb/index.ts')).createMongoStore({ url }))
  }
  const { path } = config
  return new LazyStore('sqlite', async () => (await import('../plugins/sqlite/index.ts')).createSqliteStore({ path }))
}

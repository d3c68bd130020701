import type { DocumentStore } from '../../lib/store-kit/document-store.ts'
import { SqliteStore } from './store.ts'

export { announceAddress, readOwnerAddress, StoreOwned } from './ownership.ts'

/**
 * A store in an SQLite file.
 * @param options.path the file, made (with its folder) when it is missing; `:memory:` for one that ends with the process
 */
export const createSqliteStore = ({ path }: { path: string }): DocumentStore => new SqliteStore(path)

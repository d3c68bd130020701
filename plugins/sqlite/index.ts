import { existsSync, statSync } from 'node:fs'
import type { StoreAdapter } from '../../lib/store-kit/store-adapter.ts'
import { announceAddress as noteAddress, inMemory } from './file/ownership.ts'
import { SqliteStore } from './store.ts'

type SqliteAdapter = Required<StoreAdapter<{ kind: 'sqlite'; path: string }>>

/**
 * A store in an SQLite file.
 * @param location.path the file, created (with its folder) when it is missing; `:memory:` for a store that ends with the process
 */
export const createStore: SqliteAdapter['createStore'] = ({ path }, options) => new SqliteStore(path, options)

export const storeExists: SqliteAdapter['storeExists'] = async ({ path }) =>
  path === inMemory || (existsSync(path) && statSync(path).size > 0)

export const repair: SqliteAdapter['repair'] = async ({ path }, target) =>
  (await import('./file/repair.ts')).repairFile(path, target)

export const announceAddress: SqliteAdapter['announceAddress'] = ({ path }, url) => noteAddress(path, url)

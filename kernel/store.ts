import type { DocumentStore } from '../lib/store-kit/document-store.ts'
import type { RepairReport, StoreAdapter, StoreOptions } from '../lib/store-kit/store-adapter.ts'
import type { Config } from './contracts/config.ts'
import { ConfigurationError } from './errors.ts'
import { resolvePlugin } from './loader/resolve.ts'

type Location = Config['store']

/**
 * The store that the configuration names, from the plugin in the folder `store.kind`; only its driver is loaded. Nothing is connected before
 * `open`. There is no fallback from one store to another.
 * @throws ConfigurationError when there is no such plugin, or it provides no store
 */
export const createStore = async (location: Location, options?: StoreOptions): Promise<DocumentStore> =>
  (await loadAdapter(location)).createStore(location, options)

/**
 * Whether the store of the configuration contains anything yet. Only checks, and creates nothing.
 * @throws StoreUnavailable, ConfigurationError when it cannot be reached
 */
export const storeExists = async (location: Location): Promise<boolean> =>
  (await loadAdapter(location)).storeExists(location)

/** For a store that only one process can open, record next to it the address at which this process answers. */
export async function announceAddress(location: Location, url: string): Promise<void> {
  const adapter = await loadAdapter(location)
  adapter.announceAddress?.(location, url)
}

/**
 * Write what can be read of a damaged store into a new file.
 * @throws ConfigurationError when this kind of store cannot be repaired like this, or the target exists
 */
export async function repairStore(location: Location, target: string): Promise<RepairReport> {
  const adapter = await loadAdapter(location)
  if (adapter.repair !== undefined) return adapter.repair(location, target)
  throw new ConfigurationError(`a store of the kind "${location.kind}" is not a file; restore a backup of it`)
}

async function loadAdapter({ kind }: Location): Promise<StoreAdapter> {
  const module: unknown = await import(resolvePlugin(kind, '.'))
  if (!isAdapter(module))
    throw new ConfigurationError(`the plugin "${kind}" keeps no documents: it exports no createStore`)
  return module
}

const isAdapter = (module: unknown): module is StoreAdapter =>
  typeof module === 'object' && module !== null && 'createStore' in module && 'storeExists' in module

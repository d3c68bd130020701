import type { DocumentStore } from '../lib/store-kit/document-store.ts'
import type { StoreAdapter } from '../lib/store-kit/store-adapter.ts'
import type { Config } from './contracts/config.ts'
import { ConfigurationError } from './errors.ts'
import { resolvePlugin } from './loader/resolve.ts'

type Location = Config['store']

/**
 * The store that the configuration names, from the plugin in the folder `store.kind`; only its driver is loaded. Nothing is connected before
 * `open`. There is no fallback from one store to another.
 * @throws ConfigurationError when there is no such plugin, or it provides no store
 */
export const createStore = async (location: Location): Promise<DocumentStore> =>
  (await loadAdapter(location)).createStore(location)

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

async function loadAdapter({ kind }: Location): Promise<StoreAdapter> {
  const module: unknown = await import(resolvePlugin(kind, '.'))
  if (!isAdapter(module))
    throw new ConfigurationError(`the plugin "${kind}" keeps no documents: it exports no createStore`)
  return module
}

const isAdapter = (module: unknown): module is StoreAdapter =>
  typeof module === 'object' && module !== null && 'createStore' in module && 'storeExists' in module

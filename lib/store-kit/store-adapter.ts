import type { DocumentStore } from './document-store.ts'

/** The configured location of the store; `kind` is the folder of the plugin that implements it. */
export type StoreLocation = { kind: 'sqlite'; path: string } | { kind: 'mongodb'; url: string }

/** The exports of the module of a plugin that implements a store, in addition to others. */
export interface StoreAdapter<Location extends StoreLocation = StoreLocation> {
  /** The store at this location. Nothing is opened yet. */
  createStore(location: Location): DocumentStore

  /**
   * Whether anything exists at this location yet. Only checks, and creates nothing.
   * @throws StoreUnavailable, ConfigurationError when it cannot be reached
   */
  storeExists(location: Location): Promise<boolean>

  /** For a store that only one process can open: record next to it the address at which this process answers over HTTP. */
  announceAddress?(location: Location, url: string): void
}

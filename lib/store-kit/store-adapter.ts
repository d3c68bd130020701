import type { DocumentStore } from './document-store.ts'

/** Where documents are kept, as the configuration says; `kind` is the folder of the plugin that does it. */
export type StoreLocation = { kind: 'sqlite'; path: string } | { kind: 'mongodb'; url: string }

/** What the module of a plugin that keeps documents exports, beside whatever else. */
export interface StoreAdapter<Location extends StoreLocation = StoreLocation> {
  /** The store at this place. Nothing is opened yet. */
  createStore(location: Location): DocumentStore

  /**
   * Whether there is anything at this place yet. Looks, and makes nothing.
   * @throws StoreUnavailable, ConfigurationError when it cannot be reached
   */
  storeExists(location: Location): Promise<boolean>

  /** Say beside a store that only one process can have where that process, this one, answers over HTTP. */
  announceAddress?(location: Location, url: string): void
}

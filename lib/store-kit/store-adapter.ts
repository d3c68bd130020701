import type { DocumentStore } from './document-store.ts'

/** The configured location of the store; `kind` is the folder of the plugin that implements it. */
export type StoreLocation = { kind: 'sqlite'; path: string } | { kind: 'mongodb'; url: string }

/** A line that a store writes to the log, about something that concerns more than one request. */
export interface StoreLogLine {
  level: 'info' | 'warn' | 'error'
  message: string
  /** Further members of the line, such as `collection`. */
  details?: Readonly<Record<string, string | number>>
}

export interface StoreOptions {
  /** Receives the lines for the log. Default: they are dropped. */
  log?: (line: StoreLogLine) => void
}

/** What `repair` could read of a damaged store. */
export interface RepairReport {
  /** For each collection the documents (in every version) that were copied, and a lower bound of those that cannot be read. */
  collections: { name: string; copied: number; lost: number }[]
  /** What cannot be counted, in sentences. */
  notes: string[]
}

/** The exports of the module of a plugin that implements a store, in addition to others. */
export interface StoreAdapter<Location extends StoreLocation = StoreLocation> {
  /** The store at this location. Nothing is opened yet. */
  createStore(location: Location, options?: StoreOptions): DocumentStore

  /**
   * Whether anything exists at this location yet. Only checks, and creates nothing.
   * @throws StoreUnavailable, ConfigurationError when it cannot be reached
   */
  storeExists(location: Location): Promise<boolean>

  /** For a store that only one process can open: record next to it the address at which this process answers over HTTP. */
  announceAddress?(location: Location, url: string): void

  /**
   * For a store in a file: write everything that can be read of it into a new file. The store is only read.
   * @param target the new file, which must not exist
   * @throws ConfigurationError when the target exists, or nothing of the store can be read
   */
  repair?(location: Location, target: string): Promise<RepairReport>
}

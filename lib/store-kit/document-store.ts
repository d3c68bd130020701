import type { StoreUnavailable } from '../errors/index.ts'
import type { Column } from '../json-schema/columns/column.ts'
import type { CompoundIndex } from '../json-schema/columns/compound-indexes.ts'
import type { Condition, ListQuery, Page, SelectQuery } from './document-query.ts'
import type { JsonObject } from '../json/types.ts'

export type * from './document-query.ts'
export type { Column, ColumnKind } from '../json-schema/columns/column.ts'
export type { CompoundIndex, IndexMember } from '../json-schema/columns/compound-indexes.ts'
export type { WriteRefusal } from '../errors/index.ts'

/** Whether a document is in use or was archived (soft deletion). */
export type DocumentStatus = 'active' | 'archived'

/** The standard columns: what every stored document has in addition to its properties. */
export interface DocumentMeta {
  type_slug: string
  status: DocumentStatus
  /** URN of the user who created it. */
  created_by: string
  account_id: string
  /** Starts at 1 and is incremented by every write; the compare-and-swap token. */
  sequence_no: number
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** RFC 3339 in UTC with milliseconds. */
  updated_at: string
}

/** The name of a standard column, for sorting and filtering. */
export type StandardColumn = 'id' | keyof DocumentMeta

/**
 * A document as the store keeps and returns it: as texts, from which an answer can be concatenated. `readMeta` and `readData` parse them.
 */
export interface StoredDocument {
  readonly id: string
  /** JSON text of a {@link DocumentMeta}, keys in the order of that interface, no white space. */
  readonly meta: string
  /** JSON text of the properties (an object), exactly as written. */
  readonly data: string
}

/** A document to be written. `meta.sequence_no` is its new number. */
export interface DocumentDraft {
  id: string
  meta: DocumentMeta
  data: JsonObject
  /** The result of the kernel's `jsonText` for `data`, if the caller has it already. */
  text?: string
}

/** Which texts of a document are searched by words. Two that are deeply equal describe the same texts. */
export interface SearchedTexts {
  /** Texts that begin with one of these (those of references) are not searched. */
  readonly except: readonly string[]
  /** The JSON Schema by which `removeSecrets` finds what is not searched either. Default: nothing. */
  readonly secret?: JsonObject
}

/** A collection (table) and its columns and indexes. Two definitions that are deeply equal describe the same state. */
export interface CollectionDefinition {
  /** Collection name. The service's own collections begin with `_`. */
  name: string
  /** One per property of the schema, and further ones for indexed nested values. */
  columns: readonly Column[]
  /** Whether the state before each change is kept and can be read later. */
  versions: boolean
  /**
   * How many states of a document are kept, the current one included; a `replace` removes the older ones in the same write. Default: all of them.
   * {@link DocumentStore.trimVersions} removes those from before the definition.
   */
  keepVersions?: number
  /** The ids of removed documents are not reserved, and feeds need not report the removals: for documents whose ids are never made again. */
  forgetsRemoved?: true
  /** Whether {@link ListQuery.words} can be used, and what they are searched in. */
  words: false | SearchedTexts
  /**
   * The JSON Schema that defines where documents refer to others. The store keeps the references of each document as one column with many values,
   * computed by `referenceValues`, and finds documents by {@link ReferencesTarget}. Without it documents refer to nothing.
   */
  references?: JsonObject
  /** Standard columns that lists are filtered and sorted by, in addition to `id`. Default: all. Others still work, but read every document. */
  standardIndexes?: readonly ('created_at' | 'updated_at' | 'created_by')[]
  /** Indexes of several columns. Those of properties are indexed columns without `many` of this definition. Default: none. */
  indexes?: readonly CompoundIndex[]
  /** Many concurrent `check` operations refer to documents of this collection (types, for example): checks must not conflict with each other. */
  sharedChecks?: boolean
  /** Its documents matter only to this service for a while (sessions, for example): they are not part of a {@link StoreSnapshot}. */
  transient?: boolean
}

/** One change, or one condition that must be true for the other changes to happen. */
export type WriteOperation =
  | {
      /** Create. Refused with `exists` when the id is or ever was in use. */
      kind: 'insert'
      collection: string
      document: DocumentDraft
    }
  | {
      /** Replace the whole document, if it is still at `expected`. `document.meta.sequence_no` is `expected + 1`. Refused with `missing` or `stale`. */
      kind: 'replace'
      collection: string
      document: DocumentDraft
      expected: number
    }
  | {
      /** Delete a document permanently. Only for collections without `versions`. Refused with `missing` or `stale`. */
      kind: 'remove'
      collection: string
      id: string
      expected?: number
    }
  | {
      /** No change: the document must have this version (and status) when the write commits. Refused with `missing` or `stale`. */
      kind: 'check'
      collection: string
      id: string
      expected?: number
      status?: DocumentStatus
    }
  | {
      /**
       * No change: no document of the account (null: of any account) with this status (default: active) matches these conditions when the write
       * commits. Refused with `present`.
       * Documents that concurrent writes add are seen if those writes check a document that this write changes.
       */
      kind: 'absent'
      collection: string
      account_id: string | null
      status?: DocumentStatus | 'any'
      conditions: readonly Condition[]
    }

/** A change that any instance made, this one included. */
export interface Change {
  collection: string
  id: string
  kind: 'insert' | 'replace' | 'remove'
}

/** Receives notifications of changes. */
export interface ChangeListener {
  changed(change: Change): void
  lost(): void
  /**
   * This instance changed documents of a collection. Called before the writer gets the answer, whereas {@link changed} can be called after it; a
   * store that always calls {@link changed} before the answer does not call this method.
   */
  written?(collection: string, ids: readonly string[]): void
}

/** A subscription to changes. */
export interface Feed {
  /** False when the feed has been silent for over a second (there is a heartbeat): earlier notifications may be incomplete, so read the store instead. */
  readonly current: boolean
  close(): void
}

/** The state of one thing that keeps the service running, see `GET /api/health/checks`. */
export interface HealthCheck {
  /** `<part>:<thing>`, such as `store:log`. */
  name: string
  /** `degraded`: it works, and somebody should look at it; `failing`: something does not work. */
  status: 'ok' | 'degraded' | 'failing'
  /** The figures, and what to do about them unless the status is `ok`. */
  message: string
  /** Which message it is, for clients that have it in other languages, and its figures: bytes under names that end with `bytes`. */
  code?: string
  params?: Readonly<Record<string, string | number>>
}

/** What one collection takes, in bytes; null where the store does not know it, or not in time. */
export interface CollectionStatistics {
  /** The name of the collection; `_versions` are the earlier states of the documents of all collections. */
  name: string
  rows: number | null
  bytes: number | null
  /** Of its indexes, and of the tables that serve searches. */
  index_bytes: number | null
}

/** What the store takes, in bytes; null where the store does not know it. */
export interface StoreStatistics {
  /** That of the store. */
  kind: string
  bytes: number | null
  /** The part of `bytes` that contains nothing, and that {@link DocumentStore.compact} gives back. */
  free_bytes: number | null
  /** The log of writes beside the store (SQLite). */
  log_bytes: number | null
  /** The largest first. */
  collections: CollectionStatistics[]
}

/** The information about the store that `doctor` prints. */
export interface StoreReport {
  /** That of the store. */
  kind: string
  /** Location of the store: a path, or hosts and database; never credentials. */
  location: string
  version: string
  problems: { message: string; remedy: string }[]
  /** Settings that work but could be improved. */
  warnings?: { message: string; remedy: string }[]
}

/** The version of Plinth that wrote something, and the commit that it was built from, if that is known. */
export type Release = {
  version: string
  commit?: string
}

/** A conversion of a store from an earlier format. */
export interface Conversion {
  from: number
  to: number
  /** The number of documents that were converted. */
  rows: number
  seconds: number
  /** When it ended, RFC 3339 in UTC. */
  at: string
  /** The release that converted it. */
  version: string
  commit?: string
}

/** The format of a stored store. */
export interface StoreFormat {
  /** The number of the format. */
  number: number
  /** The format that this version writes. A store with a lower number needs a conversion, one with a higher number is refused. */
  current: number
  /** The earliest format that this version converts; a store with a lower number is refused. Default: 1. */
  oldest?: number
  /** The release that wrote the store last; absent when that was a version that did not record it. */
  writtenBy?: Release
  /** The last conversion. */
  conversion?: Conversion
  /** For a store that needs a conversion: the documents to be converted, the estimated time, and the free space that it takes at most. */
  pending?: { rows: number; seconds: number; bytes: number }
}

/** How a store is opened: whether one of an earlier format is converted, and what is reported. */
export interface OpenOptions {
  /** Convert a store of an earlier format. Without this it is refused, and left as it is. */
  convert?: boolean
  /** Called while a conversion is in progress. */
  onProgress?: (done: number, total: number) => void
  /** Called after a conversion. */
  onConverted?: (conversion: Conversion) => void
  /**
   * Called whenever a write was committed, without an argument, and whenever a write or a change of a definition failed because of the store. Not called
   * for writes that are refused or invalid, nor for those whose outcome is not known.
   */
  onWriteOutcome?: (failure?: StoreUnavailable) => void
}

/**
 * A part of the content of a store. The parts of a collection follow its definition: documents in the order of their ids (by code point), then the
 * earlier versions in the order of ids and numbers, then the ids of removed documents in their order.
 */
export type SnapshotPart =
  | { kind: 'collection'; definition: CollectionDefinition }
  | { kind: 'documents'; documents: StoredDocument[] }
  /** States of documents before their current one. */
  | { kind: 'versions'; documents: StoredDocument[] }
  /** Ids of documents that were removed permanently, which are never used again. */
  | { kind: 'removed'; ids: string[] }

/** What `repair` could read of a damaged store. */
export interface RepairReport {
  /** For each collection the documents (in every version) that were copied, and a lower bound of those that cannot be read. */
  collections: { name: string; copied: number; lost: number }[]
  /** What cannot be counted, in sentences. */
  notes: string[]
}

/** The whole content of a store at one moment. The caller closes it. */
export interface StoreSnapshot {
  /** The format of the store that it was made of. */
  format: StoreFormat
  /** The content, collections in the order of their names, without those that are `transient`. Read once, and as slowly as the reader likes. */
  parts(): AsyncIterable<SnapshotPart>
  close(): Promise<void>
}

/** How a definition is changed. */
export interface DefineOptions {
  /** Stops the first phase as soon as possible: the promise is rejected with its reason, and nothing is changed. A store can ignore it. */
  signal?: AbortSignal | undefined
  /** Called while documents are read. A store can ignore it. */
  onProgress?: ((done: number, total: number) => void) | undefined
}

/** What {@link DocumentStore.scan} reads. */
export interface ScanOptions {
  /** Only documents whose ids come after this one. */
  after?: string
  size?: number
  /**
   * A slug: only documents that refer to something of this type (`urn:<slug>:…`), in any order, each once. A store finds them by what it keeps for
   * {@link CollectionDefinition.references}; as long as it does not have that, it can also return others. Not together with `after`.
   */
  refersTo?: string
}

/**
 * A document store. A plugin provides it, not opened; the service opens and closes it. All behave exactly the same; the suite in `testing` checks that.
 *
 * Every method throws `StoreUnavailable` (a 503) within 5 s when the store cannot be reached. Driver errors never leave the adapter.
 */
export interface DocumentStore {
  /** The name of the plugin that provides it: `sqlite`, `mongodb`. */
  readonly kind: string

  /** What operators can do with it besides. */
  readonly operations?: StoreOperations | undefined

  /**
   * Connect and prepare the store. Throws `StoreUnavailable` or a `ConfigurationError` that says what to do: `StoreFormatRefused` for a store
   * of a later format, and without `convert` for one of an earlier format.
   */
  open(options?: OpenOptions): Promise<void>

  /** Finish accepted operations, then disconnect. */
  close(): Promise<void>

  /** Resolves when the store answers, else throws `StoreUnavailable` within 2 s. */
  ping(): Promise<void>

  /**
   * Create or change a collection to match this definition. Online: reads and writes continue, and documents written meanwhile are in
   * every index. Safe to repeat, to run on several instances at once, and after an interruption.
   * @param phase `prepare` only adds (it keeps what the old definition needs), `finish` then removes what the definition does not name. Default: both.
   * @throws `UniqueViolation` when existing documents share a value of a column that is to become unique; nothing of that index remains.
   */
  define(definition: CollectionDefinition, phase?: 'prepare' | 'finish', options?: DefineOptions): Promise<void>

  /** Definitions in force. */
  collections(): Promise<CollectionDefinition[]>

  /** Delete an empty collection (of a type whose slug changed). Throws when it contains documents. */
  drop(collection: string): Promise<void>

  /** A document of any status, or undefined. */
  get(collection: string, id: string): Promise<StoredDocument | undefined>

  /** The existing ones of these documents, of any status, in any order; one query. */
  getMany(collection: string, ids: readonly string[]): Promise<StoredDocument[]>

  /**
   * One page. Scans the index in the order of the sort; conditions that no index supports are tested for each document.
   * @throws `QueryTooSlow` (503) when the query's `deadline` has passed, naming the conditions that no index supports. Other requests are not blocked.
   */
  list(query: ListQuery): Promise<Page>

  /**
   * How many documents a query matches; with `max` the count stops there. Throws like {@link list}.
   */
  count(query: SelectQuery, options?: { max?: number }): Promise<number>

  /**
   * Every document of a collection, of all accounts and both statuses, in the order of their ids, in portions of at most `size` (default 500).
   * For background jobs: it yields to the event loop between portions.
   */
  scan(collection: string, options?: ScanOptions): AsyncIterable<StoredDocument[]>

  /** One state of a document, the current one included. */
  version(collection: string, id: string, sequenceNo: number): Promise<StoredDocument | undefined>

  /**
   * States of a document, the current one included, newest first; at most `limit`, only those below `before` if given. Ends early like
   * a page with `maxBytes`; the caller continues with `before`.
   */
  versions(
    collection: string,
    id: string,
    options: { before?: number; limit: number; maxBytes?: number },
  ): Promise<StoredDocument[]>

  /**
   * All or nothing: either every operation is applied, or none and the write is refused. Operations run in order and see each other's changes.
   * When the promise resolves, the changes are durable. Conflicts with other writers are retried internally.
   * @throws `WriteRefused` with the index of the operation, the reason and for `unique` the property; `TypeError` before any write for an invalid operation.
   */
  write(operations: readonly WriteOperation[]): Promise<void>

  /**
   * Subscribe to committed changes in these collections, by any instance. Changes of one document arrive in order; after a gap that cannot
   * be filled `lost` is called once, and everything cached before must be read again.
   */
  watch(collections: readonly string[], listener: ChangeListener): Promise<Feed>
}

/**
 * What people who run a service can do with a store: for `plinth store`, `plinth doctor`, backups and the pages of the system. A store has what it can do.
 */
export interface StoreOperations {
  /**
   * The format of the store, open or not; undefined when there is no store yet. Changes nothing.
   */
  format?(): Promise<StoreFormat | undefined>

  /**
   * The content of the store at one moment, while reads and writes go on. Everything that was acknowledged before the call is in it. A store that is not
   * open is read as it is, in an earlier format too, and not changed.
   * @throws ConfigurationError when there is no store yet, or another process owns it
   */
  snapshot?(): Promise<StoreSnapshot>

  /**
   * Fill a store that is not open with the content of a snapshot, of this or another kind of store. All or nothing: an error, an error in `parts`
   * or the end of the process leaves what was there before.
   * @param options.replace replace what is there; otherwise only a store that does not exist yet is filled
   * @throws ConfigurationError when there is something already, or a running service uses the store
   */
  restore?(parts: AsyncIterable<SnapshotPart>, options?: { replace?: boolean }): Promise<void>

  /**
   * For a store in a file, not open: write everything that can be read of it into a new file. The store is only read.
   * @param target the new file, which must not exist
   * @throws ConfigurationError when the target exists, or nothing of the store can be read
   */
  repair?(target: string): Promise<RepairReport>

  /** What an operator is told about it: problems with their remedies. */
  report?(): Promise<StoreReport>

  /**
   * The state of the open store, cheap enough to be asked every few seconds: its size, its log, the free space of its disk and its longest reader
   * (`store:size`, `store:log`, `store:disk`, `store:readers`), as far as it knows them.
   */
  checks?(): Promise<HealthCheck[]>

  /**
   * Remove the earlier states of these documents beyond the latest `keep` ones, the current one included. Nothing else changes.
   * @returns how many states were removed
   */
  trimVersions?(collection: string, ids: readonly string[], keep: number): Promise<number>

  /**
   * For a store that other tools can change: make what is derived from the documents of a collection, while it is used.
   * @param options.signal stops it as soon as possible: the promise is rejected with its reason, and what is made stays. A store can ignore it
   * @returns how many documents were read
   */
  reindex?(collection: string, options?: { signal?: AbortSignal | undefined }): Promise<number>

  /** What the store takes. Reads the whole store; meant for people, not for every few seconds. */
  statistics?(): Promise<StoreStatistics>

  /**
   * Give the space that contains nothing back to the system, while the store is used.
   * @returns how many bytes the store takes less
   * @throws `Conflict` when the store does not allow it, with the reason
   */
  compact?(options?: { signal?: AbortSignal }): Promise<number>
}

import type { Condition, ListQuery, Page, SelectQuery } from './document-query.ts'
import type { JsonObject } from '../json/types.ts'

export type * from './document-query.ts'

/** Whether a document is in use or was archived (soft deletion). */
export type DocumentStatus = 'active' | 'archived'

/** The standard columns: what every stored document carries beside its properties. */
export interface DocumentMeta {
  type_slug: string
  status: DocumentStatus
  /** URN of the user who created it. */
  created_by: string
  account_id: string
  /** Begins at 1, raised by one with every write; the compare-and-swap token. */
  sequence_no: number
  /** RFC 3339 in UTC with milliseconds. */
  created_at: string
  /** RFC 3339 in UTC with milliseconds. */
  updated_at: string
}

/** A standard column by its name, as it may be sorted and filtered by. */
export type StandardColumn = 'id' | keyof DocumentMeta

/**
 * A document as the store keeps and returns it: texts, so that an answer can be joined from them. `readMeta` and `readData` parse them.
 */
export interface StoredDocument {
  readonly id: string
  /** JSON text of a {@link DocumentMeta}, keys in the order of that interface, no white space. */
  readonly meta: string
  /** JSON text of the properties (an object), exactly as it was written. */
  readonly data: string
}

/** A document to be written. `meta.sequence_no` is the number that it will have. */
export interface DocumentDraft {
  id: string
  meta: DocumentMeta
  data: JsonObject
  /** What the kernel's `jsonText` makes of `data`, if the caller has it already. */
  text?: string
}

/**
 * What values of a column are compared as.
 * - `text` by Unicode code point, `number`, `boolean` (false before true)
 * - `instant`: texts of format `date-time`, compared as the moment they name, whatever the offset or precision; other values may occur
 *   and are compared as what they are
 * - `mixed`: values of several kinds may occur
 *
 * Values of different kinds sort as null, booleans, numbers, instants, texts (`lib/store-kit/value-order.ts` is the reference).
 * - `json`: an object, or an array of them; never compared as a whole
 */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'instant' | 'mixed' | 'json'

/** One typed column (field) of a collection: a property of the data, or a value deeper in it. */
export interface Column {
  /** Property names from the root of the data; a single one for a root property. */
  path: readonly string[]
  kind: ColumnKind
  /** The path passes through or ends at an array, so that a document has any number of values here. */
  many: boolean
  /** Whether an index serves filters (and, unless `many` or `json`, sorting) by it. */
  indexed: boolean
  /** Unique per account over active and archived documents; null and absent are exempt. Scalar root properties only. */
  unique: boolean
  /** JSON types that the schema allows here; empty when it says nothing. For the column types and the validator. */
  types: readonly ('null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object')[]
}

/** The texts of a document that are no words of it: those at paths (through arrays), or those that are references by a JSON Schema. */
export type WordExceptions = readonly (readonly string[])[] | { readonly schema: JsonObject }

/** A collection (table) and what the store keeps for it. Two definitions that are deeply equal mean the same state. */
export interface CollectionDefinition {
  /** Collection name. The service's own begin with `_`. */
  name: string
  /** One per property of the schema, and further ones for indexed values deeper in. */
  columns: readonly Column[]
  /** Whether the state before each change is kept and can be read again. */
  versions: boolean
  /** Whether {@link ListQuery.words} may be used. `except` says which texts are references and do not count. */
  words: false | { except: WordExceptions }
  /** Standard columns that lists are filtered and sorted by, beside `id`. Default: all. Others still work, by looking at every document. */
  standardIndexes?: readonly ('created_at' | 'updated_at' | 'created_by')[]
  /** Documents of this collection are the target of many `check` operations at once (types are): checks must not conflict with each other. */
  sharedChecks?: boolean
}

/** One change, or one thing that must be true for the changes beside it to happen. */
export type WriteOperation =
  | {
      /** Create. Refused with `exists` when the id is in use or ever was. */
      kind: 'insert'
      collection: string
      document: DocumentDraft
    }
  | {
      /** Replace the whole document, if it still is at `expected`. `document.meta.sequence_no` is `expected + 1`. Refused with `missing` or `stale`. */
      kind: 'replace'
      collection: string
      document: DocumentDraft
      expected: number
    }
  | {
      /** Take a document away for good. Only for collections without `versions`. Refused with `missing` or `stale`. */
      kind: 'remove'
      collection: string
      id: string
      expected?: number
    }
  | {
      /** No change: the document must be at this version (and status) when the write commits. Refused with `missing` or `stale`. */
      kind: 'check'
      collection: string
      id: string
      expected?: number
      status?: DocumentStatus
    }
  | {
      /**
       * No change: no active document of the account (null: of any) may meet these conditions when the write commits. Refused with `present`.
       * Documents that other writes bring at the same time are seen if those check a document that this write changes.
       */
      kind: 'absent'
      collection: string
      account_id: string | null
      conditions: readonly Condition[]
    }

/** Why a write was refused as a whole. */
export type WriteRefusal = 'exists' | 'missing' | 'stale' | 'unique' | 'present'

/** A change that some instance made, this one included. */
export interface Change {
  collection: string
  id: string
  kind: 'insert' | 'replace' | 'remove'
}

/** Who is told of changes. */
export interface ChangeListener {
  changed(change: Change): void
  lost(): void
  /**
   * This instance changed documents of a collection. Called before whoever wrote gets the answer, where {@link changed} may come after it; a
   * store that always calls {@link changed} before the answer does not call it.
   */
  written?(collection: string, ids: readonly string[]): void
}

/** A subscription to changes. */
export interface Feed {
  /** False when the feed has been silent for over a second (there is a heartbeat): what it told may be old, so read the store instead. */
  readonly current: boolean
  close(): void
}

/** What `doctor` prints of the store. */
export interface StoreReport {
  /** `sqlite` or `mongodb`. */
  kind: string
  /** Where it is: a path, or hosts and database; never credentials. */
  location: string
  version: string
  problems: { message: string; remedy: string }[]
  /** What works, but could be better. */
  warnings?: { message: string; remedy: string }[]
}

/**
 * Where documents are kept. Two adapters (SQLite, MongoDB) mean exactly the same by it; the suite in `testing` holds them to that.
 *
 * Every method throws `StoreUnavailable` (a 503) within 5 s when the store cannot be reached. Driver errors end here.
 */
export interface DocumentStore {
  readonly kind: 'sqlite' | 'mongodb'

  /** Connect and make ready. Throws `StoreUnavailable` or a `ConfigurationError` that says what to do. */
  open(): Promise<void>

  /** Finish what was accepted, then let go. */
  close(): Promise<void>

  /** Resolves when the store answers, else throws `StoreUnavailable` within 2 s. */
  ping(): Promise<void>

  report(): Promise<StoreReport>

  /**
   * Bring a collection to this definition, making it when it is new. Online: reads and writes go on, and documents written meanwhile are in
   * every index. Safe to repeat, to run on several instances at once, and after an interruption.
   * @param phase `prepare` only adds (what the old definition needs stays), `finish` then takes away what the definition does not name. Default: both.
   * @throws `UniqueViolation` when existing documents share a value of a column that is to be unique; nothing of that index stays.
   */
  define(definition: CollectionDefinition, phase?: 'prepare' | 'finish'): Promise<void>

  /** Definitions in force. */
  collections(): Promise<CollectionDefinition[]>

  /** Take an empty collection away (a type whose slug changed). Throws when it has documents. */
  drop(collection: string): Promise<void>

  /** A document in whatever status, or undefined. */
  get(collection: string, id: string): Promise<StoredDocument | undefined>

  /** The documents of these that exist, in whatever status, in any order; one query. */
  getMany(collection: string, ids: readonly string[]): Promise<StoredDocument[]>

  /**
   * One page. An index walk in the order of the sort; what no index serves is tested on the way.
   * @throws `QueryTooSlow` (503) when the query's `deadline` has passed, naming the conditions that no index serves. It holds up no other request meanwhile.
   */
  list(query: ListQuery): Promise<Page>

  /**
   * How many documents a query matches; with `max` no more than that are counted. Throws like {@link list}.
   */
  count(query: SelectQuery, options?: { max?: number }): Promise<number>

  /**
   * Every document of a collection, all accounts and both statuses, in the order of their ids, in portions of at most `size` (default 500).
   * For jobs: leaves the event loop free between portions.
   */
  scan(collection: string, options?: { after?: string; size?: number }): AsyncIterable<StoredDocument[]>

  /** One state of a document, the current one included. */
  version(collection: string, id: string, sequenceNo: number): Promise<StoredDocument | undefined>

  /**
   * States of a document, the current one included, newest first; at most `limit`, only those below `before` if given. Ends early like
   * a page with `maxBytes`; the caller asks again with `before`.
   */
  versions(
    collection: string,
    id: string,
    options: { before?: number; limit: number; maxBytes?: number },
  ): Promise<StoredDocument[]>

  /**
   * All or nothing: every operation happens, or none does and the write is refused. Operations run in order and see each other.
   * Resolved means durable. Conflicts with other writers are repeated inside.
   * @throws `WriteRefused` with the index of the operation, the reason and for `unique` the property; a `TypeError`, before anything is written, for what is no operation.
   */
  write(operations: readonly WriteOperation[]): Promise<void>

  /**
   * Be told of committed changes in these collections, by whatever instance. Changes of one document come in order; after a gap that cannot
   * be filled `lost` is called once, and everything learned before must be read anew.
   */
  watch(collections: readonly string[], listener: ChangeListener): Promise<Feed>
}

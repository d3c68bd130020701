import type {
  DocumentStatus,
  ListQuery,
  Page,
  SelectQuery,
  WriteOperation,
  WriteRefusal,
} from '../../../lib/store-kit/document-store.ts'
import type { Collection } from '../schema/layout.ts'
import type { FillResult, SchemaChange } from '../schema/changes.ts'
import type { PreparedDocument } from '../write/rows.ts'

/* What passes between the event loop and the store's threads: plain data. */

/** An operation of the contract, with documents prepared. */
export type PreparedOperation =
  | { kind: 'insert'; collection: string; document: PreparedDocument }
  | { kind: 'replace'; collection: string; document: PreparedDocument; expected: number }
  | { kind: 'remove'; collection: string; id: string; expected: number | undefined }
  | {
      kind: 'check'
      collection: string
      id: string
      expected: number | undefined
      status: DocumentStatus | undefined
    }
  | { kind: 'absent'; operation: WriteOperation & { kind: 'absent' }; scopes: number[] }

/** Writes to be made in one transaction, and what must be in the file with them. */
export interface WriteGroup {
  /** Collections of which documents show more than was known (`layoutWith`). */
  collections: Collection[]
  /** Numbers of accounts that may not be in the file yet. */
  accounts: [account: string, number: number][]
  writes: PreparedOperation[][]
}

/** An error in plain data. */
export interface Failure {
  message: string
  /** SQLite's. */
  errcode?: number
}

/** Why a write was refused, others standing: in the words of the contract, or as an error. */
export type Refusal = { reason: WriteRefusal; operation: number; property: string | undefined } | { error: Failure }

/** What a group refused, by the place of the write in the group. All the others are committed. */
export type WriteOutcome = Map<number, Refusal>

/** A query with what is needed to run it anywhere. */
export interface QueryTask<Query extends SelectQuery> {
  query: Query
  collection: Collection
  /** Account and status as the numbers that every index begins with. */
  scopes: number[]
  /** In milliseconds since the epoch. */
  endsAt: number
}

/** What a thread is asked for. */
export type Request =
  | { kind: 'write'; group: WriteGroup }
  | { kind: 'change'; change: SchemaChange }
  | ({ kind: 'list' } & QueryTask<ListQuery>)
  | ({ kind: 'count'; max: number } & QueryTask<SelectQuery>)
  | { kind: 'examine' }

/** What it answers, by the kind of the request. Queries whose time was over answer undefined. */
export interface Results {
  write: WriteOutcome
  change: FillResult | undefined
  list: Page | undefined
  count: number | undefined
  /** Lines of `PRAGMA quick_check`. */
  examine: string[]
}

/** The answer to a request. */
export type Answer = { result: Results[keyof Results] } | { failed: Failure }

import type {
  DocumentStatus,
  ListQuery,
  Page,
  SelectQuery,
  WriteOperation,
  WriteRefusal,
} from '../../../lib/store-kit/document-store.ts'
import type { Collection } from '../schema/layout.ts'
import type { TableChange } from '../schema/changes.ts'
import type { PreparedDocument } from '../write/rows.ts'
import type { Measure, VacuumProgress } from '../file/space.ts'
import type { VersionsToTrim } from '../write/rows.ts'

/* The messages between the event loop and the store's threads: plain data. */

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

/** Writes for one transaction, and the records that must be written with them. */
export interface WriteGroup {
  /** Numbers of accounts that may not be in the file yet. */
  accounts: [account: string, number: number][]
  writes: PreparedOperation[][]
  /** Characters of the documents. */
  length: number
}

/** An error as plain data. */
export interface Failure {
  message: string
  /** The result code of SQLite. */
  errcode?: number
  /** The collection whose part of the file is damaged. */
  collection?: string
}

/** Why a write was refused while others are committed: a reason of the contract, or an error. */
export type Refusal = { reason: WriteRefusal; operation: number; property: string | undefined } | { error: Failure }

/** The refused writes of a group, by their index in the group. All the others are committed. */
export type WriteOutcome = Map<number, Refusal>

/** A query with the data to run it in any thread. */
export interface QueryTask<Query extends SelectQuery> {
  query: Query
  collection: Collection
  /** Account and status as the numbers that every index begins with. */
  scopes: number[]
  /** In milliseconds since the epoch. */
  endsAt: number
}

/** A request to a thread. */
export type Request =
  | { kind: 'write'; group: WriteGroup }
  | { kind: 'change'; change: TableChange }
  | ({ kind: 'list' } & QueryTask<ListQuery>)
  | ({ kind: 'count'; max: number } & QueryTask<SelectQuery>)
  | { kind: 'examine' }
  | ({ kind: 'trim' } & VersionsToTrim)
  | { kind: 'measure'; measure: Measure }
  | { kind: 'vacuum'; maxPages: number }
  | { kind: 'truncate' }

/** The result, by the kind of the request. Queries whose time was over return undefined. */
export interface Results {
  write: WriteOutcome
  /** Where a step that works in portions continues. */
  change: number | null
  list: Page | undefined
  count: number | undefined
  /** Lines of `PRAGMA quick_check`. */
  examine: string[]
  /** How many versions were removed. */
  trim: number
  /** Undefined when the time was over. */
  measure: number | undefined
  vacuum: VacuumProgress
  /** Whether the log is empty now. */
  truncate: boolean
}

/** The answer to a request. */
export type Answer = { result: Results[keyof Results] } | { failed: Failure }

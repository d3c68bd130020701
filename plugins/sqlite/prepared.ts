import type { DocumentStatus, WriteOperation, WriteRefusal } from '../../lib/store-kit/document-store.ts'
import type { Collection } from './catalogue.ts'
import type { Bind } from './connection.ts'

/*
 * What passes between the writer and the one who runs its transactions, which may be another thread: plain data, and everything in it worked out
 * beforehand that can be.
 */

/** A document as it is to stand in the file. */
export interface PreparedDocument {
  /** Its row: `rowColumns`, then the stored columns of the layout. */
  row: Bind[]
  /** Places in the row where a text is bound as bytes. */
  casts: number[]
  /** Its words for each index of words of the layout, in their order. */
  words: string[]
  /** The keys of its values for each column of the layout that has a side table, in their order. */
  keys: string[][]
}

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

/** How a collection is from now on (undefined: gone), and whether that is to be written down. */
export interface News {
  name: string
  collection: Collection | undefined
  save: boolean
}

/** Writes to be made in one transaction, and what must be known for them. */
export interface Group {
  news: News[]
  /** Numbers of accounts that may not be in the file yet. */
  accounts: [account: string, number: number][]
  writes: PreparedOperation[][]
  /** Afterwards the rest of the log is copied into the file. */
  restartLog: boolean
}

/** Why a write was refused, others standing: in the words of the contract, or as an error. */
export type Refusal = { reason: WriteRefusal; operation: number; property: string | undefined } | { error: Failure }

/** A refused write of a group. */
export interface Refused {
  write: number
  refusal: Refusal
}

/** An error in plain data. */
export interface Failure {
  message: string
  /** SQLite's. */
  errcode?: number
}

/** What became of a group: committed but for what was refused, or all of it undone; `lost` when nobody knows. */
export type Outcome = { refused: Refused[] } | { failed: Failure; lost: boolean }

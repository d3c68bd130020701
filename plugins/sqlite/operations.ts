import type { JsonObject } from '../../lib/json/types.ts'
import { WriteRefused } from '../../lib/errors/index.ts'
import type { Collection } from './catalogue.ts'
import { columnValues } from './column-values.ts'
import type { Connection } from './connection.ts'
import { isConstraint } from './failures.ts'
import type { Layout, PhysicalColumn } from './layout.ts'
import type { PreparedDocument, PreparedOperation } from './prepared.ts'
import { deleteRow, idOf, insertRow, keepVersion, readRow, readState, textOf, updateRow } from './rows.ts'
import type { Row } from './rows.ts'
import { isPresent } from './select/present.ts'
import { SideEntries } from './side-entries.ts'

/** Does the operations of writes inside the transaction that is open. */
export class Operations {
  readonly #connection: Connection
  readonly #collections: ReadonlyMap<string, Collection>
  readonly #sides: SideEntries
  #touched = false

  constructor(connection: Connection, collections: ReadonlyMap<string, Collection>) {
    this.#connection = connection
    this.#collections = collections
    this.#sides = new SideEntries(connection)
  }

  /** @throws `WriteRefused` at the first operation that cannot be done */
  apply(operations: readonly PreparedOperation[]): void {
    this.#touched = false
    for (const [index, operation] of operations.entries()) this.#apply(operation, index)
    this.#sides.keep()
  }

  /** Whether the last write changed anything in the file, so that its refusal must take something back. */
  get touched(): boolean {
    return this.#touched
  }

  /** The last write was refused. */
  forget(): void {
    this.#sides.forget()
  }

  /** What is done once for all writes of a transaction, before its commit. */
  finish(): void {
    this.#sides.flush()
  }

  /** The transaction is given up. */
  reset(): void {
    this.#sides.reset()
  }

  #apply(operation: PreparedOperation, index: number): void {
    switch (operation.kind) {
      case 'insert':
        return this.#insert(this.#find(operation.collection).layout, operation.document, index)
      case 'replace':
        return this.#replace(operation, index)
      case 'remove':
        return this.#remove(operation, index)
      case 'check':
        return this.#check(operation, index)
      case 'absent': {
        const { operation: asked, scopes } = operation
        const present = isPresent(this.#connection, scopes, this.#find(asked.collection), asked)
        if (present) throw new WriteRefused('present', index)
      }
    }
  }

  #find(name: string): Collection {
    const collection = this.#collections.get(name)
    if (collection === undefined) throw new Error(`there is no collection ${JSON.stringify(name)}: define it first`)
    return collection
  }

  #insert(layout: Layout, document: PreparedDocument, index: number): void {
    if (layout.removed && this.#wasRemoved(layout, idOf(document))) throw new WriteRefused('exists', index)
    const row = refusing(layout, index, () => this.#insertNew(layout, document, index))
    this.#touched = true
    this.#sides.inserted(layout, row, document)
  }

  /** That the id is in use goes before whatever else the row violates. */
  #insertNew(layout: Layout, document: PreparedDocument, index: number): number {
    try {
      return insertRow(this.#connection, layout, document)
    } catch (error) {
      const isThere = isConstraint(error) && readState(this.#connection, layout, idOf(document)) !== undefined
      throw isThere ? new WriteRefused('exists', index) : error
    }
  }

  #replace({ collection, document, expected }: PreparedOperation & { kind: 'replace' }, index: number): void {
    const { layout } = this.#find(collection)
    const row = this.#row(layout, idOf(document), expected, index)
    const before = textOf(document) === row.data ? undefined : (JSON.parse(row.data) as JsonObject)
    const stored = before && columnValues(layout, before).binds
    if (layout.versions) {
      keepVersion(this.#connection, layout, row.number)
      this.#touched = true
    }
    refusing(layout, index, () => updateRow(this.#connection, layout, row, document, stored))
    this.#touched = true
    if (before !== undefined) this.#sides.replaced(layout, row.number, before, document)
  }

  /** The id of what is removed is written down: it is never used again. */
  #remove({ collection, id, expected }: PreparedOperation & { kind: 'remove' }, index: number): void {
    const { layout } = this.#find(collection)
    const row = this.#row(layout, id, expected, index)
    this.#touched = true
    deleteRow(this.#connection, layout, row.number)
    this.#sides.removed(layout, row.number, JSON.parse(row.data) as JsonObject)
    this.#connection.run('INSERT OR IGNORE INTO "plinth.removed" (collection, id) VALUES (?, ?)', layout.number, id)
  }

  #wasRemoved({ number }: Layout, id: string): boolean {
    return (
      this.#connection.get('SELECT 1 FROM "plinth.removed" WHERE collection = ? AND id = ?', number, id) !== undefined
    )
  }

  #check({ collection, id, expected, status }: PreparedOperation & { kind: 'check' }, index: number): void {
    const layout = this.#collections.get(collection)?.layout
    const state = layout && readState(this.#connection, layout, id)
    if (state === undefined) throw new WriteRefused('missing', index)
    const fits = (expected ?? state.sequence_no) === state.sequence_no && (status ?? state.status) === state.status
    if (!fits) throw new WriteRefused('stale', index)
  }

  /** The row of a document that must be there, at this version if one is named. */
  #row(layout: Layout, id: string, expected: number | undefined, index: number): Row {
    const row = readRow(this.#connection, layout, id)
    if (row === undefined) throw new WriteRefused('missing', index)
    if (expected !== undefined && row.sequence_no !== expected) throw new WriteRefused('stale', index)
    return row
  }
}

/** Say which unique property refuses a row. */
function refusing<T>(layout: Layout, index: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isConstraint(error)) throw error
    const unique = layout.columns.find(column => column.unique && error.message.endsWith(violationOf(layout, column)))
    throw unique === undefined ? error : new WriteRefused('unique', index, unique.path.join('.'))
  }
}

/** How SQLite names the columns of an index that is violated. */
const violationOf = ({ table }: Layout, { name }: PhysicalColumn): string =>
  `: ${table}.account_id, ${table}.${name ?? ''}`

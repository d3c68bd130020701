import type { Change, DocumentDraft, WriteOperation } from '../../contracts/document-store.ts'
import { WriteRefused } from '../../errors.ts'
import { jsonText } from '../../json/text.ts'
import type { Accounts } from './accounts.ts'
import type { Catalogue, Collection } from './catalogue.ts'
import type { Connection } from './connection.ts'
import { isConstraint } from './failures.ts'
import type { Layout, PhysicalColumn } from './layout.ts'
import { deleteRow, insertRow, keepVersion, readRow, readState, updateRow } from './rows.ts'
import type { Row } from './rows.ts'
import { noteShapes } from './shapes.ts'
import { isPresent } from './select/present.ts'
import { SideEntries } from './side-entries.ts'

/** Does the operations of writes inside the transaction that the writer opened. */
export class Operations {
  readonly #connection: Connection
  readonly #catalogue: Catalogue
  readonly #accounts: Accounts
  readonly #sides: SideEntries
  #changes: Change[] = []
  #changesOfWrite: Change[] = []

  constructor(connection: Connection, catalogue: Catalogue, accounts: Accounts) {
    this.#connection = connection
    this.#catalogue = catalogue
    this.#accounts = accounts
    this.#sides = new SideEntries(connection)
  }

  /** What must outlive a refusal of the write: numbers of new accounts. */
  prepare(operations: readonly WriteOperation[]): void {
    for (const operation of operations) if ('document' in operation) this.#accounts.scopeOf(operation.document.meta)
  }

  /** @throws `WriteRefused` at the first operation that cannot be done */
  apply(operations: readonly WriteOperation[]): void {
    for (const [index, operation] of operations.entries()) {
      switch (operation.kind) {
        case 'insert':
          this.#insert(this.#collection(operation), operation.document, index)
          break
        case 'replace':
          this.#replace(operation, index)
          break
        case 'remove':
          this.#remove(operation, index)
          break
        case 'check':
          this.#check(operation, index)
          continue
        case 'absent':
          if (isPresent(this.#connection, this.#accounts, this.#collection(operation), operation))
            throw new WriteRefused('present', index)
          continue
      }
      const id = 'document' in operation ? operation.document.id : operation.id
      this.#changesOfWrite.push({ collection: operation.collection, id, kind: operation.kind })
    }
  }

  /** The write stands. */
  keep(): void {
    this.#changes.push(...this.#changesOfWrite)
    this.#changesOfWrite = []
    this.#sides.keep()
  }

  /** The write was refused. */
  forget(): void {
    this.#changesOfWrite = []
    this.#sides.forget()
  }

  /** What is done once for all writes of a transaction, before its commit. */
  finish(): void {
    this.#sides.flush()
  }

  /** What the transaction changed, in order. */
  takeChanges(): Change[] {
    const changes = this.#changes
    this.#changes = []
    return changes
  }

  /** The transaction is given up. */
  reset(): void {
    this.#changes = []
    this.forget()
    this.#sides.reset()
  }

  #collection({ collection: name }: WriteOperation): Collection {
    const collection = this.#catalogue.find(name)
    if (collection === undefined) throw new Error(`there is no collection ${JSON.stringify(name)}: define it first`)
    return collection
  }

  #insert(collection: Collection, draft: DocumentDraft, index: number): void {
    const { layout } = collection
    const { id, data } = draft
    if (id.includes('\0')) throw new Error('an id has no U+0000')
    if (layout.removed && this.#wasRemoved(layout, id)) throw new WriteRefused('exists', index)
    const row = refusing(layout, index, () => this.#insertNew(layout, draft, index))
    if (noteShapes(layout, data)) this.#catalogue.noteChange(collection)
    this.#sides.inserted(layout, row, data)
  }

  /** That the id is in use goes before whatever else the row violates. */
  #insertNew(layout: Layout, draft: DocumentDraft, index: number): number {
    try {
      const scope = this.#accounts.scopeOf(draft.meta)
      return insertRow(this.#connection, layout, scope, draft, jsonText(draft.data))
    } catch (error) {
      const isThere = isConstraint(error) && readState(this.#connection, layout, draft.id) !== undefined
      throw isThere ? new WriteRefused('exists', index) : error
    }
  }

  #replace(operation: WriteOperation & { kind: 'replace' }, index: number): void {
    const collection = this.#collection(operation)
    const { layout } = collection
    const { document, expected } = operation
    const { id, meta, data } = document
    const row = this.#row(collection, id, expected, index)
    if (layout.versions) keepVersion(this.#connection, layout, row.number)
    const text = jsonText(data)
    const scope = this.#accounts.scopeOf(meta)
    refusing(layout, index, () => updateRow(this.#connection, layout, scope, row, document, text))
    if (text === row.data) return
    if (noteShapes(layout, data)) this.#catalogue.noteChange(collection)
    this.#sides.replaced(layout, row.number, row.data, data)
  }

  /** The id of what is removed is written down: it is never used again. */
  #remove(operation: WriteOperation & { kind: 'remove' }, index: number): void {
    const collection = this.#collection(operation)
    const { layout } = collection
    if (layout.versions) throw new Error(`${operation.collection} keeps versions: nothing is removed from it`)
    const row = this.#row(collection, operation.id, operation.expected, index)
    deleteRow(this.#connection, layout, row.number)
    this.#sides.removed(layout, row.number, row.data)
    this.#connection.run(
      'INSERT OR IGNORE INTO "plinth.removed" (collection, id) VALUES (?, ?)',
      layout.number,
      operation.id,
    )
    if (layout.removed) return
    layout.removed = true
    this.#catalogue.noteChange(collection)
  }

  #wasRemoved({ number }: Layout, id: string): boolean {
    return (
      this.#connection.get('SELECT 1 FROM "plinth.removed" WHERE collection = ? AND id = ?', number, id) !== undefined
    )
  }

  #check({ collection: name, id, expected, status }: WriteOperation & { kind: 'check' }, index: number): void {
    const layout = this.#catalogue.find(name)?.layout
    const state = layout && readState(this.#connection, layout, id)
    if (state === undefined) throw new WriteRefused('missing', index)
    const fits = (expected ?? state.sequence_no) === state.sequence_no && (status ?? state.status) === state.status
    if (!fits) throw new WriteRefused('stale', index)
  }

  /** The row of a document that must be there, at this version if one is named. */
  #row({ layout }: Collection, id: string, expected: number | undefined, index: number): Row {
    const row = readRow(this.#connection, layout, id)
    if (row === undefined) throw new WriteRefused('missing', index)
    if (expected !== undefined && row.meta.sequence_no !== expected) throw new WriteRefused('stale', index)
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

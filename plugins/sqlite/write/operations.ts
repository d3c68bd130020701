import { WriteRefused } from '../../../lib/errors/index.ts'
import type { Connection } from '../file/connection.ts'
import { damageIn, isConstraint, violatedColumn } from '../file/failures.ts'
import { exists } from '../query/run.ts'
import type { Catalogue } from '../schema/catalogue.ts'
import { manyColumns } from '../schema/layout.ts'
import type { Layout, PhysicalColumn } from '../schema/layout.ts'
import { quoteName } from '../schema/names.ts'
import { valuesName } from '../schema/statements.ts'
import type { PreparedOperation } from '../threads/messages.ts'
import {
  deleteRow,
  idOf,
  insertRow,
  keepVersion,
  prepareData,
  readRow,
  readState,
  textOf,
  trimVersions,
  updateRow,
} from './rows.ts'
import type { PreparedData, PreparedDocument, Row } from './rows.ts'

/** The words of a row in an index of words; null for none. */
export interface WordEntry {
  table: string
  row: number
  /** Whether the index may already contain the row. */
  isKnown: boolean
  words: string | null
}

/**
 * Execute the operations of one write inside the open transaction.
 * @returns the entries that {@link writeWords} must write at the end of the transaction
 * @throws `WriteRefused` at the first operation that is refused
 */
export function applyOperations(
  connection: Connection,
  catalogue: Catalogue,
  operations: readonly PreparedOperation[],
): WordEntry[] {
  return operations.flatMap((operation, index) => {
    try {
      return applyOperation(new Operation(connection, catalogue, index), operation)
    } catch (error) {
      throw damageIn(collectionOf(operation), error)
    }
  })
}

const collectionOf = (operation: PreparedOperation): string =>
  operation.kind === 'absent' ? operation.operation.collection : operation.collection

function applyOperation(apply: Operation, operation: PreparedOperation): WordEntry[] {
  switch (operation.kind) {
    case 'insert':
      return apply.insert(operation.collection, operation.document)
    case 'replace':
      return apply.replace(operation.collection, operation.document, operation.expected)
    case 'remove':
      return apply.remove(operation.collection, operation.id, operation.expected)
    case 'check':
      return apply.check(operation)
    case 'absent':
      return apply.absent(operation)
  }
}

/**
 * Write words in the order of the rows: SQLite's full-text index writes a new segment whenever a row is before the previous one.
 * @param entries in the order in which they were created
 */
export function writeWords(connection: Connection, entries: readonly WordEntry[]): void {
  for (const { table, row, isKnown, words } of entries.toSorted((a, b) => a.row - b.row)) {
    try {
      if (isKnown) connection.run(`DELETE FROM ${quoteName(table)} WHERE rowid = ?`, row)
      if (words !== null) connection.run(`INSERT INTO ${quoteName(table)} (rowid, words) VALUES (?, ?)`, row, words)
    } catch (error) {
      throw damageIn(table.split('.')[0] ?? table, error)
    }
  }
}

/** One operation of a write. */
class Operation {
  readonly #connection: Connection
  readonly #catalogue: Catalogue
  readonly #index: number

  constructor(connection: Connection, catalogue: Catalogue, index: number) {
    this.#connection = connection
    this.#catalogue = catalogue
    this.#index = index
  }

  insert(name: string, document: PreparedDocument): WordEntry[] {
    const { layout } = this.#catalogue.get(name)
    if (!layout.versions && this.#wasRemoved(layout, idOf(document))) throw this.#refused('exists')
    const row = this.#refusing(layout, () => this.#insertRow(layout, document))
    return addSides(this.#connection, layout, row, document)
  }

  replace(name: string, document: PreparedDocument, expected: number): WordEntry[] {
    const { layout, definition } = this.#catalogue.get(name)
    const row = this.#row(layout, idOf(document), expected)
    const isSame = textOf(document) === row.data
    const before = isSame ? document : prepareData(layout, JSON.parse(row.data))
    if (layout.versions) keepVersion(this.#connection, layout, row.number)
    this.#refusing(layout, () => updateRow(this.#connection, layout, row, document, before.columns))
    if (definition.keepVersions !== undefined)
      trimVersions(this.#connection, { layout, ids: [idOf(document)], keep: definition.keepVersions })
    return isSame ? [] : replaceSides(this.#connection, layout, row.number, before, document)
  }

  /** The id of a removed document is recorded: it is never used again. */
  remove(name: string, id: string, expected: number | undefined): WordEntry[] {
    const { layout, definition } = this.#catalogue.get(name)
    const row = this.#row(layout, id, expected)
    deleteRow(this.#connection, layout, row.number)
    if (definition.forgetsRemoved !== true)
      this.#connection.run('INSERT OR IGNORE INTO "plinth.removed" (collection, id) VALUES (?, ?)', layout.number, id)
    return removeSides(this.#connection, layout, row.number, prepareData(layout, JSON.parse(row.data)))
  }

  check({ collection, id, expected, status }: PreparedOperation & { kind: 'check' }): WordEntry[] {
    const layout = this.#catalogue.find(collection)?.layout
    const state = layout && readState(this.#connection, layout, id)
    if (state === undefined) throw this.#refused('missing')
    const fits = (expected ?? state.sequence_no) === state.sequence_no && (status ?? state.status) === state.status
    if (!fits) throw this.#refused('stale')
    return []
  }

  absent({ operation, scopes }: PreparedOperation & { kind: 'absent' }): WordEntry[] {
    const collection = this.#catalogue.get(operation.collection)
    if (exists(this.#connection, collection, scopes, operation.conditions)) throw this.#refused('present')
    return []
  }

  /** A used id takes precedence over every other violation of the row. */
  #insertRow(layout: Layout, document: PreparedDocument): number {
    try {
      return insertRow(this.#connection, layout, document)
    } catch (error) {
      const isThere = isConstraint(error) && readState(this.#connection, layout, idOf(document)) !== undefined
      throw isThere ? this.#refused('exists') : error
    }
  }

  #wasRemoved({ number }: Layout, id: string): boolean {
    const sql = 'SELECT 1 FROM "plinth.removed" WHERE collection = ? AND id = ?'
    return this.#connection.get(sql, number, id) !== undefined
  }

  /** The row of a document that must exist, at this version if one is given. */
  #row(layout: Layout, id: string, expected: number | undefined): Row {
    const row = readRow(this.#connection, layout, id)
    if (row === undefined) throw this.#refused('missing')
    if (expected !== undefined && row.sequence_no !== expected) throw this.#refused('stale')
    return row
  }

  /** Report the unique property that refuses a row. */
  #refusing<T>(layout: Layout, work: () => T): T {
    try {
      return work()
    } catch (error) {
      const violated = violatedColumn(error, layout)
      throw violated === undefined ? error : this.#refused('unique', violated.path.join('.'))
    }
  }

  #refused(reason: WriteRefused['reason'], property?: string): WriteRefused {
    return new WriteRefused(reason, this.#index, property)
  }
}

/** Add the side data of a new row: the values of `many` columns immediately, the words as entries. */
export function addSides(
  connection: Connection,
  layout: Layout,
  row: number,
  { words, keys }: PreparedData,
): WordEntry[] {
  for (const [i, column] of manyColumns(layout).entries()) addKeys(connection, layout, column, row, keys[i] ?? [])
  return layout.words.map(({ table }, i) => ({ table, row, isKnown: false, words: words[i] ?? '' }))
}

function replaceSides(
  connection: Connection,
  layout: Layout,
  row: number,
  before: PreparedData,
  { words, keys }: PreparedData,
): WordEntry[] {
  for (const [i, column] of manyColumns(layout).entries()) {
    const left = new Set(keys[i])
    const gone = (before.keys[i] ?? []).filter(key => !left.has(key))
    deleteKeys(connection, layout, column, row, gone)
    addKeys(connection, layout, column, row, [...left])
  }
  return layout.words.flatMap(({ table }, i) =>
    words[i] === before.words[i] ? [] : [{ table, row, isKnown: true, words: words[i] ?? '' }],
  )
}

function removeSides(connection: Connection, layout: Layout, row: number, before: PreparedData): WordEntry[] {
  for (const [i, column] of manyColumns(layout).entries()) {
    deleteKeys(connection, layout, column, row, before.keys[i] ?? [])
  }
  return layout.words.map(({ table }) => ({ table, row, isKnown: true, words: null }))
}

function addKeys(connection: Connection, layout: Layout, column: PhysicalColumn, row: number, keys: string[]): void {
  const sql = `INSERT OR IGNORE INTO ${quoteName(valuesName(layout, column))} (key, document) VALUES (?, ?)`
  for (const key of keys) connection.run(sql, key, row)
}

function deleteKeys(connection: Connection, layout: Layout, column: PhysicalColumn, row: number, keys: string[]): void {
  const sql = `DELETE FROM ${quoteName(valuesName(layout, column))} WHERE key = ? AND document = ?`
  for (const key of keys) connection.run(sql, key, row)
}

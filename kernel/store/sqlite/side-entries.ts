import type { Json, JsonObject } from '../../contracts/json.ts'
import { wordsOf } from '../words.ts'
import { valuesName } from './columns.ts'
import type { Connection } from './connection.ts'
import type { Layout, PhysicalColumn } from './layout.ts'
import { quoteName } from './names.ts'
import { keysOf } from './tasks.ts'

/** What is to stand in an index of words for a row; `known` when something stood there before the transaction. */
interface Entry {
  table: string
  row: number
  known: boolean
  words: string | null
}

/**
 * What is kept beside the rows: words, and the values of `many` columns. Words are written at the end of a transaction, in the order of
 * the rows: SQLite's full-text index writes a piece of its own whenever a row comes before the last one.
 */
export class SideEntries {
  readonly #connection: Connection
  #ofWrite: Entry[] = []
  readonly #kept = new Map<string, Map<number, Entry>>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  inserted(layout: Layout, row: number, data: JsonObject): void {
    for (const { table, except } of layout.words) this.#note(table, row, false, wordsOf(data, except).join(' '))
    for (const column of layout.columns) {
      if (column.values !== 'none') this.#add(layout, column, row, keysOf(data, column))
    }
  }

  /** @param before JSON text of the data before */
  replaced(layout: Layout, row: number, before: string, data: JsonObject): void {
    const valueColumns = layout.columns.filter(({ values }) => values !== 'none')
    if (layout.words.length === 0 && valueColumns.length === 0) return
    const old = JSON.parse(before) as JsonObject
    if (layout.words.length > 0 && !sameTexts(old, data)) {
      for (const { table, except } of layout.words) this.#note(table, row, true, wordsOf(data, except).join(' '))
    }
    for (const column of valueColumns) {
      const keys = keysOf(data, column)
      const oldKeys = keysOf(old, column)
      this.#delete(
        layout,
        column,
        row,
        [...oldKeys].filter(key => !keys.has(key)),
      )
      this.#add(layout, column, row, keys)
    }
  }

  removed(layout: Layout, row: number, before: string): void {
    for (const { table } of layout.words) this.#note(table, row, true, null)
    const old = JSON.parse(before) as JsonObject
    for (const column of layout.columns) {
      if (column.values !== 'none') this.#delete(layout, column, row, keysOf(old, column))
    }
  }

  /** The write that the last entries belong to stands. */
  keep(): void {
    for (const entry of this.#ofWrite) {
      const rows = this.#kept.get(entry.table) ?? new Map<number, Entry>()
      this.#kept.set(entry.table, rows)
      const earlier = rows.get(entry.row)
      rows.set(entry.row, earlier === undefined ? entry : { ...entry, known: earlier.known })
    }
    this.#ofWrite = []
  }

  /** The write was refused. */
  forget(): void {
    this.#ofWrite = []
  }

  /** Write the words. */
  flush(): void {
    for (const [table, rows] of this.#kept) {
      const name = quoteName(table)
      for (const { row, known, words } of [...rows.values()].sort((a, b) => a.row - b.row)) {
        if (known) this.#connection.run(`DELETE FROM ${name} WHERE rowid = ?`, row)
        if (words !== null) this.#connection.run(`INSERT INTO ${name} (rowid, words) VALUES (?, ?)`, row, words)
      }
    }
    this.#kept.clear()
  }

  reset(): void {
    this.#ofWrite = []
    this.#kept.clear()
  }

  #note(table: string, row: number, known: boolean, words: string | null): void {
    this.#ofWrite.push({ table, row, known, words })
  }

  #add(layout: Layout, column: PhysicalColumn, row: number, keys: Iterable<string>): void {
    const sql = `INSERT OR IGNORE INTO ${quoteName(valuesName(layout, column))} (key, document) VALUES (?, ?)`
    for (const key of keys) this.#connection.run(sql, key, row)
  }

  #delete(layout: Layout, column: PhysicalColumn, row: number, keys: Iterable<string>): void {
    const sql = `DELETE FROM ${quoteName(valuesName(layout, column))} WHERE key = ? AND document = ?`
    for (const key of keys) this.#connection.run(sql, key, row)
  }
}

/** Whether two documents have the same texts in the same places, so that their words are the same. */
function sameTexts(a: Json | undefined, b: Json | undefined): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b
  const [x, y] = [entriesOf(a), entriesOf(b)]
  return x.length === y.length && x.every(([name, value], i) => name === y[i]?.[0] && sameTexts(value, y[i]?.[1]))
}

const entriesOf = (value: Json | undefined): [string, Json][] =>
  value !== null && typeof value === 'object' ? Object.entries(value) : []

import type { JsonObject } from '../../lib/json/types.ts'
import { wordsText } from '../../lib/store-kit/words.ts'
import { valuesName } from './columns.ts'
import type { Connection } from './connection.ts'
import type { Layout, PhysicalColumn } from './layout.ts'
import { valueColumns } from './layout.ts'
import { quoteName } from './names.ts'
import type { PreparedDocument } from './prepared.ts'
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

  inserted(layout: Layout, row: number, { words, keys }: PreparedDocument): void {
    for (const [i, { table }] of layout.words.entries()) this.#note(table, row, false, words[i] ?? '')
    for (const [i, column] of valueColumns(layout).entries()) this.#add(layout, column, row, keys[i] ?? [])
  }

  /** @param before the data before */
  replaced(layout: Layout, row: number, before: JsonObject, { words, keys }: PreparedDocument): void {
    for (const [i, { table, except }] of layout.words.entries()) {
      const text = words[i] ?? ''
      if (text !== wordsText(before, except)) this.#note(table, row, true, text)
    }
    for (const [i, column] of valueColumns(layout).entries()) {
      const left = new Set(keys[i])
      const old = [...keysOf(before, column)].filter(key => !left.has(key))
      this.#delete(layout, column, row, old)
      this.#add(layout, column, row, left)
    }
  }

  removed(layout: Layout, row: number, before: JsonObject): void {
    for (const { table } of layout.words) this.#note(table, row, true, null)
    for (const column of valueColumns(layout)) this.#delete(layout, column, row, keysOf(before, column))
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

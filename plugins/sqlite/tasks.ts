import type { JsonObject } from '../../lib/json/types.ts'
import { wordsText } from '../../lib/store-kit/words.ts'
import { valuesAt } from '../../lib/store-kit/evaluate.ts'
import { valuesOf } from './column-values.ts'
import { columnValue } from './columns.ts'
import type { Connection } from './connection.ts'
import { columnKey } from './keys.ts'
import type { PhysicalColumn, Shape, WordIndex } from './layout.ts'
import { isScalar } from './layout.ts'
import { jsonPath, quoteName } from './names.ts'
import { placeholder } from './rows.ts'

/** Work on a collection that may take long. What is filled is filled in portions; a portion returns where the next one begins. */
export type Task =
  | { kind: 'execute'; statements: readonly string[] }
  | { kind: 'words'; table: string; index: WordIndex; after: number }
  | { kind: 'values'; table: string; values: string; column: PhysicalColumn; after: number }
  | { kind: 'columns'; table: string; columns: readonly PhysicalColumn[]; after: number }
  | { kind: 'shape'; table: string; column: PhysicalColumn }
  | { kind: 'checkpoint' }
  | { kind: 'examine' }

/** A task that fills something from the documents. */
export type Filling = Extract<Task, { kind: 'words' | 'values' | 'columns' }>

/** What a task answers: the place to go on from (null at the end), a shape, or problems. */
export type TaskResult = number | null | Shape | string[]

const portion = 500
/** Characters of documents after which a portion ends. */
const maxPortionLength = 4_000_000

/** Do a task on this connection, in one transaction. */
export function runTask(connection: Connection, task: Task): TaskResult {
  switch (task.kind) {
    case 'execute':
      connection.transaction(() => connection.execute(...task.statements))
      return null
    case 'words':
      return connection.transaction(() => fillWords(connection, task.table, task.index, task.after))
    case 'values':
      return connection.transaction(() => fillValues(connection, task.table, task.values, task.column, task.after))
    case 'columns':
      return connection.transaction(() => fillColumns(connection, task.table, task.columns, task.after))
    case 'shape':
      return shapeOf(connection, task.table, task.column)
    case 'checkpoint':
      connection.all('PRAGMA wal_checkpoint(PASSIVE)')
      return null
    case 'examine':
      return connection.all('PRAGMA quick_check(10)').map(([line]) => String(line))
  }
}

/** Rows of a table with their documents, by number: a portion, which is empty at the end. */
function rows(connection: Connection, table: string, after: number): { row: number; data: JsonObject }[] {
  const sql = `SELECT rowid, data FROM ${quoteName(table)} WHERE rowid > ? ORDER BY rowid LIMIT ${portion}`
  const found: { row: number; data: JsonObject }[] = []
  let length = 0
  for (const [row, data] of connection.each(sql, after)) {
    const text = String(data)
    found.push({ row: Number(row), data: JSON.parse(text) as JsonObject })
    length += text.length
    if (length > maxPortionLength) break
  }
  return found
}

const nextAfter = (filled: readonly { row: number }[]): number | null => filled.at(-1)?.row ?? null

function fillWords(connection: Connection, table: string, index: WordIndex, after: number): number | null {
  const filled = rows(connection, table, after)
  for (const { row, data } of filled) {
    const words = wordsText(data, index.except)
    connection.run(`DELETE FROM ${quoteName(index.table)} WHERE rowid = ?`, row)
    connection.run(`INSERT INTO ${quoteName(index.table)} (rowid, words) VALUES (?, ?)`, row, words)
  }
  return nextAfter(filled)
}

function fillValues(
  connection: Connection,
  table: string,
  values: string,
  column: PhysicalColumn,
  after: number,
): number | null {
  const filled = rows(connection, table, after)
  const insert = `INSERT OR IGNORE INTO ${quoteName(values)} (key, document) VALUES (?, ?)`
  for (const { row, data } of filled) for (const key of keysOf(data, column)) connection.run(insert, key, row)
  return nextAfter(filled)
}

/** Columns that were just added have nothing in them but what writers wrote since. */
function fillColumns(
  connection: Connection,
  table: string,
  columns: readonly PhysicalColumn[],
  after: number,
): number | null {
  const filled = rows(connection, table, after)
  for (const { row, data } of filled) {
    const { binds, casts } = valuesOf(columns, data)
    if (binds.every(bind => bind === null)) continue
    const sets = columns.map(({ name }, i) => `${quoteName(name ?? '')} = ${placeholder(i, casts)}`)
    connection.run(`UPDATE ${quoteName(table)} SET ${sets.join(', ')} WHERE rowid = ?`, ...binds, row)
  }
  return nextAfter(filled)
}

/** Keys of a document's values in a side table. */
export const keysOf = (data: JsonObject, { path, kind }: PhysicalColumn): Set<string> =>
  new Set(valuesAt(data, path).map(value => columnKey(value, kind)))

/** What stands at a column's path in the documents that there are. */
function shapeOf(connection: Connection, table: string, column: PhysicalColumn): Shape {
  if (!isScalar(column)) return 'varied'
  const arrays = column.path
    .slice(0, -1)
    .map((_, i) => `json_type(data, ${jsonPath(column.path.slice(0, i + 1))}) = 'array'`)
  const varied = [`json_type(data, ${jsonPath(column.path)}) IN ('array', 'object')`, ...arrays].join(' OR ')
  const found = connection.number(
    `SELECT max(CASE WHEN ${varied} THEN 2 WHEN typeof(${columnValue(column, '')}) = 'blob' THEN 1 ELSE 0 END) FROM ${quoteName(table)}`,
  )
  return found === 2 ? 'varied' : found === 1 ? 'foreign' : 'pure'
}

import type { DocumentMeta } from '../../lib/store-kit/document-store.ts'
import { writtenColumns } from './column-values.ts'
import { rowColumns } from './columns.ts'
import type { Bind, Connection } from './connection.ts'
import type { Layout } from './layout.ts'
import { quoteName } from './names.ts'
import type { PreparedDocument } from './prepared.ts'

/** A document's row as a change needs it. */
export interface Row {
  number: number
  sequence_no: number
  /** `rowColumns` as they are; `meta`, which follows from the others, and `id` are left out (null). */
  values: readonly unknown[]
  /** JSON text. */
  data: string
}

/** What is asked of a table all the time, put together once. */
interface Statements {
  insert: string
  read: string
  state: string
  /** Columns of a row in the order in which it is bound. */
  columns: readonly string[]
}

const statements = new WeakMap<Layout, Statements>()
const places = { id: 1, sequence_no: 6, meta: 9, data: 10 } as const

function statementsOf(layout: Layout): Statements {
  const known = statements.get(layout)
  if (known !== undefined) return known
  const table = quoteName(layout.table)
  const columns = [...rowColumns, ...writtenColumns(layout).map(({ name }) => quoteName(name ?? ''))]
  const read = rowColumns.map((name, place) => (place === places.id || place === places.meta ? 'NULL' : name))
  const made = {
    insert: insertStatement(table, columns, []),
    read: `SELECT rowid, ${read.join(', ')} FROM ${table} WHERE id = ?`,
    state: `SELECT sequence_no, status FROM ${table} WHERE id = ?`,
    columns,
  }
  statements.set(layout, made)
  return made
}

const insertStatement = (table: string, columns: readonly string[], casts: readonly number[]): string =>
  `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, i) => placeholder(i, casts)).join(', ')})`

/** A place to bind; a text that is bound as bytes is cast. */
export const placeholder = (place: number, casts: readonly number[]): string =>
  casts.includes(place) ? 'CAST(? AS TEXT)' : '?'

export function readRow(connection: Connection, layout: Layout, id: string): Row | undefined {
  const found = connection.get(statementsOf(layout).read, id)
  if (found === undefined) return undefined
  const [number, ...values] = found
  return {
    number: Number(number),
    sequence_no: Number(values[places.sequence_no]),
    values,
    data: String(values[places.data]),
  }
}

/** What a check looks at, without the rest of the row. */
export function readState(
  connection: Connection,
  layout: Layout,
  id: string,
): Pick<DocumentMeta, 'sequence_no' | 'status'> | undefined {
  const found = connection.get(statementsOf(layout).state, id)
  return found && { sequence_no: Number(found[0]), status: found[1] === 'archived' ? 'archived' : 'active' }
}

/** @returns the row's number */
export function insertRow(connection: Connection, layout: Layout, { row, casts }: PreparedDocument): number {
  const { insert, columns } = statementsOf(layout)
  const sql = casts.length === 0 ? insert : insertStatement(quoteName(layout.table), columns, casts)
  return connection.run(sql, ...row).rowid
}

/**
 * Columns that stay as they are are left out, and with them their indexes.
 * @param stored what the stored columns hold; undefined when the data stays the same
 */
export function updateRow(
  connection: Connection,
  layout: Layout,
  before: Row,
  { row, casts }: PreparedDocument,
  stored: readonly Bind[] | undefined,
): void {
  const { columns } = statementsOf(layout)
  const old = stored === undefined ? before.values : [...before.values, ...stored]
  const changed = old.flatMap((value, place) =>
    place !== places.id && (place === places.meta || value !== row[place]) ? [place] : [],
  )
  const sets = changed.map(place => `${columns[place] ?? ''} = ${placeholder(place, casts)}`)
  connection.run(
    `UPDATE ${quoteName(layout.table)} SET ${sets.join(', ')} WHERE rowid = ?`,
    ...changed.map(place => row[place] ?? null),
    before.number,
  )
}

export const idOf = ({ row }: PreparedDocument): string => String(row[places.id])

/** The JSON text of the data. */
export const textOf = ({ row }: PreparedDocument): string => String(row[places.data])

export function deleteRow(connection: Connection, { table }: Layout, row: number): void {
  connection.run(`DELETE FROM ${quoteName(table)} WHERE rowid = ?`, row)
}

/** Keep the state that a row is in, before it is changed. */
export function keepVersion(connection: Connection, { table, number }: Layout, row: number): void {
  connection.run(
    `INSERT INTO "plinth.versions" (collection, id, sequence_no, meta, data) ` +
      `SELECT ?, id, sequence_no, meta, data FROM ${quoteName(table)} WHERE rowid = ?`,
    number,
    row,
  )
}

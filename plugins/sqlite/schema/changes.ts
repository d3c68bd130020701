import type { JsonObject } from '../../../lib/json/index.ts'
import type { Bind, Connection } from '../file/connection.ts'
import { addSides, writeWords } from '../write/operations.ts'
import { insertRow, prepareData } from '../write/rows.ts'
import { deleteCollection, saveCollection } from './catalogue.ts'
import type { Catalogue } from './catalogue.ts'
import type { Collection, Layout } from './layout.ts'
import { storedColumns } from './layout.ts'
import { quoteName, rowColumns, sideName } from './names.ts'
import { buildIndex } from './index-build.ts'
import { additions, createIndexes, createTables, dropTables, dropLeftovers } from './statements.ts'
import type { TableIndex } from './statements.ts'

/** A step of a change of a definition: one transaction of the writing connection. */
export type TableChange =
  /** Create the tables of a new collection. */
  | { kind: 'create'; collection: Collection }
  /** Recreate the tables of a small collection. */
  | { kind: 'remake'; before: Layout; collection: Collection }
  /** Add empty columns and side tables; from then on writers fill them. */
  | { kind: 'grow'; before: Layout; collection: Collection }
  /** Fill these columns and the other added parts from some of the documents: those after this row. */
  | { kind: 'fill'; name: string; columns: readonly number[]; after: number }
  /** Build a part of an index: that of some of the rows, those after this one. */
  | { kind: 'index'; name: string; index: TableIndex; after: number }
  /** Put a layout in force, and remove what it does not name. */
  | { kind: 'settle'; collection: Collection }
  /** Delete an empty collection. */
  | { kind: 'drop'; collection: Collection }

/** A step that changes the layout of a collection at once. */
export type LayoutChange = Extract<TableChange, { collection: Collection }>

const portionSize = 500
/** Characters of documents after which a portion ends. */
const maxPortionLength = 4_000_000

/**
 * @param catalogue that of the connection's writes, kept up to date
 * @returns where a step that works in portions continues; null at its end, and for other steps
 */
export function changeSchema(connection: Connection, catalogue: Catalogue, change: TableChange): number | null {
  if (change.kind === 'fill' || change.kind === 'index') {
    const { layout } = catalogue.get(change.name)
    return connection.transaction(() =>
      change.kind === 'fill'
        ? fill(connection, layout, change.columns, change.after)
        : buildIndex(connection, change.index, change.after),
    )
  }
  const { kind, collection } = change
  connection.transaction(() => apply(connection, change))
  if (kind === 'drop') catalogue.delete(collection.definition.name)
  else catalogue.set(collection)
  return null
}

function apply(connection: Connection, change: LayoutChange): void {
  const { collection, kind } = change
  const { layout } = collection
  if (kind === 'drop') {
    connection.execute(...dropTables(layout))
    deleteCollection(connection, collection)
    return
  }
  if (kind === 'remake') remakeTables(connection, change.before, layout)
  else if (kind === 'create') connection.execute(...createTables(layout), ...createIndexes(layout))
  else if (kind === 'grow') connection.execute(...additions(change.before, layout))
  else connection.execute(...dropLeftovers(connection, layout))
  saveCollection(connection, collection)
}

/**
 * Recreate the tables of a collection with the existing rows, inside a transaction. The rows are copied out and back, because to rename a table
 * SQLite parses the definitions of all others, which takes long when these have thousands of columns.
 */
function remakeTables(connection: Connection, before: Layout, layout: Layout): void {
  const copy = quoteName(sideName(before.table, 'copy'))
  const names = rowColumns.join(', ')
  connection.execute(
    `CREATE TABLE ${copy} AS SELECT ${names} FROM ${quoteName(before.table)} ORDER BY rowid`,
    ...dropTables(before),
    ...createTables(layout),
  )
  for (const values of connection.each(`SELECT ${names} FROM ${copy} ORDER BY rowid`)) {
    const document = {
      row: values.map(value => (typeof value === 'number' ? value : String(value))),
      ...prepareData(layout, parseData(values[rowColumns.indexOf('data')])),
    }
    const row = insertRow(connection, layout, document)
    writeWords(connection, addSides(connection, layout, row, document))
  }
  connection.execute(`DROP TABLE ${copy}`, ...createIndexes(layout))
}

/** Columns that were just added contain only values that writers have written since. */
function fill(connection: Connection, layout: Layout, added: readonly number[], after: number): number | null {
  const table = quoteName(layout.table)
  const columns = storedColumns(layout)
  const places = columns.flatMap(({ number }, place) => (added.includes(number) ? [place] : []))
  const sets = places.map(place => `${quoteName(columns[place]?.name ?? '')} = ?`).join(', ')
  const building = new Set(layout.words.filter(({ ready }) => !ready).map(index => index.table))
  const rows = readPortion(connection, table, after)
  for (const { row, data } of rows) {
    const prepared = prepareData(layout, data)
    const binds: Bind[] = places.map(place => prepared.columns[place] ?? null)
    if (binds.some(bind => bind !== null)) connection.run(`UPDATE ${table} SET ${sets} WHERE rowid = ?`, ...binds, row)
    const words = addSides(connection, layout, row, prepared)
    writeWords(
      connection,
      words.filter(({ table: words }) => building.has(words)).map(entry => ({ ...entry, isKnown: true })),
    )
  }
  return rows.at(-1)?.row ?? null
}

/** Rows of a table with their documents, by number: one portion, which is empty at the end. */
function readPortion(connection: Connection, table: string, after: number): { row: number; data: JsonObject }[] {
  const sql = `SELECT rowid, data FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${portionSize}`
  const rows: { row: number; data: JsonObject }[] = []
  let length = 0
  for (const [row, data] of connection.each(sql, after)) {
    rows.push({ row: Number(row), data: parseData(data) })
    length += String(data).length
    if (length > maxPortionLength) break
  }
  return rows
}

const parseData = (text: unknown): JsonObject => JSON.parse(String(text))

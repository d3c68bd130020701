import type { JsonObject } from '../../../lib/json/index.ts'
import type { Bind, Connection } from '../file/connection.ts'
import { addSides, writeWords } from '../write/operations.ts'
import { insertRow, prepareData } from '../write/rows.ts'
import { definedCollection, deleteCollection, saveCollection } from './catalogue.ts'
import type { Collection, Layout } from './layout.ts'
import { lacksKeys, manyColumns, storedColumns } from './layout.ts'
import { quoteName, rowColumns, sideName } from './names.ts'
import { buildIndex } from './index-build.ts'
import { additions, createIndexes, createTables, dropTables, dropLeftovers } from './statements.ts'
import type { TableIndex } from './statements.ts'
import { layoutWith } from './values.ts'

/** A step of a change of a definition: one transaction of the writing connection. */
export type SchemaChange =
  /** Create the tables of a new collection. */
  | { kind: 'create'; collection: Collection }
  /** Recreate the tables of a small collection. Returns the layout with the varied columns found in its documents. */
  | { kind: 'remake'; before: Layout; collection: Collection }
  /** Add empty columns and side tables; from then on writers fill them. */
  | { kind: 'grow'; before: Layout; collection: Collection }
  /** Fill the added parts from some of the documents: those after this row. */
  | { kind: 'fill'; name: string; after: number }
  /** Build a part of an index: that of some of the rows, those after this one. */
  | { kind: 'index'; name: string; index: TableIndex; after: number }
  /** Put a layout in force, and remove what it does not name. */
  | { kind: 'settle'; collection: Collection }
  /** Delete an empty collection. */
  | { kind: 'drop'; collection: Collection }

/** A step that changes the layout of a collection at once. */
export type LayoutChange = Extract<SchemaChange, { collection: Collection }>

/** The result of a step that reads documents. */
export interface FillResult {
  /** Where the next step continues; null at the end. */
  next: number | null
  /** The layout with the varied columns found in the documents. */
  layout: Layout
}

const portionSize = 500
/** Characters of documents after which a portion ends. */
const maxPortionLength = 4_000_000

/** @param collections those that the connection's writes use, kept up to date */
export function changeSchema(
  connection: Connection,
  collections: Map<string, Collection>,
  change: SchemaChange,
): FillResult | undefined {
  if (change.kind === 'fill' || change.kind === 'index') {
    const { layout } = definedCollection(collections, change.name)
    return connection.transaction(() =>
      change.kind === 'fill'
        ? fill(connection, layout, change.after)
        : { next: buildIndex(connection, change.index, change.after), layout },
    )
  }
  const { name } = change.collection.definition
  const layout = connection.transaction(() => apply(connection, change))
  if (layout === undefined) {
    collections.delete(name)
    return undefined
  }
  collections.set(name, { ...change.collection, layout })
  return { next: null, layout }
}

/** @returns the layout in force, or undefined when the collection was deleted */
function apply(connection: Connection, change: LayoutChange): Layout | undefined {
  const { collection, kind } = change
  const { layout } = collection
  if (kind === 'drop') {
    connection.execute(...dropTables(layout))
    deleteCollection(connection, collection)
    return undefined
  }
  if (kind === 'remake') return remakeTables(connection, change.before, collection)
  if (kind === 'create') connection.execute(...createTables(layout), ...createIndexes(layout))
  else if (kind === 'grow') connection.execute(...additions(change.before, layout))
  else connection.execute(...dropLeftovers(connection, layout))
  saveCollection(connection, collection)
  return layout
}

/**
 * Recreate the tables of a collection with the existing rows, inside a transaction. The rows are copied out and back, because to rename a table
 * SQLite parses the definitions of all others, which takes long when these have thousands of columns.
 */
function remakeTables(connection: Connection, before: Layout, { definition, layout: planned }: Collection): Layout {
  const copy = quoteName(sideName(before.table, 'copy'))
  const names = rowColumns.join(', ')
  let layout: Layout = { ...planned, columns: planned.columns.map(column => ({ ...column, shape: 'pure' })) }
  for (const [data] of connection.each(`SELECT data FROM ${quoteName(before.table)}`))
    layout = layoutWith(layout, parseData(data))
  layout = withKeys(layout)
  connection.execute(
    `CREATE TABLE ${copy} AS SELECT ${names} FROM ${quoteName(before.table)} ORDER BY rowid`,
    ...dropTables(before),
    ...createTables(layout),
  )
  for (const values of connection.each(`SELECT ${names} FROM ${copy} ORDER BY rowid`)) {
    const data = parseData(values[rowColumns.indexOf('data')])
    layout = layoutWith(layout, data)
    const document = {
      row: values.map(value => (typeof value === 'number' ? value : String(value))),
      ...prepareData(layout, data),
    }
    const row = insertRow(connection, layout, document)
    writeWords(connection, addSides(connection, layout, row, document))
  }
  connection.execute(`DROP TABLE ${copy}`, ...createIndexes(layout))
  saveCollection(connection, { definition, layout })
  return layout
}

/** The layout in which the columns that lack keys have them, before any row is written. */
const withKeys = (layout: Layout): Layout => ({
  ...layout,
  columns: layout.columns.map(column =>
    lacksKeys(column) ? { ...column, keyed: true, type: 'TEXT', shape: 'pure' } : column,
  ),
})

/** Columns that were just added contain only values that writers have written since. */
function fill(connection: Connection, before: Layout, after: number): FillResult {
  const table = quoteName(before.table)
  const columns = storedColumns(before)
  const added = columns.flatMap(({ examined, inUse }, place) => (inUse && !examined ? [place] : []))
  const sets = added.map(place => `${quoteName(columns[place]?.name ?? '')} = ?`).join(', ')
  let layout = before
  const rows = readPortion(connection, table, after)
  for (const { row, data } of rows) {
    layout = layoutWith(layout, data)
    const prepared = prepareData(layout, data)
    const binds: Bind[] = added.map(place => prepared.columns[place] ?? null)
    if (binds.some(bind => bind !== null)) connection.run(`UPDATE ${table} SET ${sets} WHERE rowid = ?`, ...binds, row)
    const words = addSides(connection, layout, row, prepared)
    const building = new Set(before.words.filter(({ ready }) => !ready).map(({ table }) => table))
    writeWords(
      connection,
      words.filter(({ table }) => building.has(table)).map(entry => ({ ...entry, isKnown: true })),
    )
  }
  return { next: rows.at(-1)?.row ?? null, layout }
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

/** Whether a layout has parts that must be filled from the documents. */
export const needsFilling = (layout: Layout): boolean =>
  storedColumns(layout).some(({ examined, inUse }) => inUse && !examined) ||
  manyColumns(layout).some(({ values }) => values === 'building') ||
  layout.words.some(({ ready }) => !ready)

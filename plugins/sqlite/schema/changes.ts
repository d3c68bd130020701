import type { JsonObject } from '../../../lib/json/index.ts'
import type { Bind, Connection } from '../file/connection.ts'
import { addSides, writeWords } from '../write/operations.ts'
import { insertRow, prepareData } from '../write/rows.ts'
import { definedCollection, deleteCollection, saveCollection } from './catalogue.ts'
import type { Collection, Layout } from './layout.ts'
import { manyColumns, storedColumns } from './layout.ts'
import { quoteName, rowColumns, sideName } from './names.ts'
import { additions, createTables, dropTables, indexStatements, leftovers } from './statements.ts'
import { layoutWith } from './values.ts'

/** A step of a change of a definition: one transaction of the connection that writes. */
export type SchemaChange =
  /** Make the tables of a new collection. */
  | { kind: 'create'; collection: Collection }
  /** Make the tables of a small collection anew. Answers the layout with what its documents show. */
  | { kind: 'remake'; before: Layout; collection: Collection }
  /** Add columns and side tables, empty; from then on writers keep them. */
  | { kind: 'grow'; before: Layout; collection: Collection }
  /** Fill what was added from some of the documents: those after this row. */
  | { kind: 'fill'; name: string; after: number }
  | { kind: 'index'; sql: string }
  /** Put a layout in force, and take away what it does not name. */
  | { kind: 'settle'; collection: Collection }
  /** Take an empty collection away. */
  | { kind: 'drop'; collection: Collection }

/** What was done of a change that reads documents. */
export interface FillResult {
  /** Where the next step goes on; null at the end. */
  next: number | null
  /** The layout with what the documents show. */
  layout: Layout
}

const portionSize = 500
/** Characters of documents after which a portion ends. */
const maxPortionLength = 4_000_000

/** @param collections those that the connection's writes know, kept current */
export function changeSchema(
  connection: Connection,
  collections: Map<string, Collection>,
  change: SchemaChange,
): FillResult | undefined {
  if (change.kind === 'index') {
    connection.transaction(() => connection.execute(change.sql))
    return undefined
  }
  if (change.kind === 'fill') {
    const { layout } = definedCollection(collections, change.name)
    return connection.transaction(() => fill(connection, layout, change.after))
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

/** @returns the layout in force, or undefined when the collection is gone */
function apply(connection: Connection, change: Exclude<SchemaChange, { kind: 'index' | 'fill' }>): Layout | undefined {
  const { collection, kind } = change
  const { layout } = collection
  if (kind === 'drop') {
    connection.execute(...dropTables(layout))
    deleteCollection(connection, collection)
    return undefined
  }
  if (kind === 'remake') return remakeTables(connection, change.before, collection)
  if (kind === 'create') connection.execute(...createTables(layout), ...indexStatements(layout).values())
  else if (kind === 'grow') connection.execute(...additions(change.before, layout))
  else connection.execute(...leftovers(connection, layout))
  saveCollection(connection, collection)
  return layout
}

/**
 * Make the tables of a collection anew, with the rows that are there, inside a transaction. They are copied to and fro, because to rename a table
 * SQLite reads the definitions of all others, which takes long where these have thousands of columns.
 */
export function remakeTables(
  connection: Connection,
  before: Layout,
  { definition, layout: planned }: Collection,
): Layout {
  const copy = quoteName(sideName(before.table, 'copy'))
  const names = rowColumns.join(', ')
  connection.execute(
    `CREATE TABLE ${copy} AS SELECT ${names} FROM ${quoteName(before.table)} ORDER BY rowid`,
    ...dropTables(before),
    ...createTables(planned),
  )
  let layout: Layout = { ...planned, columns: planned.columns.map(column => ({ ...column, shape: 'pure' })) }
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
  connection.execute(`DROP TABLE ${copy}`, ...indexStatements(layout).values())
  saveCollection(connection, { definition, layout })
  return layout
}

/** Columns that were just added have nothing in them but what writers wrote since. */
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

/** Rows of a table with their documents, by number: a portion, which is empty at the end. */
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

/** Whether a layout has parts that are to be filled from the documents. */
export const needsFilling = (layout: Layout): boolean =>
  storedColumns(layout).some(({ examined, inUse }) => inUse && !examined) ||
  manyColumns(layout).some(({ values }) => values === 'building') ||
  layout.words.some(({ ready }) => !ready)

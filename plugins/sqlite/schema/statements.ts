import { memoizeByObject } from '../../../lib/json/index.ts'
import type { Connection } from '../file/connection.ts'
import { isScalar, manyColumns } from './layout.ts'
import type { IndexedStandardColumn, Layout, PhysicalColumn } from './layout.ts'
import { jsonPath, quoteName, sideName } from './names.ts'

/*
 * The statements that create and delete what belongs to a collection. They use only SQLite's own functions, so that every SQLite
 * tool can read the file.
 */

/** The standard columns are plain ones, so that a change does not touch the indexes of those that keep their value. */
const standardColumns = [
  'rowid INTEGER PRIMARY KEY',
  'scope INTEGER NOT NULL',
  'id TEXT NOT NULL UNIQUE',
  'type_slug TEXT NOT NULL',
  'status TEXT NOT NULL',
  'created_by TEXT NOT NULL',
  'account_id TEXT NOT NULL',
  'sequence_no INTEGER NOT NULL',
  'created_at TEXT NOT NULL',
  'updated_at TEXT NOT NULL',
  'meta TEXT NOT NULL',
]

const createTable = ({ table, columns }: Layout): string =>
  `CREATE TABLE ${quoteName(table)} (${[
    ...standardColumns,
    ...columns.filter(({ name }) => name !== null).map(columnDefinition),
    'data TEXT NOT NULL',
  ].join(', ')})`

/** A column for `CREATE TABLE` and `ALTER TABLE`. A column that is not stored is generated from the document, for readers of the file. */
const columnDefinition = (column: PhysicalColumn): string =>
  `${quoteName(column.name ?? '')} ${column.type}${column.stored ? '' : ` AS (data ${isScalar(column) ? '->>' : '->'} ${jsonPath(column.path)})`}`

/** Name of the index for filters and sorting by a column. */
export const indexName = ({ table }: Layout, of: PhysicalColumn | IndexedStandardColumn | 'id'): string =>
  sideName(table, typeof of === 'string' ? `by_${of}` : `by.${of.number}`)

/** An index of several columns, these as in SQL. */
interface NamedIndex {
  name: string
  before: readonly string[]
  after: readonly string[]
}

/** The indexes of several columns: scope, those before `id`, `id`, and those after it. */
export const severalIndexes = memoizeByObject(({ table, columns, indexes = [] }: Layout): NamedIndex[] => {
  const columnOf = (part: number | string): string =>
    typeof part === 'string' ? part : quoteName(columns.find(({ number }) => number === part)?.name ?? '')
  return indexes.map(({ before, after }) => ({
    name: sideName(table, `by.${[...before, 'id', ...after].join('.')}`),
    before: before.map(columnOf),
    after: after.map(columnOf),
  }))
})

/** Name of the index that enforces a column's unique values. */
const uniqueIndexName = ({ table }: Layout, column: PhysicalColumn): string =>
  sideName(table, `unique.${column.number}`)

/** Name of the side table with a column's values. */
export const valuesName = ({ table }: Layout, column: PhysicalColumn): string =>
  sideName(table, `values.${column.number}`)

/** Name of the table in which an index is built; only one of a collection is built at a time. */
export const buildingName = ({ table }: Pick<Layout, 'table'>): string => sideName(table, 'building')

/** An index of the table of a collection. */
export interface TableIndex {
  name: string
  table: string
  /** As in SQL. */
  columns: readonly string[]
  isUnique: boolean
}

/** The indexes of a collection, unique ones first. `scope` is account and status in one number; equal values are sorted by id. */
export function indexesOf(layout: Layout): TableIndex[] {
  const { table, columns, standardIndexes } = layout
  const on = (name: string, ...names: string[]): TableIndex => ({ name, table, columns: names, isUnique: false })
  const sql = ({ name }: PhysicalColumn): string => quoteName(name ?? '')
  return [
    ...columns
      .filter(({ unique }) => unique)
      .map(each => ({ ...on(uniqueIndexName(layout, each), 'account_id', sql(each)), isUnique: true })),
    on(indexName(layout, 'id'), 'scope', 'id'),
    ...standardIndexes.map(column => on(indexName(layout, column), 'scope', column, 'id')),
    ...columns
      .filter(({ indexed }) => indexed)
      .map(column => on(indexName(layout, column), 'scope', sql(column), 'id')),
    ...severalIndexes(layout).map(({ name, before, after }) => on(name, 'scope', ...before, 'id', ...after)),
  ]
}

export const createIndex = ({ name, table, columns, isUnique }: TableIndex): string =>
  `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${quoteName(name)} ON ${quoteName(table)} (${columns.join(', ')})`

export const createIndexes = (layout: Layout): string[] => indexesOf(layout).map(createIndex)

const createValues = (layout: Layout, column: PhysicalColumn): string =>
  `CREATE TABLE ${quoteName(valuesName(layout, column))} (key TEXT NOT NULL, document INTEGER NOT NULL, PRIMARY KEY (key, document)) WITHOUT ROWID`

/** A full-text index without the text: words (already normalised) by row number. */
const createWords = (table: string): readonly string[] => [
  `CREATE VIRTUAL TABLE ${quoteName(table)} USING fts5(words, content='', contentless_delete=1, tokenize='ascii', detail=none)`,
  `INSERT INTO ${quoteName(table)} (${quoteName(table)}, rank) VALUES ('automerge', 8)`,
]

/** Names of the tables of a collection in addition to its main one. */
export const sideTables = (layout: Layout): string[] => [
  ...manyColumns(layout).map(column => valuesName(layout, column)),
  ...layout.words.map(({ table }) => table),
]

/** Create a collection's table and side tables, without indexes. */
export const createTables = (layout: Layout): string[] => [
  createTable(layout),
  ...manyColumns(layout).map(column => createValues(layout, column)),
  ...layout.words.flatMap(({ table }) => createWords(table)),
]

/** Delete all tables of a collection, with their indexes. */
export const dropTables = (layout: Layout): string[] =>
  [layout.table, ...sideTables(layout)].map(name => `DROP TABLE ${quoteName(name)}`)

/** Add the columns and side tables that a layout has in addition to another one. */
export function additions(before: Layout, after: Layout): string[] {
  const table = quoteName(after.table)
  const wasStored = new Map(before.columns.map(({ name, stored }) => [name, stored]))
  const present = new Set(sideTables(before))
  return [
    ...after.columns
      .filter(({ name, stored }) => name !== null && wasStored.get(name) !== stored)
      .flatMap(column => [
        ...(wasStored.has(column.name) ? [`ALTER TABLE ${table} DROP COLUMN ${quoteName(column.name ?? '')}`] : []),
        `ALTER TABLE ${table} ADD COLUMN ${columnDefinition(column)}`,
      ]),
    ...manyColumns(after)
      .filter(column => !present.has(valuesName(after, column)))
      .map(column => createValues(after, column)),
    ...after.words.filter(({ table: words }) => !present.has(words)).flatMap(({ table: words }) => createWords(words)),
  ]
}

/** Delete everything in the file that belongs to a collection but not to its layout: remainders of a change or of its interruption. */
export function dropLeftovers(connection: Connection, layout: Layout): string[] {
  const indexes = new Set(indexesOf(layout).map(({ name }) => name))
  const sides = new Set(sideTables(layout))
  const columns = new Set(layout.columns.map(({ name }) => name))
  const prefix = `${layout.table}.`
  const present = connection
    .all('SELECT type, name, tbl_name FROM sqlite_master WHERE sql IS NOT NULL')
    .map(([type, name, table]) => ({ type, name: String(name), table }))
  const generated = connection
    .all('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 2', layout.table)
    .map(([name]) => String(name))
  return [
    ...present
      .filter(({ type, name }) => type === 'trigger' && name.startsWith(`${buildingName(layout)}.`))
      .map(({ name }) => `DROP TRIGGER ${quoteName(name)}`),
    ...present
      .filter(({ type, name, table }) => type === 'index' && table === layout.table && !indexes.has(name))
      .map(({ name }) => `DROP INDEX ${quoteName(name)}`),
    ...present
      .filter(({ type, name }) => type === 'table' && name.startsWith(prefix) && isSide(name.slice(prefix.length)))
      .filter(({ name }) => !sides.has(name))
      .map(({ name }) => `DROP TABLE ${quoteName(name)}`),
    ...generated
      .filter(name => !columns.has(name))
      .map(name => `ALTER TABLE ${quoteName(layout.table)} DROP COLUMN ${quoteName(name)}`),
  ]
}

/** Whether a table is one that layouts name, or in which an index is built, unlike those that a full-text index creates for itself. */
const isSide = (name: string): boolean => /^((words|values)\.\d+|building)$/.test(name)

import { jsonPath, quoteName, sideName, textLiteral } from './names.ts'
import type { IndexedStandardColumn, Layout, PhysicalColumn } from './layout.ts'
import { isScalar, storedColumns } from './layout.ts'

/*
 * Columns follow from the document. Stored ones are written with it (`column-values.ts`): values of the column's own kind stand there as they are; a
 * value of another kind (from before the schema changed) as a BLOB of its key (`keys.ts`), so that it is never taken for one of the column's kind.
 * Columns of instants and of mixed values hold keys only. The other columns SQLite generates for whoever reads the file; queries work out by
 * `valueExpression` what a stored column would have. Its functions are not in the file's schema, so that every SQLite tool can read that.
 */

/** The standard columns are ordinary ones, so that a change leaves the indexes of those that stay the same alone. */
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

/** Every table's own columns, in the order in which rows are written; its stored columns come after them. */
export const rowColumns = [
  'scope',
  'id',
  'type_slug',
  'status',
  'created_by',
  'account_id',
  'sequence_no',
  'created_at',
  'updated_at',
  'meta',
  'data',
] as const

export const createTable = (table: string, columns: readonly PhysicalColumn[]): string =>
  `CREATE TABLE ${quoteName(table)} (${[
    ...standardColumns,
    ...columns.filter(({ name }) => name !== null).map(columnDefinition),
    'data TEXT NOT NULL',
  ].join(', ')})`

/** A column as `CREATE TABLE` and `ALTER TABLE` take it. */
export const columnDefinition = (column: PhysicalColumn): string =>
  `${quoteName(column.name ?? '')} ${column.type}${column.stored ? '' : ` AS (data ${isScalar(column) ? '->>' : '->'} ${jsonPath(column.path)})`}`

/** Copies the rows of one table into another, whose stored columns it works out anew. */
export function copyRows(from: string, to: string, columns: readonly PhysicalColumn[]): string {
  const stored = storedColumns(columns)
  const names = ['rowid', ...rowColumns, ...stored.map(({ name }) => quoteName(name ?? ''))]
  const values = ['rowid', ...rowColumns, ...stored.map(column => valueExpression(column, 'data'))]
  return `INSERT INTO ${quoteName(to)} (${names.join(', ')}) SELECT ${values.join(', ')} FROM ${quoteName(from)}`
}

/** The value of a scalar column in a row. @param row its name in the query with a point, or nothing */
export const columnValue = (column: PhysicalColumn, row: '' | 'd.'): string =>
  column.stored ? `${row}${quoteName(column.name ?? '')}` : valueExpression(column, `${row}data`)

/** What a stored scalar column has, in SQL over the document. */
function valueExpression(column: PhysicalColumn, data: string): string {
  const path = jsonPath(column.path)
  const json = `${data} -> ${path}`
  const value = `json_extract(${data}, ${path})`
  const cases: Record<'text' | 'number' | 'boolean', readonly string[]> = {
    text: [`WHEN 'text' THEN ${value}`, foreignTruth, foreignNumber(json)],
    number: [`WHEN 'integer' THEN ${value}`, `WHEN 'real' THEN ${value}`, foreignTruth, foreignText(value)],
    boolean: [`WHEN 'true' THEN 1`, `WHEN 'false' THEN 0`, foreignNumber(json), foreignText(value)],
  }
  switch (column.kind) {
    case 'text':
    case 'number':
    case 'boolean':
      return `CASE json_type(${data}, ${path}) ${cases[column.kind].join(' ')} END`
    default:
      return `plinth_key(${json}, ${textLiteral(column.kind)})`
  }
}

const foreignTruth = `WHEN 'true' THEN CAST('1t' AS BLOB) WHEN 'false' THEN CAST('1f' AS BLOB)`
const foreignText = (value: string): string => `WHEN 'text' THEN CAST('4' || ${value} AS BLOB)`
const foreignNumber = (json: string): string => {
  const key = `CAST(plinth_key(${json}, 'mixed') AS BLOB)`
  return `WHEN 'integer' THEN ${key} WHEN 'real' THEN ${key}`
}

/** Name of the index for filters and sorting by a column. */
export const indexName = ({ table }: Layout, of: PhysicalColumn | IndexedStandardColumn | 'id'): string =>
  sideName(table, typeof of === 'string' ? `by_${of}` : `by.${of.number}`)

/** Name of the index that keeps a column's values unique. */
export const uniqueIndexName = ({ table }: Layout, column: PhysicalColumn): string =>
  sideName(table, `unique.${column.number}`)

/** Name of the side table with a column's values. */
export const valuesName = ({ table }: Layout, column: PhysicalColumn): string =>
  sideName(table, `values.${column.number}`)

/** Every index of a collection by its name. `scope` is account and status in one number; ties of the value go by id. */
export function indexStatements(layout: Layout): Map<string, string> {
  const on = (name: string, columns: string, kind = 'INDEX'): [string, string] => [
    name,
    `CREATE ${kind} ${quoteName(name)} ON ${quoteName(layout.table)} (${columns})`,
  ]
  return new Map([
    on(indexName(layout, 'id'), 'scope, id'),
    ...layout.standardIndexes.map(column => on(indexName(layout, column), `scope, ${column}, id`)),
    ...layout.columns.flatMap(column => [
      ...(column.indexed ? [on(indexName(layout, column), `scope, ${quoteName(column.name ?? '')}, id`)] : []),
      ...(column.unique
        ? [on(uniqueIndexName(layout, column), `account_id, ${quoteName(column.name ?? '')}`, 'UNIQUE INDEX')]
        : []),
    ]),
  ])
}

export const createValues = (layout: Layout, column: PhysicalColumn): string =>
  `CREATE TABLE ${quoteName(valuesName(layout, column))} (key TEXT NOT NULL, document INTEGER NOT NULL, PRIMARY KEY (key, document)) WITHOUT ROWID`

/** A full-text index without the text: words (already normalised) by row number. */
export const createWords = (table: string): readonly string[] => [
  `CREATE VIRTUAL TABLE ${quoteName(table)} USING fts5(words, content='', contentless_delete=1, tokenize='ascii', detail=none)`,
  `INSERT INTO ${quoteName(table)} (${quoteName(table)}, rank) VALUES ('automerge', 8)`,
]

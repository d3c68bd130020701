import type { Connection } from '../file/connection.ts'
import { quoteName, sideName } from './names.ts'
import { buildingName, createIndex } from './statements.ts'
import type { TableIndex } from './statements.ts'

/*
 * `CREATE INDEX` is one statement: for a million rows it would hold up all writes for one or two seconds. Therefore an index of a large table is built in a
 * table of its own, which has the columns of the index and the row numbers of the large table. It is filled in portions, and triggers repeat there what
 * writers change meanwhile. In the end it has the content that `CREATE INDEX` would give it, and is handed over: in the schema of the file it gets
 * its own name and the name of the large table.
 */

/** A portion has at most this many rows, each of which changes some page of the index. */
const maxRows = 1_000
/** Bytes of documents after which a portion ends: the columns are stored behind them. */
const maxBytes = 4_000_000

/**
 * Build a part of an index, inside a transaction. The first call begins it, and the one that finds no more rows completes it.
 * @param after fill the index with rows after this one; 0 for the first ones
 * @returns where the next call continues; null when the index is complete
 * @throws the error of SQLite when the index is unique and rows have equal values
 */
export function buildIndex(connection: Connection, index: TableIndex, after: number): number | null {
  const names = namesFor(index)
  if (after === 0) connection.execute(...beginStatements(index, names))
  const last = lastOfPortion(connection, index, after)
  if (last === null) complete(connection, index, names)
  else fill(connection, index, names, after, last)
  return last
}

/** Names of what an index is built with. */
interface BuildNames {
  table: string
  index: string
  /** In SQL. */
  triggers: Record<'insert' | 'update' | 'delete', string>
}

function namesFor(index: TableIndex): BuildNames {
  const own = buildingName(index)
  const trigger = (event: string): string => quoteName(sideName(own, event))
  const triggers = { insert: trigger('insert'), update: trigger('update'), delete: trigger('delete') }
  return { table: own, index: sideName(own, 'index'), triggers }
}

/** An index can name a column twice, a table cannot. */
const columnsOf = ({ columns }: TableIndex): string[] => [...new Set(columns)]

function beginStatements(index: TableIndex, { table: own, index: name, triggers }: BuildNames): string[] {
  const columns = columnsOf(index)
  const [from, to] = [quoteName(index.table), quoteName(own)]
  const assignments = columns.map(column => `${column} = NEW.${column}`).join(', ')
  return [
    `CREATE TABLE ${to} (rowid INTEGER PRIMARY KEY, ${columns.join(', ')})`,
    // Not unique yet: a definition that is not in force refuses no write.
    createIndex({ ...index, name, table: own, isUnique: false }),
    `CREATE TRIGGER ${triggers.insert} AFTER INSERT ON ${from} BEGIN
      INSERT INTO ${to} VALUES (NEW.rowid, ${columns.map(column => `NEW.${column}`).join(', ')}); END`,
    `CREATE TRIGGER ${triggers.update} AFTER UPDATE OF ${columns.join(', ')} ON ${from} BEGIN
      UPDATE ${to} SET ${assignments} WHERE rowid = NEW.rowid; END`,
    `CREATE TRIGGER ${triggers.delete} AFTER DELETE ON ${from} BEGIN
      DELETE FROM ${to} WHERE rowid = OLD.rowid; END`,
  ]
}

/** @returns the number of the last row of the portion; null when there are no more rows */
function lastOfPortion(connection: Connection, { table }: TableIndex, after: number): number | null {
  const sizes = `SELECT rowid, octet_length(data) FROM ${quoteName(table)} WHERE rowid > ? ORDER BY rowid LIMIT ${maxRows}`
  let last: number | null = null
  let bytes = 0
  for (const [row, size] of connection.each(sizes, after)) {
    last = Number(row)
    bytes += Number(size)
    if (bytes > maxBytes) break
  }
  return last
}

function fill(
  connection: Connection,
  index: TableIndex,
  { table: own }: BuildNames,
  after: number,
  last: number,
): void {
  const columns = ['rowid', ...columnsOf(index)].join(', ')
  connection.run(
    `INSERT INTO ${quoteName(own)} (${columns}) ` +
      `SELECT ${columns} FROM ${quoteName(index.table)} WHERE rowid > ? AND rowid <= ? ` +
      'ON CONFLICT (rowid) DO NOTHING', // a row that was inserted meanwhile
    after,
    last,
  )
}

function complete(connection: Connection, index: TableIndex, { table: own, index: name, triggers }: BuildNames): void {
  if (index.isUnique && hasEqualRows(connection, index, own)) connection.execute(createIndex(index)) // which SQLite refuses
  connection.execute(...Object.values(triggers).map(trigger => `DROP TRIGGER ${trigger}`))
  connection.changeSchemaRecord(
    `UPDATE sqlite_schema SET name = ?, tbl_name = ?, sql = ? WHERE type = 'index' AND name = ?`,
    index.name,
    index.table,
    createIndex(index),
    name,
  )
  connection.execute(`DROP TABLE ${quoteName(own)}`)
}

function hasEqualRows(connection: Connection, { columns }: TableIndex, own: string): boolean {
  const haveValues = columns.map(column => `${column} IS NOT NULL`).join(' AND ')
  const groups = `SELECT 1 FROM ${quoteName(own)} WHERE ${haveValues} GROUP BY ${columns.join(', ')}`
  return connection.get(`${groups} HAVING count(*) > 1 LIMIT 1`) !== undefined
}

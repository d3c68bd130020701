import type { DocumentDraft, DocumentMeta } from '../../contracts/document-store.ts'
import { metaText } from '../documents.ts'
import type { Bind, Connection } from './connection.ts'
import type { Layout } from './layout.ts'
import { quoteName } from './names.ts'

/** A document's row as a change needs it. */
export interface Row {
  number: number
  meta: DocumentMeta
  /** JSON text. */
  data: string
}

export function readRow(connection: Connection, { table }: Layout, id: string): Row | undefined {
  const found = connection.get(`SELECT rowid, meta, data FROM ${quoteName(table)} WHERE id = ?`, id)
  if (found === undefined) return undefined
  const [number, meta, data] = found
  return { number: Number(number), meta: JSON.parse(String(meta)) as DocumentMeta, data: String(data) }
}

/** What a check looks at, without the rest of the row. */
export function readState(
  connection: Connection,
  { table }: Layout,
  id: string,
): Pick<DocumentMeta, 'sequence_no' | 'status'> | undefined {
  const found = connection.get(`SELECT sequence_no, status FROM ${quoteName(table)} WHERE id = ?`, id)
  return found && { sequence_no: Number(found[0]), status: found[1] === 'archived' ? 'archived' : 'active' }
}

const standard = ['type_slug', 'status', 'created_by', 'account_id', 'sequence_no', 'created_at', 'updated_at'] as const

/** @returns the row's number */
export function insertRow(
  connection: Connection,
  { table }: Layout,
  scope: number,
  draft: DocumentDraft,
  text: string,
): number {
  const { id, meta } = draft
  const sql =
    `INSERT INTO ${quoteName(table)} (scope, id, ${standard.join(', ')}, meta, data) ` +
    'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
  return connection.run(sql, scope, id, ...standard.map(name => meta[name]), metaText(meta), text).rowid
}

/** Columns that stay as they are are left out, and with them their indexes. */
export function updateRow(
  connection: Connection,
  { table }: Layout,
  scope: number,
  row: Row,
  { meta }: DocumentDraft,
  text: string,
): void {
  const changes: [column: string, value: Bind][] = standard
    .filter(name => meta[name] !== row.meta[name])
    .map(name => [name, meta[name]])
  changes.push(['meta', metaText(meta)])
  if (meta.status !== row.meta.status || meta.account_id !== row.meta.account_id) changes.push(['scope', scope])
  if (text !== row.data) changes.push(['data', text])
  const sets = changes.map(([column]) => `${column} = ?`).join(', ')
  connection.run(
    `UPDATE ${quoteName(table)} SET ${sets} WHERE rowid = ?`,
    ...changes.map(([, value]) => value),
    row.number,
  )
}

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

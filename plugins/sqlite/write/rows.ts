import type { DocumentDraft, DocumentMeta } from '../../../lib/store-kit/document-store.ts'
import { runInTurns } from '../../../lib/event-loop/index.ts'
import { jsonText, memoizeByObject, valuesAt } from '../../../lib/json/index.ts'
import { removeSecrets } from '../../../lib/json-schema/marked-members.ts'
import { referenceValues } from '../../../lib/json-schema/references/reference-finder.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { metaText } from '../../../lib/store-kit/document-texts.ts'
import { wordsTextInSteps, wordsText } from '../../../lib/store-kit/words/search-words.ts'
import { isOfKind } from '../../../lib/store-kit/value-order.ts'
import { toSortKey } from '../file/connection.ts'
import type { Bind, Connection } from '../file/connection.ts'
import { manyColumns, storedColumns } from '../schema/layout.ts'
import type { Layout, PhysicalColumn } from '../schema/layout.ts'
import { quoteName, rowColumns } from '../schema/names.ts'
import { bindsFor } from '../schema/values.ts'

const places = { id: 1, sequence_no: 6, meta: 9, data: 10 } as const

/** Data derived from a document. */
export interface PreparedData {
  /** Values of the stored columns. */
  columns: Bind[]
  /** Its words for each index of words of the layout. */
  words: string[]
  /** The keys of its values for each column of the layout that has a side table. */
  keys: string[][]
}

/** A document in the form in which it is stored in the file. */
export interface PreparedDocument extends PreparedData {
  /** The values of {@link rowColumns}. */
  row: Bind[]
}

/** The words of data for each index of words, in turns of the event loop. */
export async function findAllWords({ words }: Layout, data: JsonObject): Promise<string[]> {
  const found: string[] = []
  for (const { except, secret } of words)
    found.push(await runInTurns(wordsTextInSteps(removeSecrets(secret, data), except)))
  return found
}

/** @param words see {@link prepareData} */
export function prepareDocument(
  layout: Layout,
  { id, meta, data, text = jsonText(data) }: DocumentDraft,
  scope: number,
  words?: string[],
): PreparedDocument {
  const { type_slug, status, created_by, account_id, sequence_no, created_at, updated_at } = meta
  const standard = [type_slug, status, created_by, account_id, sequence_no, created_at, updated_at]
  return { row: [scope, id, ...standard, metaText(meta), text], ...prepareData(layout, data, words) }
}

/** @param words those of {@link findAllWords}, for large data */
export const prepareData = (layout: Layout, data: JsonObject, words?: string[]): PreparedData => ({
  columns: bindsFor(storedColumns(layout), data),
  words: words ?? layout.words.map(({ except, secret }) => wordsText(removeSecrets(secret, data), except)),
  keys: manyColumns(layout).map(column => keysOf(data, column)),
})

/** The distinct keys of a document's values in a side table. */
function keysOf(data: JsonObject, { path, kind, references }: PhysicalColumn): string[] {
  const values = references === undefined ? valuesAt(data, path) : referenceValues(references, data)
  return [...new Set(values.filter(value => isOfKind(value, kind)).map(value => toSortKey(value, kind)))]
}

/** The statements that every write needs, built once. */
const statementsOf = memoizeByObject((layout: Layout) => {
  const table = quoteName(layout.table)
  const columns = [...rowColumns, ...storedColumns(layout).map(({ name }) => quoteName(name ?? ''))]
  return {
    columns,
    insert: `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    read: `SELECT rowid, ${rowColumns.join(', ')} FROM ${table} WHERE id = ?`,
    state: `SELECT sequence_no, status FROM ${table} WHERE id = ?`,
  }
})

/** The parts of a document's row that a change needs. */
export interface Row {
  number: number
  sequence_no: number
  /** The values of {@link rowColumns}. */
  values: readonly unknown[]
  /** JSON text. */
  data: string
}

export function readRow(connection: Connection, layout: Layout, id: string): Row | undefined {
  const found = connection.get(statementsOf(layout).read, id)
  if (found === undefined) return undefined
  const [number, ...values] = found
  const { sequence_no, data } = places
  return { number: Number(number), sequence_no: Number(values[sequence_no]), values, data: String(values[data]) }
}

/** The state that a check needs, without the rest of the row. */
export function readState(
  connection: Connection,
  layout: Layout,
  id: string,
): Pick<DocumentMeta, 'sequence_no' | 'status'> | undefined {
  const found = connection.get(statementsOf(layout).state, id)
  return found && { sequence_no: Number(found[0]), status: found[1] === 'archived' ? 'archived' : 'active' }
}

/** @returns the row's number */
export const insertRow = (connection: Connection, layout: Layout, { row, columns }: PreparedDocument): number =>
  connection.run(statementsOf(layout).insert, ...row, ...columns)

/**
 * Columns that keep their value are left out, and with them their indexes.
 * @param stored the values of the stored columns
 */
export function updateRow(
  connection: Connection,
  layout: Layout,
  before: Row,
  { row, columns }: PreparedDocument,
  stored: readonly Bind[],
): void {
  const after = [...row, ...columns]
  const changed = [...before.values, ...stored].flatMap((value, place) =>
    place !== places.id && value !== after[place] ? [place] : [],
  )
  const names = statementsOf(layout).columns
  connection.run(
    `UPDATE ${quoteName(layout.table)} SET ${changed.map(place => `${names[place] ?? ''} = ?`).join(', ')} WHERE rowid = ?`,
    ...changed.map(place => after[place] ?? null),
    before.number,
  )
}

export const idOf = ({ row }: PreparedDocument): string => String(row[places.id])

/** The JSON text of the data. */
export const textOf = ({ row }: PreparedDocument): string => String(row[places.data])

export function deleteRow(connection: Connection, { table }: Layout, row: number): void {
  connection.run(`DELETE FROM ${quoteName(table)} WHERE rowid = ?`, row)
}

/** Store the current state of a row before it is changed. */
export function keepVersion(connection: Connection, { table, number }: Layout, row: number): void {
  connection.run(
    `INSERT INTO "plinth.versions" (collection, id, sequence_no, meta, data) ` +
      `SELECT ?, id, sequence_no, meta, data FROM ${quoteName(table)} WHERE rowid = ?`,
    number,
    row,
  )
}

/** The versions of documents of which only the latest are kept. */
export interface VersionsToTrim {
  layout: Pick<Layout, 'table' | 'number'>
  ids: readonly string[]
  /** How many states of each are kept, the current one included. */
  keep: number
}

/** Remove the earlier states of documents, in one transaction. @returns how many were removed */
export function trimVersions(connection: Connection, { layout: { table, number }, ids, keep }: VersionsToTrim): number {
  const sql =
    'DELETE FROM "plinth.versions" WHERE collection = ?1 AND id = ?2 ' +
    `AND sequence_no <= (SELECT sequence_no FROM ${quoteName(table)} WHERE id = ?2) - ?3`
  const removed = (): number => connection.number('SELECT total_changes()')
  const before = removed()
  connection.transaction(() => {
    for (const id of ids) connection.run(sql, number, id, keep)
  })
  return removed() - before
}

import { jsonText, type JsonObject } from '../../../kernel/index.ts'
import { isRefused, type RefusedRow, type Rows } from '../formats/rows.ts'
import type { RowIds } from './row-ids.ts'

/** A row that is ready to be sent. */
export interface ReadyRow {
  line: number
  id: string
  data: JsonObject
  /** The row as it stands in the file. */
  row: JsonObject
}

/** Rows that travel in one request, and those among them that need not be sent to be refused. */
export interface Batch {
  ready: ReadyRow[]
  refused: RefusedRow[]
}

const mostRows = 1000
const mostBytes = 4 * 1024 * 1024

/** Gather rows into batches of at most 1,000 and about 4 MiB, giving each an id. */
export async function* batches(
  rows: Rows,
  prepare: (row: JsonObject) => JsonObject,
  ids: RowIds,
): AsyncIterable<Batch> {
  let batch: Batch = { ready: [], refused: [] }
  let bytes = 0
  for await (const portion of rows) {
    for (const row of portion) {
      const ready = isRefused(row) ? row : makeReady(row.line, row.data, prepare(row.data), ids)
      const size = isRefused(ready) ? 0 : Buffer.byteLength(jsonText(ready.data))
      const count = batch.ready.length + batch.refused.length
      if (count >= mostRows || (count > 0 && bytes + size > mostBytes)) {
        yield batch
        batch = { ready: [], refused: [] }
        bytes = 0
      }
      if (isRefused(ready)) batch.refused.push(ready)
      else batch.ready.push(ready)
      bytes += size
    }
  }
  if (batch.ready.length + batch.refused.length > 0) yield batch
}

function makeReady(line: number, row: JsonObject, prepared: JsonObject, ids: RowIds): ReadyRow | RefusedRow {
  const { '@id': id, ...data } = prepared
  if (id === undefined) return { line, id: ids.next(data), data, row }
  return typeof id === 'string' ? { line, id, data, row } : { line, reasons: ['@id must be a text'], row }
}

import { jsonText } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { toUrn } from '../../../lib/store-kit/index.ts'
import { isRefused, placeOf, positionOf, type RefusedRow, type Row, type Rows } from '../formats/rows.ts'
import type { Found } from './find.ts'
import type { RowIds } from './row-ids.ts'

/** A row that is ready to be sent. */
export interface ReadyRow {
  line: number
  number?: number
  id: string
  data: JsonObject
  /** The row as it stands in the file. */
  row: JsonObject
  /** What its resource is to hold, where `data` was changed to try it. */
  content?: JsonObject
  /** The resource that it changes; without it the row creates one. */
  changes?: Found
  /** Properties that refer to rows further on: they are set when those are there. */
  later?: JsonObject
  /** What is known to be wrong with it, where everything that is wrong is gathered first. */
  problems?: readonly string[]
}

/** Rows that travel in one request, and those among them that need not be sent. */
export interface Batch {
  ready: readonly ReadyRow[]
  refused: readonly RefusedRow[]
  /** How many are in the service already, as they are. */
  alreadyThere: number
}

/** Something that is done with a batch before it is sent. */
export type Step = (batch: Batch) => Batch | Promise<Batch>

/** How the rows of a file become resources of a type. */
export interface RowReading {
  typeSlug: string
  prepare: (row: JsonObject) => JsonObject
  ids: RowIds
}

const mostRows = 1000
const mostBytes = 4 * 1024 * 1024

/** Gather rows into batches of at most 1,000 and about 4 MiB, giving each an id. */
export async function* batches(rows: Rows, reading: RowReading): AsyncIterable<Batch> {
  const lines = new Map<string, string>()
  let ready: ReadyRow[] = []
  let refused: RefusedRow[] = []
  let bytes = 0
  for await (const portion of rows) {
    for (const row of portion) {
      const made = isRefused(row) ? row : makeReady(row, reading, lines)
      const size = isRefused(made) ? 0 : Buffer.byteLength(jsonText(made.data))
      const count = ready.length + refused.length
      if (count >= mostRows || (count > 0 && bytes + size > mostBytes)) {
        yield { ready, refused, alreadyThere: 0 }
        ;[ready, refused, bytes] = [[], [], 0]
      }
      if (isRefused(made)) refused.push(made)
      else ready.push(made)
      bytes += size
    }
  }
  if (ready.length + refused.length > 0) yield { ready, refused, alreadyThere: 0 }
}

function makeReady(
  { data: row, ...read }: Row,
  { typeSlug, prepare, ids }: RowReading,
  lines: Map<string, string>,
): ReadyRow | RefusedRow {
  const position = positionOf(read)
  const { '@id': given, ...data } = prepare(row)
  if (given === undefined) return { ...position, id: ids.next(data), data, row }
  if (typeof given !== 'string') return { ...position, reasons: ['@id: must be a text'], row }
  const id = toUrn(typeSlug, given)
  const before = lines.get(id)
  if (before !== undefined) return { ...position, reasons: [`@id: is that of ${before} too`], row }
  lines.set(id, placeOf(read))
  return { ...position, id, data, row }
}

/** A row that is refused for these reasons. */
export const refusal = (row: ReadyRow, reasons: readonly string[]): RefusedRow => ({
  ...positionOf(row),
  reasons,
  row: row.row,
  id: row.id,
})

/** Rows of a batch that pass, and those that are refused with reasons. */
export function sift(batch: Batch, judge: (row: ReadyRow) => ReadyRow | readonly string[]): Batch {
  const ready: ReadyRow[] = []
  const refused = [...batch.refused]
  for (const row of batch.ready) {
    const judged = judge(row)
    if ('line' in judged) ready.push(judged)
    else refused.push(refusal(row, judged))
  }
  return { ...batch, ready, refused }
}

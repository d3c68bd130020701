import { inTurns, yieldIfLong } from '../../../lib/event-loop/index.ts'
import { jsonText, type JsonObject } from '../../../lib/json/index.ts'
import { toUrn } from '../../../lib/store-kit/index.ts'
import {
  isRefused,
  type Format,
  type RefusedRow,
  type Row,
  type RowPosition,
  type RowProblem,
  type Rows,
} from '../../../lib/tabular/index.ts'
import type { RowIds } from './row-ids.ts'
import type { RowIndex } from './row-index.ts'
import type { ExistingResource } from './target.ts'

/** A row that is ready to be written. */
export interface ReadyRow extends RowPosition {
  id: string
  /** Whether the row has an `@id`. */
  hasOwnId: boolean
  data: JsonObject
  /** The row as it is in the file. */
  row: JsonObject
  /** The resource that it changes; without it the row creates one. */
  changes?: ExistingResource
  /** Properties that refer to rows of the same import that were not read yet. */
  forward?: readonly string[]
  /** Properties that are left out of `data` and set at the end, because the resources that they refer to do not exist yet. */
  later?: JsonObject
  /** Problems found so far, where all problems of a row are gathered first. */
  problems?: readonly RowProblem[]
}

/** A row that is refused. */
export interface Refusal extends RefusedRow {
  /** The id that it would have had, if it was assigned. */
  id?: string
}

/** Rows that are written together, and the rows of the same portion of the file that are not written. */
export interface Batch {
  ready: readonly ReadyRow[]
  refused: readonly Refusal[]
  /** The number of rows whose resources exist unchanged. */
  unchanged: number
}

/** An operation on a batch before it is written. */
export type Step = (batch: Batch) => Batch | Promise<Batch>

/** How rows become resources of a type. */
export interface RowPreparation {
  typeSlug: string
  /** The data of a row, or its problems. */
  read: (row: JsonObject) => JsonObject | readonly RowProblem[]
  ids: RowIds
  /** How messages name the place of a row. */
  placeOf: PlaceOf
  /** The rows of the import that were read. */
  index: RowIndex
  /** Whether rows can refer to rows without an `@id`, so that the index needs these too. */
  indexesAll: boolean
  /** Rows up to this number are not imported: an earlier attempt has done that. */
  after: number
}

/** How messages name the place of a row in its file. */
export type PlaceOf = (position: RowPosition) => string

/** The places of rows in a file of this format: several rows of a JSON array can share a line. */
export const placeIn =
  (format: Format): PlaceOf =>
  ({ number, line }) =>
    format === 'json' ? `row ${number}` : `line ${line}`

const maxRows = 1000
const maxBytes = 4 * 1024 * 1024

/** Gather rows into batches of at most 1,000 rows and about 4 MiB, and give each row an id. */
export async function* readBatches(rows: Rows, preparation: RowPreparation): AsyncIterable<Batch> {
  let ready: ReadyRow[] = []
  let refused: Refusal[] = []
  let bytes = 0
  for await (const portion of rows) {
    for (const row of portion) {
      const turn = yieldIfLong()
      if (turn !== undefined) await turn
      if (ready.length + refused.length >= maxRows || bytes > maxBytes) {
        yield { ready, refused, unchanged: 0 }
        ;[ready, refused, bytes] = [[], [], 0]
      }
      const prepared = isRefused(row) ? row : prepareRow(row, preparation)
      if (row.number <= preparation.after) continue
      if (isRefused(prepared)) refused.push(prepared)
      else {
        ready.push(prepared)
        bytes += Buffer.byteLength(jsonText(prepared.data))
      }
    }
  }
  if (ready.length + refused.length > 0) yield { ready, refused, unchanged: 0 }
}

function prepareRow(
  { number, line, data: row }: Row,
  { typeSlug, read, ids, placeOf, index, indexesAll }: RowPreparation,
): ReadyRow | Refusal {
  const position = { number, line }
  const made = read(row)
  if (areProblems(made)) return { ...position, problems: made, row }
  const { '@id': given, ...data } = made
  if (given === undefined) {
    const id = ids.next(data)
    if (indexesAll) index.add(id, placeOf(position))
    return { ...position, id, hasOwnId: false, data, row }
  }
  if (typeof given !== 'string') return { ...position, problems: [{ field: '@id', message: 'must be a text' }], row }
  const id = toUrn(typeSlug, given)
  const before = index.add(id, placeOf(position))
  if (before !== undefined)
    return { ...position, problems: [{ field: '@id', message: `is that of ${before} too` }], row }
  return { ...position, id, hasOwnId: true, data, row }
}

/** Whether the reading of a row made problems instead of data. */
export const areProblems = (made: JsonObject | readonly RowProblem[]): made is readonly RowProblem[] =>
  Array.isArray(made)

/** Refuse a row for these problems. */
export const refuse = ({ number, line, row, id }: ReadyRow, problems: readonly RowProblem[]): Refusal => ({
  number,
  line,
  problems,
  row,
  id,
})

/** Split a batch into rows that pass and rows that are refused with problems. */
export async function sift(batch: Batch, judge: (row: ReadyRow) => ReadyRow | readonly RowProblem[]): Promise<Batch> {
  const ready: ReadyRow[] = []
  const refused = [...batch.refused]
  for await (const row of inTurns(batch.ready)) {
    const judged = judge(row)
    if ('line' in judged) ready.push(judged)
    else refused.push(refuse(row, judged))
  }
  return { ...batch, ready, refused }
}

/** Apply the steps before a write to a batch. */
export async function prepare(batch: Batch, steps: readonly Step[]): Promise<Batch> {
  let prepared = batch
  for (const step of steps) prepared = await step(prepared)
  return prepared
}

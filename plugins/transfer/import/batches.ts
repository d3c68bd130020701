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
import { digest, TextNumbers } from './text-table.ts'
import type { CopiedPublication } from '../../dynamic-resources/contract.ts'
import { readPublication } from '../copy/publication.ts'
import type { ExistingResource } from './target.ts'

/** A row that is ready to be written. */
export interface ReadyRow extends RowPosition {
  id: string
  /** What its id comes from: the row has an `@id`, or a name that other rows can use, or it follows from all of it. */
  identity: 'own' | 'name' | 'content'
  data: JsonObject
  /** Of a row of a copy: what is public of the resource. */
  published?: CopiedPublication | undefined
  /** The row as it is in the file. */
  row: JsonObject
  /** The resource that it changes; without it the row creates one. */
  changes?: ExistingResource
  /** When the resource counts as created, RFC 3339 in UTC; only where rows are written. */
  createdAt?: string
  /** Problems found so far, where all problems of a row are gathered first. */
  problems?: readonly RowProblem[]
}

/** A row of a file, and the length of its data as JSON. */
interface MeasuredRow extends ReadyRow {
  length: number
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
interface RowPreparation {
  typeSlug: string
  /** The data of a row, or its problems. */
  read: (row: JsonObject) => JsonObject | readonly RowProblem[]
  ids: RowIds
  places: RowPlaces
  /** Whether the rows are those of a copy. */
  isCopy: boolean
  /** The name by which other rows can refer to a row; undefined where it has none. */
  nameOf: (data: JsonObject) => string | undefined
}

/** Finds the values that only one row of a file can have. */
export class RowPlaces {
  readonly #format: Format
  readonly #taken = new TextNumbers()

  constructor(format: Format) {
    this.#format = format
  }

  /** Note the place of a row with a value. @returns how messages name the place of the first row with it, if there is one already */
  take(value: string, { number, line }: RowPosition): string | undefined {
    // Several rows of a JSON array can share a line.
    const place = this.#format === 'json' ? number : line
    const first = this.#taken.set(digest(value), before => (before === 0 ? place : before))
    if (first === 0) return undefined
    return this.#format === 'json' ? `row ${first}` : `line ${first}`
  }
}

const maxRows = 1000
/** Characters of JSON. */
const maxLength = 4 * 1024 * 1024

/** Gather rows into batches of at most 1,000 rows and about 4 million characters, and give each row an id. */
export async function* readBatches(rows: Rows, preparation: RowPreparation): AsyncIterable<Batch> {
  let ready: ReadyRow[] = []
  let refused: Refusal[] = []
  let length = 0
  for await (const portion of rows) {
    for (const row of portion) {
      const turn = yieldIfLong()
      if (turn !== undefined) await turn
      if (ready.length + refused.length >= maxRows || length > maxLength) {
        yield { ready, refused, unchanged: 0 }
        ;[ready, refused, length] = [[], [], 0]
      }
      const prepared = isRefused(row) ? row : prepareRow(row, preparation)
      if (isRefused(prepared)) refused.push(prepared)
      else {
        ready.push(prepared)
        length += prepared.length
      }
    }
  }
  if (ready.length + refused.length > 0) yield { ready, refused, unchanged: 0 }
}

function prepareRow(
  { number, line, data: row }: Row,
  { typeSlug, read, ids, places, isCopy, nameOf }: RowPreparation,
): MeasuredRow | Refusal {
  const position = { number, line }
  const made = read(row)
  if (areProblems(made)) return { ...position, problems: made, row }
  const { '@id': given, ...rest } = made
  const copied = isCopy ? readPublication(rest) : { data: rest }
  if (areProblems(copied)) return { ...position, problems: copied, row }
  const { data } = copied
  const text = jsonText(data)
  if (given === undefined) return { ...position, ...ids.next(text, nameOf(data)), data, length: text.length, row }
  if (typeof given !== 'string') return { ...position, problems: [{ field: '@id', message: 'must be a text' }], row }
  const id = toUrn(typeSlug, given)
  const before = places.take(`@id ${id}`, position)
  if (before !== undefined)
    return { ...position, problems: [{ field: '@id', message: `is that of ${before} too` }], row }
  return { ...position, id, identity: 'own', ...copied, length: text.length, row }
}

/** Whether the reading of a row made problems instead of data. */
export const areProblems = (made: object): made is readonly RowProblem[] => Array.isArray(made)

/** Refuse a row for these problems. */
export const refuse = ({ number, line, row, id }: ReadyRow, problems: readonly RowProblem[]): Refusal => ({
  number,
  line,
  problems,
  row,
  id,
})

/** Split a batch into rows that pass and rows that are refused with problems. */
export async function splitByProblems(
  batch: Batch,
  judge: (row: ReadyRow) => ReadyRow | readonly RowProblem[],
): Promise<Batch> {
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

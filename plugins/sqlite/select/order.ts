import type { Position, Sort, StoredDocument } from '../../../lib/store-kit/document-store.ts'
import type { Json, JsonObject, Scalar } from '../../../lib/json/types.ts'
import { readData, readMeta } from '../../../lib/store-kit/documents.ts'
import { compareText, compareValues } from '../../../lib/store-kit/values.ts'
import type { Fragment } from '../connection.ts'
import type { Bound, Range } from './bounds.ts'
import { rangeTest } from './bounds.ts'
import type { Layout } from '../layout.ts'
import { blobOperand, operandFor, standingOf, textOperand } from './operand.ts'
import type { Operand } from './operand.ts'
import type { Slot } from './slot.ts'
import { slotFor } from './slot.ts'

/**
 * A run of neighbours in a column's index whose order there is the order of the list. The index as a whole differs: values of other kinds are
 * BLOBs, which SQLite puts last.
 */
export interface Segment {
  rank: number
  range: Range
}

const end = (operand: Operand, inclusive: boolean): Bound => ({ inclusive, operand })
const firstForeign = blobOperand('')
/** Between the BLOBs of booleans, which sort before numbers, and those of texts. */
const middleForeign = blobOperand('2')
const firstText = textOperand('')
const firstNumber: Operand = { sql: '?', bind: -Infinity }
const lowest = {
  text: firstText,
  number: firstNumber,
  boolean: firstNumber,
  instant: firstText,
  mixed: firstText,
  json: firstText,
}

/** The segments of a column in ascending order. Without a range only null is in one. */
function segmentsOf(slot: Slot): Segment[] {
  const nulls = { rank: 0, range: {} }
  const low = end(lowest[slot.kind], true)
  if (slot.required) return [{ rank: 2, range: {} }]
  if (slot.shape === 'pure' || (slot.kind !== 'text' && slot.kind !== 'number'))
    return [nulls, { rank: 2, range: { low } }]
  const native = { rank: 2, range: { low, high: end(firstForeign, false) } }
  if (slot.kind === 'text') return [nulls, { rank: 1, range: { low: end(firstForeign, true) } }, native]
  return [
    nulls,
    { rank: 1, range: { low: end(firstForeign, true), high: end(middleForeign, false) } },
    native,
    { rank: 3, range: { low: end(middleForeign, true) } },
  ]
}

/** In which segment a value lies. */
function rankOf(key: Scalar, slot: Slot): number {
  if (key === null) return 0
  if (standingOf(key, slot) !== 'foreign' || slot.kind === 'boolean') return 2
  return slot.kind === 'text' || typeof key === 'boolean' ? 1 : 3
}

/** The order of a list over a column with an index, ties by id. */
export class Order {
  readonly slot: Slot
  readonly index: string
  readonly direction: 'ASC' | 'DESC'
  readonly sort: Sort

  constructor(sort: Sort, slot: Slot, index: string) {
    this.sort = sort
    this.slot = slot
    this.index = index
    this.direction = sort.direction === 'asc' ? 'ASC' : 'DESC'
  }

  /**
   * The segments that are still ahead, in the order of the list.
   * @param range where conditions confine the column to values of its own kind
   */
  segments(after: Position | undefined, range: Range | undefined): Segment[] {
    const segments = range === undefined ? segmentsOf(this.slot) : [{ rank: 2, range }]
    if (this.direction === 'DESC') segments.reverse()
    if (after === undefined || this.slot.isId) return segments
    const rank = rankOf(after.key, this.slot)
    return segments.filter(segment => (this.direction === 'ASC' ? segment.rank >= rank : segment.rank <= rank))
  }

  /** Test of a segment of the column (called so), behind the position if that lies in it. */
  test({ rank, range }: Segment, after: Position | undefined, column: string, id: string): Fragment[] {
    const isNull = rank === 0 ? [{ sql: `${column} IS NULL`, binds: [] }] : []
    if (after === undefined || (!this.slot.isId && rankOf(after.key, this.slot) !== rank)) {
      return [...isNull, rangeTest(column, range)]
    }
    const sign = this.direction === 'ASC' ? '>' : '<'
    const place = textOperand(after.id)
    if (this.slot.isId || after.key === null) {
      return [...isNull, rangeTest(column, range), { sql: `${id} ${sign} ${place.sql}`, binds: [place.bind] }]
    }
    const key = operandFor(after.key, this.slot)
    const behind = { sql: `(${column}, ${id}) ${sign} (${key.sql}, ${place.sql})`, binds: [key.bind, place.bind] }
    const { low, high } = range
    const otherEnd = this.direction === 'ASC' ? { ...(high && { high }) } : { ...(low && { low }) }
    return [behind, rangeTest(column, otherEnd)]
  }

  /** Terms for `ORDER BY`. */
  terms(column: string, id: string): string {
    return this.slot.isId ? `${id} ${this.direction}` : `${column} ${this.direction}, ${id} ${this.direction}`
  }
}

/** The order that an index walks, or undefined when no index does. */
export function orderFor(layout: Layout, sort: Sort): Order | undefined {
  const slot = slotFor(layout, sort.target, sort.kind)
  return slot?.index === undefined ? undefined : new Order(sort, slot, slot.index)
}

/** Where a document stands in this order. */
export function positionOf(document: StoredDocument, { target }: Sort): Position {
  const { id } = document
  if ('column' in target) return { key: target.column === 'id' ? id : readMeta(document)[target.column], id }
  return { key: scalarAt(readData(document), target.path), id }
}

/** The one scalar at a path through objects; null when there is none. */
function scalarAt(data: JsonObject, path: readonly string[]): Scalar {
  let value: Json = data
  for (const name of path) {
    if (value === null || typeof value !== 'object' || Array.isArray(value) || !Object.hasOwn(value, name)) return null
    value = value[name] ?? null
  }
  return typeof value === 'object' ? null : value
}

/** The order of two positions. */
export function comparePositions(a: Position, b: Position, { kind, direction }: Sort): number {
  const order = compareValues(a.key, b.key, kind) || compareText(a.id, b.id)
  return direction === 'asc' ? order : -order
}

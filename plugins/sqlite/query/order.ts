import type { Position, Sort, StoredDocument } from '../../../lib/store-kit/document-store.ts'
import type { Json, JsonObject, Scalar } from '../../../lib/json/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/document-texts.ts'
import { compareText, compareValues } from '../../../lib/store-kit/value-order.ts'
import type { Bind, Fragment } from '../file/connection.ts'
import type { Layout } from '../schema/layout.ts'
import { jsonPath } from '../schema/names.ts'
import { bindFor, standingOf } from '../schema/values.ts'
import type { QueryColumn } from './column.ts'
import { queryColumn } from './column.ts'
import { firstForeign, rangeTest } from './ranges.ts'
import type { Bound, Range } from './ranges.ts'

/**
 * A contiguous part of a column's index that has the order of the list. The index as a whole has another order: values of other kinds are
 * BLOBs, which SQLite puts last.
 */
export interface Segment {
  rank: number
  range: Range
}

const end = (bind: Bind, isInclusive: boolean): Bound => ({ isInclusive, bind })
/** Between the BLOBs of booleans, which sort before numbers, and those of texts. */
const middleForeign = Buffer.from('2')

/** The segments of a column in ascending order. The segment without a range contains only null. */
function segmentsOf({ kind, shape, isRequired }: QueryColumn): Segment[] {
  const nulls = { rank: 0, range: {} }
  const low = end(kind === 'number' || kind === 'boolean' ? -Infinity : '', true)
  if (isRequired) return [{ rank: 2, range: {} }]
  if (shape === 'pure' || (kind !== 'text' && kind !== 'number')) return [nulls, { rank: 2, range: { low } }]
  const native = { rank: 2, range: { low, high: end(firstForeign, false) } }
  if (kind === 'text') return [nulls, { rank: 1, range: { low: end(firstForeign, true) } }, native]
  return [
    nulls,
    { rank: 1, range: { low: end(firstForeign, true), high: end(middleForeign, false) } },
    native,
    { rank: 3, range: { low: end(middleForeign, true) } },
  ]
}

/** The segment that contains a value. */
function rankOf(key: Scalar, { kind }: QueryColumn): number {
  if (key === null) return 0
  if (standingOf(key, kind) !== 'foreign' || kind === 'boolean') return 2
  return kind === 'text' || typeof key === 'boolean' ? 1 : 3
}

/** The order of a list by a column, ties by id. */
export class ListOrder {
  readonly column: QueryColumn
  readonly #isAscending: boolean

  constructor(layout: Layout, { target, kind, direction }: Sort) {
    this.column = queryColumn(layout, target, kind) ?? computedColumn(target, kind)
    this.#isAscending = direction === 'asc'
  }

  /**
   * The remaining segments, in the order of the list.
   * @param range if conditions restrict the column to values of its own kind
   */
  segments(after: Position | undefined, range: Range | undefined): Segment[] {
    const all = range === undefined ? segmentsOf(this.column) : [{ rank: 2, range }]
    const segments = this.#isAscending ? all : all.toReversed()
    if (after === undefined || this.column.isId) return segments
    const place = rankOf(after.key, this.column)
    return segments.filter(({ rank }) => (this.#isAscending ? rank >= place : rank <= place))
  }

  /** Whether the whole index has the order of the list. */
  get isUniform(): boolean {
    return segmentsOf(this.column).length <= 2
  }

  /** The test for a segment, after the position if that is inside it. */
  test({ rank, range }: Segment, after: Position | undefined): Fragment[] {
    const { sql, isId } = this.column
    const isNull = rank === 0 ? [{ sql: `${sql} IS NULL`, binds: [] }] : []
    if (after === undefined || (!isId && rankOf(after.key, this.column) !== rank)) {
      return [...isNull, rangeTest(sql, range)]
    }
    const sign = this.#isAscending ? '>' : '<'
    if (isId || after.key === null) {
      return [...isNull, rangeTest(sql, range), { sql: `d.id ${sign} ?`, binds: [after.id] }]
    }
    const behind = { sql: `(${sql}, d.id) ${sign} (?, ?)`, binds: [bindFor(after.key, this.column), after.id] }
    const { low, high } = range
    const otherEnd = this.#isAscending ? { ...(high && { high }) } : { ...(low && { low }) }
    return [behind, rangeTest(sql, otherEnd)]
  }

  /** Terms for `ORDER BY`. */
  get terms(): string {
    const direction = this.#isAscending ? 'ASC' : 'DESC'
    return this.column.isId ? `d.id ${direction}` : `${this.column.sql} ${direction}, d.id ${direction}`
  }
}

/** Replaces a column whose values SQLite cannot compare directly: their keys, computed for each document. */
function computedColumn(target: Sort['target'], kind: Sort['kind']): QueryColumn {
  const isTime = kind === 'instant'
  const json = 'column' in target ? `json_quote(d.${target.column})` : `(d.data -> ${jsonPath(target.path)})`
  return {
    sql: `plinth_key(${json}, '${isTime ? 'instant' : 'mixed'}')`,
    kind: isTime ? 'instant' : 'mixed',
    type: 'TEXT',
    shape: 'pure',
    isRequired: false,
    isId: false,
    isTime: false,
  }
}

/** The position of a document in the order of a list. */
export function positionOf(document: StoredDocument, { target }: Sort): Position {
  const { id } = document
  if ('column' in target) return { key: target.column === 'id' ? id : readMeta(document)[target.column], id }
  return { key: scalarAt(readData(document), target.path), id }
}

/** The single scalar at a path through objects; null when there is none. */
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

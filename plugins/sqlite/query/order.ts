import type { Position, Sort, StoredDocument } from '../../../lib/store-kit/document-store.ts'
import { readData, readMeta } from '../../../lib/store-kit/document-texts.ts'
import { sortValue } from '../../../lib/store-kit/evaluate.ts'
import { compareText, compareValues, isOfKind } from '../../../lib/store-kit/value-order.ts'
import type { Fragment } from '../file/connection.ts'
import type { Layout } from '../schema/layout.ts'
import { jsonPath } from '../schema/names.ts'
import { bindFor } from '../schema/values.ts'
import type { QueryColumn } from './column.ts'
import { queryColumn } from './column.ts'
import { rangeTest } from './ranges.ts'
import type { Range } from './ranges.ts'

/** A contiguous part of a column's index: null, or other values. */
interface Segment {
  isNull: boolean
  range: Range
}

/** The segments of a column in ascending order. */
function segmentsOf(column: QueryColumn): Segment[] {
  if (column.isRequired) return [{ isNull: false, range: {} }]
  const isNumeric = !column.isKey && (column.kind === 'number' || column.kind === 'boolean')
  const first = isNumeric ? -Infinity : ''
  const low = { isInclusive: true, bind: first }
  return [
    { isNull: true, range: {} },
    { isNull: false, range: { low } },
  ]
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
    const all = range === undefined ? segmentsOf(this.column) : [{ isNull: false, range }]
    const segments = this.#isAscending ? all : all.toReversed()
    const place = after === undefined ? -1 : segments.findIndex(segment => this.#contains(segment, after))
    return segments.slice(Math.max(place, 0))
  }

  #contains({ isNull }: Segment, { key }: Position): boolean {
    return this.column.isId || isNull !== isOfKind(key, this.column.kind)
  }

  /** The test for a segment, after the position if that is inside it. */
  test(segment: Segment, after: Position | undefined): Fragment[] {
    const { isNull, range } = segment
    const { sql, isId } = this.column
    const nulls = isNull ? [{ sql: `${sql} IS NULL`, binds: [] }] : []
    if (after === undefined || !this.#contains(segment, after)) return [...nulls, rangeTest(sql, range)]
    const sign = this.#isAscending ? '>' : '<'
    if (isId || isNull) {
      return [...nulls, rangeTest(sql, range), { sql: `d.id ${sign} ?`, binds: [after.id] }]
    }
    const afterPosition = { sql: `(${sql}, d.id) ${sign} (?, ?)`, binds: [bindFor(after.key, this.column), after.id] }
    const { low, high } = range
    const otherEnd = this.#isAscending ? { ...(high && { high }) } : { ...(low && { low }) }
    return [afterPosition, rangeTest(sql, otherEnd)]
  }

  /** Terms for `ORDER BY`. */
  get terms(): string {
    const direction = this.#isAscending ? 'ASC' : 'DESC'
    return this.column.isId ? `d.id ${direction}` : `${this.column.sql} ${direction}, d.id ${direction}`
  }
}

/** Replaces a column that is not there: the keys of the values, computed for each document. */
function computedColumn(target: Sort['target'], kind: Sort['kind']): QueryColumn {
  const json = 'column' in target ? `json_quote(d.${target.column})` : `(d.data -> ${jsonPath(target.path)})`
  return {
    sql: `plinth_key(${json}, '${kind}')`,
    kind,
    type: 'TEXT',
    isKey: true,
    isRequired: false,
    isId: false,
    isTime: false,
  }
}

/** The position of a document in the order of a list. */
export function positionOf(document: StoredDocument, { target, kind }: Sort): Position {
  const { id } = document
  if ('column' in target) return { key: target.column === 'id' ? id : readMeta(document)[target.column], id }
  return { key: sortValue(readData(document), target.path, kind), id }
}

/** The order of two positions. */
export function comparePositions(a: Position, b: Position, { kind, direction }: Sort): number {
  const order = compareValues(a.key, b.key, kind) || compareText(a.id, b.id)
  return direction === 'asc' ? order : -order
}

import type { Position, StoredDocument } from '../../../lib/store-kit/document-store.ts'
import type { Json } from '../../../lib/json/types.ts'
import type { Connection, Fragment } from '../connection.ts'
import { jsonPath, quoteName } from '../names.ts'
import { positionOf } from './order.ts'
import type { Order, Segment } from './order.ts'
import type { Path } from './path.ts'
import type { Selection } from './selection.ts'
import { SliceSize, asDocuments, sliceTest } from './slices.ts'
import type { Slices } from './slices.ts'
import { allOf } from './tests.ts'

const noTest: Fragment = { sql: '', binds: [] }

/** Walks an index, testing row after row. */
export class Walk implements Slices {
  readonly #connection: Connection
  readonly #selection: Selection
  readonly #path: Path
  readonly #scope: number
  readonly #tests: readonly Fragment[]
  readonly #segments: Segment[]
  #after: Position | StoredDocument | undefined
  readonly #size = new SliceSize()

  constructor(connection: Connection, selection: Selection, path: Path, scope: number, after: Position | undefined) {
    this.#connection = connection
    this.#selection = selection
    this.#path = path
    this.#scope = scope
    this.#tests = selection.tests.filter(test => !path.covered.includes(test))
    this.#segments = path.order.segments(after, path.range)
    this.#after = after
  }

  get isDone(): boolean {
    return this.#segments.length === 0
  }

  next(most: number): StoredDocument[] | undefined {
    const [segment] = this.#segments
    if (segment === undefined) return undefined
    const read = this.#tests.length === 0 ? this.#readPlain : this.#readTested
    return this.#size.use(this.#connection, size => read.call(this, segment, most, size)) ?? []
  }

  count(): number | undefined {
    const [segment] = this.#segments
    if (segment === undefined) return undefined
    return this.#size.use(this.#connection, size => this.#count(segment, size)) ?? 0
  }

  get #table(): string {
    return quoteName(this.#selection.layout.table)
  }

  #count(segment: Segment, size: number): number {
    const { sql, binds } = this.#slice(segment)
    const counted =
      this.#tests.length === 0
        ? this.#connection.number(`SELECT count(*) FROM (${sql})`, ...binds, size)
        : this.#testedRows('count(*)', segment, size, '')[0]?.[0]
    this.#skip(segment, size)
    return Number(counted)
  }

  /** Every row counts. */
  #readPlain(segment: Segment, most: number, size: number): StoredDocument[] {
    const limit = Math.min(most, size)
    const { sql, binds } = this.#slice(segment, 'id, meta, data', sliceTest('data'))
    const documents = asDocuments(this.#connection.all(sql, ...binds, limit))
    if (documents.length < limit) this.#segments.shift()
    this.#after = documents.at(-1) ?? this.#after
    return documents
  }

  /** The index alone is walked first, and only as far as needed the rows are tested. */
  #readTested(segment: Segment, most: number, size: number): StoredDocument[] {
    const limit = Math.min(most, size)
    const documents = asDocuments(this.#testedRows('d.id, d.meta, d.data', segment, size, 'LIMIT ?', limit))
    if (documents.length === limit) this.#after = documents.at(-1)
    else this.#skip(segment, size)
    return documents
  }

  #testedRows(columns: string, segment: Segment, size: number, end: string, ...ends: number[]): unknown[][] {
    const { sql, binds } = this.#slice(segment)
    const tests = allOf([sliceTest('d.data'), ...this.#tests])
    return this.#connection.all(
      `SELECT ${columns} FROM (${sql}) AS w CROSS JOIN ${this.#table} AS d ON d.rowid = w.rowid WHERE ${tests.sql} ${end}`,
      ...binds,
      size,
      ...tests.binds,
      ...ends,
    )
  }

  /** The rows ahead, in order; one place is left to bind, their number. */
  #slice(segment: Segment, columns = 'rowid', test: Fragment = noTest): Fragment {
    const { order, fixed, index } = this.#path
    const ahead = order.test(segment, this.#position(), order.slot.sql, 'id')
    const tests = allOf([...(fixed ? [fixed] : []), ...ahead, test])
    return {
      sql: `SELECT ${columns} FROM ${this.#table} INDEXED BY ${index} WHERE scope = ? AND ${tests.sql} ORDER BY ${order.terms(order.slot.sql, 'id')} LIMIT ?`,
      binds: [this.#scope, ...tests.binds],
    }
  }

  /** Go behind the slice, none of whose rest fits. */
  #skip(segment: Segment, size: number): void {
    const { sql, binds } = this.#slice(segment, `id, ${keyOf(this.#path.order)}`)
    const last = this.#connection.get(`${sql} OFFSET ?`, ...binds, 1, size - 1)
    if (last === undefined) this.#segments.shift()
    else this.#after = { id: String(last[0]), key: scalar(JSON.parse(String(last[1])) as Json) }
  }

  #position(): Position | undefined {
    const after = this.#after
    if (after !== undefined && 'meta' in after) this.#after = positionOf(after, this.#path.order.sort)
    return this.#after as Position | undefined
  }
}

/** What a row is sorted by, as JSON. */
function keyOf({ slot, sort: { target } }: Order): string {
  return 'column' in target ? `json_quote(${slot.sql})` : `coalesce(data -> ${jsonPath(target.path)}, 'null')`
}

const scalar = (value: Json): Position['key'] => (typeof value === 'object' ? null : value)

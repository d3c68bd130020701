import type { Position, StoredDocument } from '../../../contracts/document-store.ts'
import type { Json } from '../../../contracts/json.ts'
import type { Connection, Fragment } from '../connection.ts'
import { jsonPath, quoteName } from '../names.ts'
import { positionOf } from './order.ts'
import type { Order, Segment } from './order.ts'
import type { Path } from './path.ts'
import { nextSize } from './patience.ts'
import type { Driver, Selection } from './selection.ts'
import { allOf } from './tests.ts'

/** Documents in the order of a list, as far as SQLite can tell, in slices that take no long time. */
export interface Slices {
  /** The next documents, at most so many; perhaps none although there are more. Undefined at the end. */
  next(most: number): StoredDocument[] | undefined
}

/** Rows `id, meta, data` as documents. Those columns are texts that are never null. */
export const asDocuments = (rows: unknown[][]): StoredDocument[] =>
  rows.map(row => ({ id: row[0] as string, meta: row[1] as string, data: row[2] as string }))

const firstSlice = 256

/** Walks an index, testing row after row. */
export class Walk implements Slices {
  readonly #connection: Connection
  readonly #selection: Selection
  readonly #path: Path
  readonly #scope: number
  readonly #tests: readonly Fragment[]
  readonly #segments: Segment[]
  #after: Position | StoredDocument | undefined
  #size = firstSlice

  constructor(connection: Connection, selection: Selection, path: Path, scope: number, after: Position | undefined) {
    this.#connection = connection
    this.#selection = selection
    this.#path = path
    this.#scope = scope
    this.#tests = selection.tests.filter(test => !path.covered.includes(test))
    this.#segments = path.order.segments(after, path.range)
    this.#after = after
  }

  next(most: number): StoredDocument[] | undefined {
    const [segment] = this.#segments
    if (segment === undefined) return undefined
    const begun = performance.now()
    const documents = this.#tests.length === 0 ? this.#plain(segment, most) : this.#tested(segment, most)
    this.#size = nextSize(this.#size, performance.now() - begun)
    return documents
  }

  /**
   * How many rows of the next slice pass the tests; undefined at the end. Not to be mixed with {@link next}.
   */
  count(): number | undefined {
    const [segment] = this.#segments
    if (segment === undefined) return undefined
    const begun = performance.now()
    const { sql, binds } = this.#slice(segment)
    const tests = allOf(this.#tests)
    const query =
      this.#tests.length === 0
        ? `SELECT count(*) FROM (${sql})`
        : `SELECT count(*) FROM (${sql}) AS w CROSS JOIN ${this.#table} AS d ON d.rowid = w.rowid WHERE ${tests.sql}`
    const counted = this.#connection.number(query, ...binds, this.#size, ...tests.binds)
    this.#skip(segment)
    this.#size = nextSize(this.#size, performance.now() - begun)
    return counted
  }

  get #table(): string {
    return quoteName(this.#selection.layout.table)
  }

  /** Every row counts. */
  #plain(segment: Segment, most: number): StoredDocument[] {
    const limit = Math.min(most, this.#size)
    const { sql, binds } = this.#slice(segment, 'id, meta, data')
    const documents = asDocuments(this.#connection.all(sql, ...binds, limit))
    if (documents.length < limit) this.#segments.shift()
    this.#after = documents.at(-1) ?? this.#after
    return documents
  }

  /** The index alone is walked first, and only as far as needed the rows are tested. */
  #tested(segment: Segment, most: number): StoredDocument[] {
    const { sql, binds } = this.#slice(segment)
    const tests = allOf(this.#tests)
    const limit = Math.min(most, this.#size)
    const rows = this.#connection.all(
      `SELECT d.id, d.meta, d.data FROM (${sql}) AS w CROSS JOIN ${this.#table} AS d ON d.rowid = w.rowid WHERE ${tests.sql} LIMIT ?`,
      ...binds,
      this.#size,
      ...tests.binds,
      limit,
    )
    const documents = asDocuments(rows)
    if (documents.length === limit) this.#after = documents.at(-1)
    else this.#skip(segment)
    return documents
  }

  /** The rows ahead, in order; one place is left to bind, their number. */
  #slice(segment: Segment, columns = 'rowid'): Fragment {
    const { order, fixed, index } = this.#path
    const tests = allOf([...(fixed ? [fixed] : []), ...order.test(segment, this.#position(), order.slot.sql, 'id')])
    return {
      sql: `SELECT ${columns} FROM ${this.#table} INDEXED BY ${index} WHERE scope = ? AND ${tests.sql} ORDER BY ${order.terms(order.slot.sql, 'id')} LIMIT ?`,
      binds: [this.#scope, ...tests.binds],
    }
  }

  /** Go behind the slice, none of whose rest fits. */
  #skip(segment: Segment): void {
    const { sql, binds } = this.#slice(segment, `id, ${keyOf(this.#path.order)}`)
    const last = this.#connection.get(`${sql} OFFSET ?`, ...binds, 1, this.#size - 1)
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

/** Sorts the few rows that a driver gives. */
export class Driven implements Slices {
  readonly #connection: Connection
  readonly #selection: Selection
  readonly #rows: Fragment
  readonly #order: Order
  readonly #scope: number
  readonly #segments: Segment[]
  #after: Position | undefined

  constructor(
    connection: Connection,
    selection: Selection,
    driver: Driver,
    order: Order,
    scope: number,
    after: Position | undefined,
  ) {
    this.#connection = connection
    this.#selection = selection
    this.#rows = driver.rows(scope)
    this.#order = order
    this.#scope = scope
    this.#segments = order.segments(after, undefined)
    this.#after = after
  }

  next(most: number): StoredDocument[] | undefined {
    const [segment] = this.#segments
    if (segment === undefined) return undefined
    const limit = Math.min(most, firstSlice)
    const { sql, binds } = this.#query(segment)
    const column = `d.${this.#order.slot.sql}`
    const documents = asDocuments(
      this.#connection.all(
        `SELECT d.id, d.meta, d.data ${sql} ORDER BY ${this.#order.terms(column, 'd.id')} LIMIT ?`,
        ...binds,
        limit,
      ),
    )
    const last = documents.at(-1)
    if (documents.length < limit) this.#segments.shift()
    else if (last !== undefined) this.#after = positionOf(last, this.#order.sort)
    return documents
  }

  /** How many rows pass the tests; undefined at the end. Not to be mixed with {@link next}. */
  count(): number | undefined {
    const segment = this.#segments.shift()
    if (segment === undefined) return undefined
    const { sql, binds } = this.#query(segment)
    return this.#connection.number(`SELECT count(*) ${sql}`, ...binds)
  }

  /** `NOT INDEXED` leaves SQLite no other way than the driver's. */
  #query(segment: Segment): Fragment {
    const { slot } = this.#order
    const tests = allOf([...this.#selection.tests, ...this.#order.test(segment, this.#after, `d.${slot.sql}`, 'd.id')])
    return {
      sql: `FROM ${quoteName(this.#selection.layout.table)} AS d NOT INDEXED WHERE d.rowid IN (${this.#rows.sql}) AND d.scope = ? AND ${tests.sql}`,
      binds: [...this.#rows.binds, this.#scope, ...tests.binds],
    }
  }
}

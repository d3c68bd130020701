import type { Position, StoredDocument } from '../../../lib/store-kit/document-store.ts'
import type { Connection } from '../connection.ts'
import { quoteName } from '../names.ts'
import type { Order } from './order.ts'
import type { Driver, Selection } from './selection.ts'
import { SliceSize, asDocuments, sliceTest } from './slices.ts'
import type { Slices } from './slices.ts'
import { allOf } from './tests.ts'

/** Sorts the few rows that a driver gives, then reads and tests them. */
export class Driven implements Slices {
  readonly #connection: Connection
  readonly #selection: Selection
  readonly #size = new SliceSize()
  /** Numbers of the rows that are ahead, in the order of the list. */
  #rows: number[]

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
    this.#rows = sortedRows(connection, selection, driver, order, scope, after)
  }

  get isDone(): boolean {
    return this.#rows.length === 0
  }

  next(most: number): StoredDocument[] | undefined {
    if (this.#rows.length === 0) return undefined
    return this.#size.use(this.#connection, size => this.#read(most, size)) ?? []
  }

  count(): number | undefined {
    if (this.#rows.length === 0) return undefined
    return this.#size.use(this.#connection, size => this.#count(size)) ?? 0
  }

  #read(most: number, size: number): StoredDocument[] {
    const slice = this.#rows.slice(0, size)
    const found = this.#testedRows('d.id, d.meta, d.data, d.rowid', slice, 'LIMIT ?', most)
    const read = found.length < most ? slice.length : 1 + slice.indexOf(Number(found.at(-1)?.[3]))
    this.#rows = this.#rows.slice(read)
    return asDocuments(found)
  }

  #count(size: number): number {
    const slice = this.#rows.slice(0, size)
    const [counted] = this.#selection.tests.length === 0 ? [[slice.length]] : this.#testedRows('count(*)', slice, '')
    this.#rows = this.#rows.slice(slice.length)
    return Number(counted?.[0])
  }

  #testedRows(columns: string, rows: readonly number[], end: string, ...ends: number[]): unknown[][] {
    const { layout, tests } = this.#selection
    const test = allOf([sliceTest('d.data'), ...tests])
    return this.#connection.all(
      `SELECT ${columns} FROM json_each(?) AS w CROSS JOIN ${quoteName(layout.table)} AS d ON d.rowid = w.value WHERE ${test.sql} ${end}`,
      JSON.stringify(rows),
      ...test.binds,
      ...ends,
    )
  }
}

/** `NOT INDEXED` leaves SQLite no other way than the driver's. */
function sortedRows(
  connection: Connection,
  { layout }: Selection,
  driver: Driver,
  order: Order,
  scope: number,
  after: Position | undefined,
): number[] {
  const column = `d.${order.slot.sql}`
  const rows = driver.rows(scope)
  return order.segments(after, undefined).flatMap(segment => {
    const ahead = allOf(order.test(segment, after, column, 'd.id'))
    const found = connection.all(
      `SELECT d.rowid FROM ${quoteName(layout.table)} AS d NOT INDEXED WHERE d.rowid IN (${rows.sql}) AND d.scope = ? AND ${ahead.sql} ORDER BY ${order.terms(column, 'd.id')}`,
      ...rows.binds,
      scope,
      ...ahead.binds,
    )
    return found.map(([row]) => Number(row))
  })
}

import { DatabaseSync } from '@photostructure/sqlite'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import type { Json } from '../../../lib/json/index.ts'
import { orderKey } from '../../../lib/store-kit/value-order.ts'

/** A value that may be bound. The library would turn others into NULL in silence. */
export type Bind = string | number | null | Uint8Array

/** A piece of SQL and what is bound in it, in order. */
export interface Fragment {
  sql: string
  binds: readonly Bind[]
}

/** A test that SQL cannot express, of a JSON text (null where there is no value). */
export type ValueTest = (json: string | null) => boolean

/** What the functions in the statements of a query work with. */
export interface QueryContext {
  /** `plinth_test(json, n, bytes)` calls the nth of these; `bytes` are those that had to be looked at. */
  tests: readonly ValueTest[]
  /** From then on both functions end the statement; in milliseconds of `performance.now()`. */
  endsAt: number
  /** After so much work they end it too: a row is 1, so are 500 bytes that are tested. */
  maxWork: number
}

/** A query was ended because its time, or the work that it may do, was over. */
export class QueryEnded extends Error {}

const maxStatements = 400
const workBytes = 500
const noQuery: QueryContext = { tests: [], endsAt: Infinity, maxWork: Infinity }

/** One connection to the database file, with its prepared statements and the functions that queries use. None of these is in the schema of the file. */
export class Connection {
  readonly #database: DatabaseSyncInstance
  readonly #statements = new Map<string, StatementSyncInstance>()
  #query = noQuery
  #work = 0
  #isEnded = false
  #isReading = false

  /**
   * @param settings statements that are run first
   * @throws an error of the library when the file cannot be opened
   */
  constructor(path: string, settings: readonly string[] = []) {
    this.#database = new DatabaseSync(path, { enableForeignKeyConstraints: false, timeout: 5_000 })
    this.#database.function('plinth_continue', (rows: number) => this.#continue(rows))
    this.#database.function('plinth_test', (json: string | null, number: number, bytes: number | null) => {
      this.#continue((bytes ?? 0) / workBytes)
      return this.#query.tests[number]?.(json) === true ? 1 : 0
    })
    this.#database.function('plinth_key', { deterministic: true }, sortKey)
    this.execute(...settings)
  }

  /** Rows as arrays of their columns. */
  all(sql: string, ...binds: Bind[]): unknown[][] {
    return this.#prepared(sql).all(...binds)
  }

  /** Rows as arrays of their columns, one after the other; reading may stop at any. */
  *each(sql: string, ...binds: Bind[]): Generator<unknown[]> {
    try {
      for (const row of this.#prepared(sql).iterate(...binds)) yield row
    } catch (error) {
      this.#statements.delete(sql) // the library would report this failure once more when it is used again
      throw error
    }
  }

  /** The first row, if there is one. */
  get(sql: string, ...binds: Bind[]): unknown[] | undefined {
    return this.#prepared(sql).get(...binds)
  }

  /** The first column of the first row as a number; 0 when there is none. */
  number(sql: string, ...binds: Bind[]): number {
    return Number(this.get(sql, ...binds)?.[0] ?? 0)
  }

  /** Change something. @returns the number of the last row inserted */
  run(sql: string, ...binds: Bind[]): number {
    return Number(this.#prepared(sql).run(...binds).lastInsertRowid)
  }

  /** Statements that return nothing and are not worth remembering: definitions and settings. */
  execute(...statements: string[]): void {
    for (const sql of statements) this.#database.exec(sql)
  }

  /**
   * Read with statements that use the functions of queries. The statements see one state of the file.
   * @throws QueryEnded
   */
  query<T>(context: QueryContext, read: () => T): T {
    this.#query = context
    this.#work = 0
    this.#isEnded = false
    const isNested = this.#database.isTransaction
    if (!isNested) this.run('BEGIN')
    try {
      return read()
    } catch (error) {
      throw this.#isEnded ? new QueryEnded('the query took too long') : error
    } finally {
      this.#query = noQuery
      if (!isNested) this.run('COMMIT')
    }
  }

  /** How much work the last query did. */
  get work(): number {
    return this.#work
  }

  #continue(work: number): 1 {
    this.#work += work
    if (this.#work <= this.#query.maxWork && performance.now() <= this.#query.endsAt) return 1
    this.#isEnded = true
    throw new QueryEnded('the query took too long')
  }

  /**
   * What is read until the end of this turn of the event loop sees one state of the file, which is looked up and locked once instead of for
   * each statement (decision record 23). Whoever learns of a change calls {@link endReading} before anything is read because of it.
   */
  reading(): this {
    if (this.#isReading || this.#database.isTransaction) return this
    this.run('BEGIN')
    this.#isReading = true
    setImmediate(() => this.endReading())
    return this
  }

  /** What is read from here on sees every change that was committed. */
  endReading(): void {
    if (!this.#isReading) return
    this.#isReading = false
    this.run('COMMIT')
  }

  /** Do something in one transaction, all of it or nothing; as a part of the open one if there is one. */
  transaction<T>(work: () => T): T {
    this.endReading()
    if (this.#database.isTransaction) return work()
    this.run('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.run('COMMIT')
      return result
    } catch (error) {
      this.rollBack()
      throw error
    }
  }

  /** Give up the open transaction, if there is one. */
  rollBack(): void {
    this.endReading()
    if (this.#database.isTransaction) this.run('ROLLBACK')
  }

  close(): void {
    this.endReading()
    this.#statements.clear()
    this.#database.close()
  }

  #prepared(sql: string): StatementSyncInstance {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql, { returnArrays: true })
    this.#statements.set(sql, statement)
    const [oldest] = this.#statements.keys()
    if (this.#statements.size > maxStatements && oldest !== undefined) this.#statements.delete(oldest)
    return statement
  }
}

/** The key by which a list is sorted whose order no index has. */
function sortKey(json: string | null, kind: string): string | null {
  if (json === null) return null
  const value: Json = JSON.parse(json)
  return typeof value === 'object' ? null : columnKey(value, kind === 'instant' ? 'instant' : 'mixed')
}

/** {@link orderKey} without U+0000, at which the library ends texts; the order stays as it is. */
export function columnKey(value: string | number | boolean, kind: 'instant' | 'mixed'): string {
  const key = orderKey(value, kind) ?? ''
  return key.includes('\0') || key.includes('\u0001')
    ? key.replaceAll('\u0001', '\u0001\u0002').replaceAll('\0', '\u0001\u0001')
    : key
}

import { backup, DatabaseSync } from '@photostructure/sqlite'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import { LRUCache } from 'lru-cache'
import type { Json } from '../../../lib/json/index.ts'
import type { ColumnKind } from '../../../lib/store-kit/document-store.ts'
import type { LogPressure } from './log.ts'
import { quoteName } from '../schema/names.ts'
import { isOfKind, orderKey } from '../../../lib/store-kit/value-order.ts'

/** A value that can be bound. The library would silently convert others to NULL. */
export type Bind = string | number | null | Uint8Array

/** A piece of SQL and its bound values, in order. */
export interface Fragment {
  sql: string
  binds: readonly Bind[]
}

/** A test that SQL cannot express, on a JSON text (null when there is no value). */
export type ValueTest = (json: string | null) => boolean

/** The data that the functions in the statements of a query use. */
export interface QueryContext {
  /** `plinth_test(json, n, bytes)` calls the nth of these; `bytes` is the amount of data that had to be tested. */
  tests: readonly ValueTest[]
  /** After this time both functions end the statement; in milliseconds of `performance.now()`. */
  endsAt: number
  /** After this amount of work they end it too: a row counts 1, as do 500 tested bytes. */
  maxWork: number
  /** After this time they end it too, while the write-ahead log is being truncated. Default: {@link endsAt}. */
  endsUnderPressureAt?: number
}

/** A query was ended because it reached its limit of time or work. */
export class QueryEnded extends Error {}

const maxStatements = 400
const workBytes = 500
const busyTimeoutMs = 5_000
const noQuery: QueryContext = { tests: [], endsAt: Infinity, maxWork: Infinity }

/** One connection to the database file, with its prepared statements and the functions of queries. The schema of the file uses none of these. */
export class Connection {
  readonly #database: DatabaseSyncInstance
  readonly #statements = new LRUCache<string, StatementSyncInstance>({ max: maxStatements })
  readonly #pressure: LogPressure | undefined
  #query = noQuery
  #work = 0
  #isEnded = false
  #isReading = false

  /**
   * @param settings statements that run first
   * @param options.pressure whether queries must end earlier
   * @throws an error of the library when the file cannot be opened
   */
  constructor(
    path: string,
    settings: readonly string[] = [],
    { pressure, readOnly = false }: { pressure?: LogPressure; readOnly?: boolean } = {},
  ) {
    this.#pressure = pressure
    this.#database = new DatabaseSync(path, {
      enableForeignKeyConstraints: false,
      timeout: busyTimeoutMs,
      readOnly,
    })
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

  /** Rows as arrays of their columns, one after the other; reading can stop at any row. */
  *each(sql: string, ...binds: Bind[]): Generator<unknown[]> {
    try {
      for (const row of this.#prepared(sql).iterate(...binds)) yield row
    } catch (error) {
      this.#statements.delete(sql) // the library would report this failure again at the next use of the statement
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

  /** Make {@link vocabularyOf} a full-text index readable: in this connection alone, until a transaction is rolled back that began before. */
  addVocabulary(index: string): void {
    this.run(
      `CREATE VIRTUAL TABLE IF NOT EXISTS ${vocabularyOf(index)} USING fts5vocab(main, ${quoteName(index)}, instance)`,
    )
  }

  /** Execute a change. @returns the number of the last row inserted */
  run(sql: string, ...binds: Bind[]): number {
    return Number(this.#prepared(sql).run(...binds).lastInsertRowid)
  }

  /** Execute statements that return nothing and are not worth caching: definitions and settings. */
  execute(...statements: string[]): void {
    for (const sql of statements) this.#database.exec(sql)
  }

  /**
   * Change the schema of the file by its records, which the library forbids otherwise. Used inside a transaction; the schema is read again afterwards, and
   * a record that SQLite cannot read makes the next statement of the transaction fail.
   */
  changeSchemaRecord(sql: string, ...binds: Bind[]): void {
    this.#database.enableDefensive(false)
    try {
      this.execute('PRAGMA writable_schema = ON')
      this.#database.prepare(sql).run(...binds)
    } finally {
      this.execute('PRAGMA writable_schema = RESET')
      this.#database.enableDefensive(true)
    }
  }

  /**
   * Read with statements that use the functions of queries. The statements see one consistent state of the file.
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
      if (!isNested) this.#endReadTransaction()
    }
  }

  /**
   * Read as a part of a query, with a limit of its own.
   * @returns undefined when it would take more than this amount of work
   */
  attempt<T>(maxWork: number, read: () => T): T | undefined {
    const query = this.#query
    const limit = this.#work + maxWork
    if (limit >= query.maxWork) return read()
    this.#query = { ...query, maxWork: limit }
    try {
      return read()
    } catch (error) {
      if (!this.#isEnded || this.#work <= limit) throw error
      this.#isEnded = false
      return undefined
    } finally {
      this.#query = query
    }
  }

  /** The amount of work of the last query. */
  get work(): number {
    return this.#work
  }

  #continue(work: number): 1 {
    this.#work += work
    const { maxWork, endsAt, endsUnderPressureAt = endsAt } = this.#query
    const end = this.#pressure?.isOn === true ? Math.min(endsAt, endsUnderPressureAt) : endsAt
    if (this.#work <= maxWork && performance.now() <= end) return 1
    this.#isEnded = true
    throw new QueryEnded('the query took too long')
  }

  /**
   * All reads until the end of this turn of the event loop see one state of the file, which is looked up and locked once instead of for
   * each statement (`kernel/decisions/sqlite.md`). A caller that learns of a change calls {@link endReading} before it reads because of the change.
   */
  reading(): this {
    if (this.#isReading || this.#database.isTransaction) return this
    this.run('BEGIN')
    this.#isReading = true
    setImmediate(() => this.endReading())
    return this
  }

  /** Later reads see every change that has been committed. */
  endReading(): void {
    if (!this.#isReading) return
    this.#isReading = false
    this.#endReadTransaction()
  }

  /** After a statement met damage, SQLite reports it again at the end of the transaction. Whoever met it has the error, and nothing is lost. */
  #endReadTransaction(): void {
    if (!this.#database.isTransaction) return
    try {
      this.run('COMMIT')
    } catch {
      if (this.#database.isTransaction) this.run('ROLLBACK')
    }
  }

  /**
   * Copy the whole write-ahead log into the file and truncate it.
   * @param waitMs how long it waits for the transactions that read it, and for other programs
   * @returns whether that was possible
   */
  truncateLog(waitMs: number = busyTimeoutMs): boolean {
    this.endReading()
    this.execute(`PRAGMA busy_timeout = ${waitMs}`)
    try {
      return this.number('PRAGMA wal_checkpoint(TRUNCATE)') === 0
    } finally {
      this.execute(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
    }
  }

  /** Run work in one transaction, all or nothing; inside an open transaction, as a part of it. */
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

  /**
   * Copy the whole database to a file at one moment, in a thread of the library. It is one read transaction: while it lasts, the write-ahead log cannot be
   * truncated. (In several steps every commit of another connection would start the copy again.)
   */
  async copyTo(path: string): Promise<void> {
    await backup(this.#database, path, { rate: -1 })
  }

  /** Roll back the open transaction, if there is one. */
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
    return statement
  }
}

/** The table with a row for each word of each row of a full-text index, in the order of the words. */
export const vocabularyOf = (index: string): string => `temp.${quoteName(`${index}.vocabulary`)}`

/** The sort key of a list whose order no index has. */
function sortKey(json: string | null, kind: ColumnKind): string | null {
  const value: Json = json === null ? null : JSON.parse(json)
  return isOfKind(value, kind) ? toSortKey(value, kind) : null
}

/** {@link orderKey} without U+0000, at which the library ends texts; the order is preserved. */
export function toSortKey(value: string | number | boolean, kind: ColumnKind): string {
  const key = orderKey(value, kind)
  return key.includes('\0') || key.includes('\u0001')
    ? key.replaceAll('\u0001', '\u0001\u0002').replaceAll('\0', '\u0001\u0001')
    : key
}

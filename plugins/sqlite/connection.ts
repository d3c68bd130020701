import { DatabaseSync } from '@photostructure/sqlite'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import type { ColumnKind } from '../../lib/store-kit/document-store.ts'
import type { Json } from '../../lib/json/types.ts'
import { contains, fold } from '../../lib/store-kit/text.ts'
import { columnKey } from './keys.ts'

/** A value that may be bound. The library would turn others into NULL in silence. */
export type Bind = string | number | bigint | null | Uint8Array

/** A piece of SQL and what is bound in it, in order. */
export interface Fragment {
  sql: string
  binds: readonly Bind[]
}

const rememberedStatements = 400

/** A slice of rows with large documents ends after so much. */
const maxSliceBytes = 512 * 1024
const maxSliceMs = 20

/** What the rows of a slice took so far; `ended` when that was too much. */
interface Slice {
  rows: number
  bytes: number
  endsAt: number
  ended: boolean
}

/** One connection to the database file, with the functions that its columns need and its prepared statements. */
export class Connection {
  readonly #database: DatabaseSyncInstance
  readonly #statements = new Map<string, StatementSyncInstance>()
  #reading = false
  #slice: Slice | undefined

  /** @throws an error of the library when the file cannot be opened */
  constructor(path: string) {
    this.#database = new DatabaseSync(path, { enableForeignKeyConstraints: false, timeout: 5_000 })
    addFunctions(this.#database)
    this.#database.function('plinth_slice', (bytes: number) => this.#goesOn(bytes))
  }

  /** Rows as arrays of their columns. */
  all(sql: string, ...binds: Bind[]): unknown[][] {
    return this.#prepared(sql).all(...binds) as unknown[][]
  }

  /** Rows as arrays of their columns, one after the other; reading may stop at any. */
  each(sql: string, ...binds: Bind[]): IterableIterator<unknown[]> {
    return this.#prepared(sql).iterate(...binds) as IterableIterator<unknown[]>
  }

  /** The first row, if there is one. */
  get(sql: string, ...binds: Bind[]): unknown[] | undefined {
    return this.#prepared(sql).get(...binds) as unknown[] | undefined
  }

  /** The first column of the first row as a number; 0 when there is none. */
  number(sql: string, ...binds: Bind[]): number {
    return Number(this.get(sql, ...binds)?.[0] ?? 0)
  }

  /** Change something. @returns how many rows, and the number of the last one inserted. */
  run(sql: string, ...binds: Bind[]): { changes: number; rowid: number } {
    const { changes, lastInsertRowid } = this.#prepared(sql).run(...binds)
    return { changes, rowid: Number(lastInsertRowid) }
  }

  /** Statements that return nothing and are not worth remembering: definitions and settings. */
  execute(...statements: string[]): void {
    for (const sql of statements) this.#database.exec(sql)
  }

  /**
   * Read a slice of rows. A statement that calls `plinth_slice` with the size of each row's document ends when these are too large or take too long.
   * @returns undefined when the slice was ended: read fewer rows. One row always passes.
   */
  slice<T>(read: () => T): T | undefined {
    const slice: Slice = { rows: 0, bytes: 0, endsAt: performance.now() + maxSliceMs, ended: false }
    this.#slice = slice
    try {
      return read()
    } catch (error) {
      if (slice.ended) return undefined
      throw error
    } finally {
      this.#slice = undefined
    }
  }

  #goesOn(bytes: number): 1 {
    const slice = this.#slice
    if (slice === undefined) return 1
    slice.rows += 1
    slice.bytes += bytes
    slice.ended = slice.rows > 1 && (slice.bytes > maxSliceBytes || performance.now() > slice.endsAt)
    if (slice.ended) throw new Error('the slice is too large')
    return 1
  }

  /**
   * What is read until the end of this turn of the event loop sees one state of the file, which is found and locked once instead of for every
   * statement. Whoever learns that the file was changed must call {@link endReading} before anything is read because of it.
   */
  reading(): this {
    if (this.#reading || this.#database.isTransaction) return this
    this.run('BEGIN')
    this.#reading = true
    setImmediate(() => this.endReading())
    return this
  }

  /** What is read from here on sees every change that was committed. */
  endReading(): void {
    if (!this.#reading) return
    this.#reading = false
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
    if (this.#statements.size > rememberedStatements) this.#forgetOldest()
    return statement
  }

  #forgetOldest(): void {
    const [sql] = this.#statements.keys()
    if (sql !== undefined) this.#statements.delete(sql)
  }
}

/** A connection with these settings. */
export function openConnection(path: string, settings: readonly string[]): Connection {
  const connection = new Connection(path)
  connection.execute(...settings)
  return connection
}

/** Functions that are used in definitions of columns (`plinth_key`) and in queries. Values come as JSON texts, in which U+0000 is escaped. */
function addFunctions(database: DatabaseSyncInstance): void {
  database.function('plinth_key', { deterministic: true }, (json: string | null, kind: ColumnKind) => {
    const value = json === null ? null : (JSON.parse(json) as Json)
    return value === null || typeof value === 'object' ? null : columnKey(value, kind)
  })
  database.function('plinth_like', { deterministic: true }, (json: string | null, folded: string) =>
    json !== null && json.startsWith('"') && contains(fold(JSON.parse(json) as string), JSON.parse(folded) as string)
      ? 1
      : 0,
  )
}

import { ConfigurationError, StoreUnavailable } from '../../../lib/errors/index.ts'
import type { Layout, PhysicalColumn } from '../schema/layout.ts'
import type { Failure } from '../threads/messages.ts'

/** An error of the SQLite library. */
export interface SqliteError extends Error {
  code: 'ERR_SQLITE_ERROR'
  /** The (extended) result code, if the library provides it. */
  errcode?: number
}

export const isSqliteError = (error: unknown): error is SqliteError =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'

const generalError = 1
const primaryCode = ({ errcode = generalError }: SqliteError): number => errcode & 0xff

const constraint = 19
const tooBig = 18
const busy = 5
const locked = 6
const refusals: Readonly<Record<number, string>> = {
  3: 'may not be opened; see to its permissions',
  8: 'cannot be written to; see to its permissions and those of its folder',
  14: 'cannot be opened; see that its folder can be written to',
  26: 'is no SQLite database; choose another file',
}

/** Whether a constraint of the table was violated. */
export const isConstraint = (error: unknown): error is SqliteError =>
  isSqliteError(error) && primaryCode(error) === constraint

/** The unique column that an error reports as violated. SQLite names the columns of the index at the end of its message. */
export const violatedColumn = (error: unknown, { table, columns }: Layout): PhysicalColumn | undefined =>
  isConstraint(error)
    ? columns.find(
        ({ unique, name }) => unique && error.message.endsWith(`: ${table}.account_id, ${table}.${name ?? ''}`),
      )
    : undefined

/** Whether another connection has locked the file. */
export const isBusy = (error: unknown): boolean =>
  isSqliteError(error) && (primaryCode(error) === busy || primaryCode(error) === locked)

const diskFull = 13

/** Whether the disk has no space left. */
export const isDiskFull = (error: unknown): boolean => isSqliteError(error) && primaryCode(error) === diskFull

/** Whether the failure affects only the one statement, so that the transaction can continue without it. */
export const concernsStatement = (error: unknown): boolean =>
  !isSqliteError(error) ||
  primaryCode(error) === constraint ||
  primaryCode(error) === tooBig ||
  primaryCode(error) === generalError

/** An error that says why a file cannot be opened, and what to do. */
export function openingError(error: unknown, path: string): unknown {
  if (error instanceof ConfigurationError) return error
  if (isBusy(error)) {
    const message = `the store ${path} is locked by another program; close whatever else has it open`
    return new StoreUnavailable(message, { cause: error })
  }
  const reason = isSqliteError(error) ? refusals[primaryCode(error)] : isSystemError(error) ? refusals[14] : undefined
  return reason === undefined ? error : new ConfigurationError(`the store ${path} ${reason}`, { cause: error })
}

const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** The error of the contract for a driver's error; other errors are returned unchanged. */
export const storeError = (error: unknown): unknown =>
  isSqliteError(error) ? new StoreUnavailable(undefined, { cause: error }) : error

/** An error as plain data, for another thread. */
export function failureOf(error: unknown): Failure {
  const { message } = error instanceof Error ? error : new Error(String(error))
  return isSqliteError(error) ? { message, errcode: error.errcode ?? generalError } : { message }
}

/** The error for such data. */
export function errorOf({ message, errcode }: Failure): Error {
  const error = new Error(message)
  return errcode === undefined ? error : Object.assign(error, { code: 'ERR_SQLITE_ERROR', errcode })
}

/** Run work on the database, and convert the library's errors. */
export function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw storeError(error)
  }
}

/** Like {@link guarded}, for asynchronous work. */
export async function guardedAsync<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw storeError(error)
  }
}

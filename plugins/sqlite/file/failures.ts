import {
  ConfigurationError,
  StoreDamaged,
  StoreFull,
  StoreReadOnly,
  StoreUnavailable,
} from '../../../lib/errors/index.ts'
import type { Layout, PhysicalColumn } from '../schema/layout.ts'
import type { Failure } from '../threads/messages.ts'

/** An error of the SQLite library. */
interface SqliteError extends Error {
  code: 'ERR_SQLITE_ERROR'
  /** The (extended) result code, if the library provides it. */
  errcode?: number
  /** The collection whose part of the file is damaged, see {@link damageIn}. */
  collection?: string
}

/** The thread that had a request ended, and the outcome of the request is unknown. */
export class ThreadEnded extends Error {}

export const isSqliteError = (error: unknown): error is SqliteError =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'

const generalError = 1
const permission = 3
const busy = 5
const locked = 6
const readOnly = 8
const ioError = 10
const corrupt = 11
const full = 13
const tooBig = 18
const constraint = 19
const noDatabase = 26

/** The library reports failed reads of several rows without their code, so the message decides. */
const codesByMessage: readonly (readonly [RegExp, number])[] = [
  [/^(database disk image is malformed|malformed database schema|fts5: corruption)/, corrupt],
  [/^file is not a database/, noDatabase],
  [/^disk I\/O error/, ioError],
  [/^database or disk is full/, full],
  [/^attempt to write a readonly database/, readOnly],
  [/^database (schema |table )?is locked/, busy],
]

const codeOf = ({ errcode, message }: SqliteError): number =>
  errcode ?? codesByMessage.find(([pattern]) => pattern.test(message))?.[1] ?? generalError
const primaryCode = (error: SqliteError): number => codeOf(error) & 0xff

/** Codes of failures to read: READ, SHORT_READ, DATA (a checksum), CORRUPTFS, and for a read of several rows the general one. */
const readFailures = new Set([ioError, 266, 522, 8202, 8458])
/** There is no room for the shared memory beside the file. */
const noSharedMemory = 4874

const refusals: Readonly<Record<number, string>> = {
  3: 'may not be opened; see to its permissions',
  8: 'cannot be written to; see to its permissions and those of its folder',
  14: 'cannot be opened; see that its folder can be written to',
  26: 'is no SQLite database, or its first page is damaged; choose another file, or put back a backup',
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

/** Whether the failure affects only the one statement, so that the transaction can continue without it. */
export const concernsStatement = (error: unknown): boolean =>
  !isSqliteError(error) ||
  primaryCode(error) === constraint ||
  primaryCode(error) === tooBig ||
  primaryCode(error) === generalError

/** Whether a part of the file is damaged. */
export const isDamage = (error: unknown): error is SqliteError =>
  isSqliteError(error) &&
  (primaryCode(error) === corrupt || primaryCode(error) === noDatabase || readFailures.has(codeOf(error)))

/** The error, which names the collection if it reports damage. */
export const damageIn = (collection: string, error: unknown): unknown =>
  isDamage(error) ? Object.assign(error, { collection: error.collection ?? collection }) : error

/** Whether the disk has no space left. */
export const isDiskFull = (error: unknown): boolean =>
  isSqliteError(error)
    ? primaryCode(error) === full || codeOf(error) === noSharedMemory
    : isSystemError(error) && ['ENOSPC', 'EDQUOT'].includes(error.code ?? '')

/** An error that says why a file cannot be opened, and what to do. */
export function openingError(error: unknown, path: string): unknown {
  if (error instanceof ConfigurationError) return error
  if (isBusy(error)) {
    const message = `the store ${path} is locked by another program; close whatever else has it open`
    return new StoreUnavailable(message, { cause: error })
  }
  if (isDiskFull(error)) {
    const message = `the disk of the store ${path} is full; make room there, and start again`
    return new StoreFull(message, { cause: error })
  }
  if (isDamage(error) && primaryCode(error) !== noDatabase) {
    const message = `the store ${path} is damaged; put back a backup, or run "plinth doctor --repair", which writes what can be read into a new file`
    return new StoreDamaged(message, { cause: error })
  }
  const reason = isSqliteError(error) ? refusals[primaryCode(error)] : isSystemError(error) ? refusals[14] : undefined
  return reason === undefined ? error : new ConfigurationError(`the store ${path} ${reason}`, { cause: error })
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error

const diskError = 'the disk of the store reported an error; nothing was changed, and an administrator has to look at it'
const readOnlyError =
  'the file of the store is read-only; nothing was changed, and an administrator has to see to the permissions of the file and its folder'
const threadError = 'a part of the store failed and is started again; try again'

/** The error of the contract for a driver's error; other errors are returned unchanged. */
export function storeError(error: unknown): unknown {
  if (error instanceof ThreadEnded) return new StoreUnavailable(threadError, { cause: error })
  if (!isSqliteError(error)) return error
  const options = { cause: error }
  if (isDamage(error)) return new StoreDamaged(undefined, options)
  if (isDiskFull(error)) return new StoreFull(undefined, options)
  const code = primaryCode(error)
  if (code === readOnly || code === permission) return new StoreReadOnly(readOnlyError, options)
  return new StoreUnavailable(code === ioError ? diskError : undefined, options)
}

/** An error as plain data, for another thread. */
export function failureOf(error: unknown): Failure {
  const { message } = error instanceof Error ? error : new Error(String(error))
  if (!isSqliteError(error)) return { message }
  const { collection } = error
  return { message, errcode: codeOf(error), ...(collection !== undefined && { collection }) }
}

/** The error for such data. */
export function errorOf({ message, errcode, collection }: Failure): Error {
  const error = new Error(message)
  if (errcode === undefined) return error
  return Object.assign(error, { code: 'ERR_SQLITE_ERROR', errcode, ...(collection !== undefined && { collection }) })
}

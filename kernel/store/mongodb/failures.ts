import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoExpiredSessionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb'
import { ConfigurationError, HttpError, StoreUnavailable } from '../../errors.ts'

/** Error codes of MongoDB's servers (`error_codes.yml`). */
export const code = {
  badValue: 2,
  maxTimeExpired: 50,
  namespaceNotFound: 26,
  indexNotFound: 27,
  namespaceExists: 48,
  writeConflict: 112,
  queryPlanKilled: 175,
  duplicateKey: 11000,
} as const

/** Not the primary, shutting down, stepping down, or out of reach itself. */
const away = new Set([6, 7, 89, 91, 189, 262, 9001, 10058, 10107, 11600, 11602, 13435, 13436])

/** The driver's error behind one of ours, or behind what a bulk write makes of it. */
function origin(error: unknown): unknown {
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof Error) return error.errorResponse
  return error instanceof Error && !(error instanceof MongoError) && error.cause !== undefined
    ? origin(error.cause)
    : error
}

/** What Node.js calls a connection that cannot be made or was broken off; the driver lets some of these through. */
const broken = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'])

/** What work ends with that is under way when the store is closed. */
const isOfClosedClient = (error: unknown): boolean =>
  error instanceof MongoClientClosedError || error instanceof MongoExpiredSessionError

/** Whether the server was out of reach, or could not serve for the moment. */
function isAway(thrown: unknown): boolean {
  const error = origin(thrown)
  if (error instanceof MongoServerError) return away.has(Number(error.code))
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    isOfClosedClient(error) ||
    error instanceof MongoTopologyClosedError ||
    error instanceof MongoNotConnectedError ||
    (error instanceof MongoError && /pool|checking out|checkout|wait queue/i.test(error.name + error.message)) ||
    (error instanceof Error && 'code' in error && broken.has(String(error.code)))
  )
}

/** Whether an error of the driver, or one of ours made from it, has one of these codes. */
export function hasCode(error: unknown, ...wanted: number[]): boolean {
  const cause = origin(error)
  return cause instanceof MongoServerError && wanted.includes(Number(cause.code))
}

export function hasLabel(error: unknown, label: string): boolean {
  const cause = origin(error)
  return cause instanceof MongoError && cause.hasErrorLabel(label)
}

/** Whether a transaction may simply be tried again. */
export const isTransient = (error: unknown): boolean =>
  hasLabel(error, 'TransientTransactionError') || hasCode(error, code.writeConflict)

/** The place in a bulk write and the index of a duplicate key, or undefined for another error. */
export function duplicateKey(error: unknown): { at: number; index: string } | undefined {
  const cause = origin(error)
  if (!(cause instanceof MongoServerError) || Number(cause.code) !== code.duplicateKey) return undefined
  const failed = cause instanceof MongoBulkWriteError ? firstOf(cause.writeErrors) : undefined
  const message = failed?.errmsg ?? cause.message
  return { at: failed?.index ?? 0, index: / index: (\S+)/.exec(message)?.[1] ?? '' }
}

const firstOf = <T>(value: T | readonly T[]): T | undefined =>
  Array.isArray(value) ? (value as readonly T[])[0] : (value as T)

/** What leaves the adapter for an error of the driver. */
export function failure(error: unknown): Error {
  if (error instanceof HttpError || error instanceof ConfigurationError) return error
  if (isAway(error)) return new StoreUnavailable(undefined, { cause: error })
  if (error instanceof MongoError) return new Error('MongoDB refused what the store asked of it', { cause: error })
  return error instanceof Error ? error : new Error('the store failed', { cause: error })
}

/**
 * Wait for work at most so long.
 * @throws `StoreUnavailable` when the time is over; the work's own errors as {@link failure}
 */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable()), milliseconds)
  })
  try {
    return await Promise.race([work, over])
  } catch (error) {
    throw failure(error)
  } finally {
    clearTimeout(timer)
  }
}

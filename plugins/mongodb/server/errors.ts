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
import type { WriteError } from 'mongodb'
import {
  ConfigurationError,
  ServiceError,
  StoreFull,
  StoreReadOnly,
  StoreUnavailable,
  TooLarge,
} from '../../../lib/errors/index.ts'
import { leastPrivileges } from './privileges.ts'
import { inTime } from '../../../lib/event-loop/index.ts'

/** Error codes of MongoDB's servers (`error_codes.yml`). */
export const code = {
  badValue: 2,
  unauthorized: 13,
  authenticationFailed: 18,
  maxTimeExpired: 50,
  cannotCreateIndex: 67,
  namespaceNotFound: 26,
  indexNotFound: 27,
  namespaceExists: 48,
  writeConflict: 112,
  queryPlanKilled: 175,
  sortMemoryExceeded: 292,
  atlasError: 8000,
  duplicateKey: 11000,
} as const

/** Not the primary, shutting down, stepping down, itself unreachable, or without a confirming majority (64, 134). */
const unreachable = [6, 7, 50, 64, 89, 91, 134, 189, 262, 9001, 10058, 10107, 11600, 11602, 13435, 13436]
/** The operation or its cursor was ended (43, 237, 290, 11601), a `mongos` found no member in time (133, 202), or the server has too much to do (264, 365). */
const interrupted = [43, 133, 202, 237, 264, 290, 365, 11601]
const away = new Set([...unreachable, ...interrupted])
/** `OutOfDiskSpace`, and the message of Atlas for a quota (an `AtlasError`). */
const outOfDiskSpace = 14031
const overQuota = /over your space quota|no space left|out of disk/i
/** `UserWritesBlocked`, which Atlas also sets where the disk is nearly full. */
const userWritesBlocked = 371
const overThreshold = /disk use threshold/i
const writingCommands = new Set([
  'insert',
  'update',
  'delete',
  'findAndModify',
  'bulkWrite',
  'create',
  'commitTransaction',
])
/** Error labels of an overloaded server. */
const overloaded = ['SystemOverloadedError', 'RetryableError']

/** The driver's error inside one of ours, or inside a bulk write error. */
export function origin(error: unknown): unknown {
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof Error) return error.errorResponse
  return error instanceof Error && !(error instanceof MongoError) && error.cause !== undefined
    ? origin(error.cause)
    : error
}

/** Node.js codes of connections that cannot be made or were interrupted; the driver passes some of these through. */
const broken = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // Errors of the look-up of a host name, or of the hosts of `mongodb+srv`, while DNS does not answer.
  'EAI_AGAIN',
  'ESERVFAIL',
  'ETIMEOUT',
])

/** Whether the server was unreachable, or temporarily unable to serve. */
function isAway(thrown: unknown): boolean {
  const error = origin(thrown)
  if (error instanceof MongoServerError) {
    return away.has(Number(error.code)) || overloaded.some(label => error.hasErrorLabel(label))
  }
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    // Operations that are in progress when the store is closed.
    error instanceof MongoClientClosedError ||
    error instanceof MongoExpiredSessionError ||
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

/** Whether an error of the driver, or one of ours made from it, has this label. */
export function hasLabel(error: unknown, label: string): boolean {
  const cause = origin(error)
  return cause instanceof MongoError && cause.hasErrorLabel(label)
}

/** Whether a transaction can be retried. */
export const isTransient = (error: unknown): boolean =>
  hasLabel(error, 'TransientTransactionError') || hasCode(error, code.writeConflict)

/** The name of the index that a duplicate key violates, or undefined for another error. */
export function duplicateKey(error: unknown): string | undefined {
  const cause = origin(error)
  if (!(cause instanceof MongoServerError) || Number(cause.code) !== code.duplicateKey) return undefined
  const failed = cause instanceof MongoBulkWriteError ? firstOf(cause.writeErrors) : undefined
  return / index: (\S+)/.exec(failed?.errmsg ?? cause.message)?.[1] ?? ''
}

/** The index of the operation of a bulk write that the server refused, or undefined when the error is about none of them. */
export function refusedOperation(error: unknown): number | undefined {
  const cause = origin(error)
  if (!(cause instanceof MongoBulkWriteError) || isTransient(cause) || isAway(cause)) return undefined
  const isDuplicate = Number(cause.code) === code.duplicateKey
  return firstOf(cause.writeErrors)?.index ?? (isDuplicate ? 0 : undefined)
}

/** The driver returns either a single error or a list. */
const firstOf = (errors: MongoBulkWriteError['writeErrors']): WriteError | undefined => [errors].flat()[0]

/** The configuration error behind a refusal of the server: the user, its password, or its privileges. */
function misconfiguration(thrown: unknown): ConfigurationError | undefined {
  const error = origin(thrown)
  if (!(error instanceof MongoServerError)) return undefined
  const isBadLogin = Number(error.code) === code.atlasError && /bad auth|authentication failed/i.test(error.message)
  if (isBadLogin || Number(error.code) === code.authenticationFailed) {
    return new ConfigurationError('MongoDB does not let us in: check user, password and authSource in MONGODB_URL', {
      cause: thrown,
    })
  }
  if (Number(error.code) !== code.unauthorized) return undefined
  const command = refusedCommand(error)
  return new ConfigurationError(
    `the user of MONGODB_URL may not do everything that is needed${command === undefined ? '' : ` (${command} was refused)`}: ${leastPrivileges}`,
    { cause: thrown },
  )
}

/** Why the server takes no writes, while it may answer reads. */
function writeRefusal(thrown: unknown): StoreUnavailable | undefined {
  const error = origin(thrown)
  const options = { cause: thrown }
  if (error instanceof MongoServerSelectionError)
    return hasNoPrimary(error) ? new StoreReadOnly(noPrimary, options) : undefined
  if (!(error instanceof MongoServerError)) return undefined
  const number = Number(error.code)
  if (number === outOfDiskSpace || overQuota.test(error.message)) return new StoreFull(undefined, options)
  if (number === userWritesBlocked || overThreshold.test(error.message)) return new StoreReadOnly(undefined, options)
  const command = number === code.unauthorized ? refusedCommand(error) : undefined
  return command !== undefined && writingCommands.has(command) ? new StoreReadOnly(undefined, options) : undefined
}

const noPrimary = 'MongoDB has no primary at the moment, so that nothing can be written; nothing was changed, try again'

/** Whether members of the replica set answer, but none of them can be written to. */
function hasNoPrimary({ reason }: MongoServerSelectionError): boolean {
  if (reason === undefined || reason.type !== 'ReplicaSetNoPrimary') return false
  return [...reason.servers.values()].some(({ type }) => type === 'RSSecondary')
}

const refusedCommand = ({ message }: MongoServerError): string | undefined =>
  /to execute command \{ (\w+)/.exec(message)?.[1]

/** `TransactionTooLargeForCache`, which a bulk write passes on without its name. */
function isTooLargeForCache(thrown: unknown): boolean {
  const error = origin(thrown)
  return (
    error instanceof MongoServerError && /too large and will not fit in the storage engine cache/i.test(error.message)
  )
}

const tooLargeForCache =
  'the change is too large for the cache of the MongoDB server (storage.wiredTiger.engineConfig.cacheSizeGB); nothing was changed, make it in smaller parts'

/** The error that leaves the adapter for an error of the driver. */
export function failure(error: unknown): Error {
  if (error instanceof ServiceError || error instanceof ConfigurationError) return error
  const refusal = writeRefusal(error)
  if (refusal !== undefined) return refusal
  if (isAway(error)) return new StoreUnavailable(undefined, { cause: error })
  if (isTooLargeForCache(error)) return new TooLarge(tooLargeForCache, { cause: error })
  const misconfigured = misconfiguration(error)
  if (misconfigured !== undefined) return misconfigured
  if (error instanceof MongoError) return new Error('MongoDB refused what the store asked of it', { cause: error })
  return error instanceof Error ? error : new Error('the store failed', { cause: error })
}

/**
 * Wait for work, up to a time limit.
 * @throws `StoreUnavailable` when the time is over; the work's own errors like {@link failure}
 */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  try {
    return await inTime(work, milliseconds, () => {
      throw new StoreUnavailable()
    })
  } catch (error) {
    throw failure(error)
  }
}

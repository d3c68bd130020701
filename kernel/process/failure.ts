import { exitCode } from '../contracts/commands.ts'
import { ConfigurationError, StoreUnavailable, codesOfError, systemCodeOf } from '../errors.ts'

const systemMessages = new Map([
  ['EADDRINUSE', 'another program listens there; set PORT to another number'],
  ['EACCES', 'this user may not listen there; set PORT to 1024 or more'],
  ['EADDRNOTAVAIL', 'this machine has no such address; set HOST to one that it has'],
  ['ENOTFOUND', 'there is no such address; set HOST to one that this machine has'],
])

/**
 * Print on stderr why the service cannot run: a single message for errors that the operator can correct, a stack only for defects of the service.
 * @returns the exit code, see {@link serviceExitCode}
 */
export function reportFailure(error: unknown): number {
  process.stderr.write(`plinth: ${describeFailure(error)}\n`)
  return serviceExitCode(error)
}

/** The exit code of a service that cannot run: 78 for an error of configuration, 3 for a store that is away, 1 for a crash. */
export function serviceExitCode(error: unknown): number {
  if (isStoreAway(error)) return exitCode.storeAway
  return ownExitCode(error) ?? (isConfiguration(error) ? exitCode.configuration : exitCode.failed)
}

/**
 * A plugin that fails is a crash, unless it refuses its configuration. An address that the system refuses is configured wrongly; one that is in use
 * can become free.
 */
const isConfiguration = (error: unknown): boolean =>
  (error instanceof ConfigurationError && (error.plugin === undefined || error.cause instanceof ConfigurationError)) ||
  (systemMessageOf(error) !== undefined && systemCodeOf(error) !== 'EADDRINUSE')

/** The exit code of an error or of its cause. */
export function ownExitCode(error: unknown): number | undefined {
  if (!(error instanceof ConfigurationError)) return undefined
  return error.exitCode ?? ownExitCode(error.cause)
}

/** The store cannot be reached, or another process uses it exclusively. Compared by code: the class belongs to the adapter, which may not be loaded. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof StoreUnavailable || codesOfError(error).includes('store-owned')

/** What to do about an address that the service cannot listen at; undefined for any other error, such as `EACCES` of a file. */
export const systemMessageOf = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error && ['listen', 'getaddrinfo'].includes(String(error.syscall))
    ? systemMessages.get(systemCodeOf(error))
    : undefined

/** The text for a failure: a stack only for defects of the service. */
export function describeFailure(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof StoreUnavailable) return error.message
  if (!(error instanceof Error)) return String(error)
  const known = systemMessageOf(error)
  return known === undefined ? (error.stack ?? error.message) : `${error.message}: ${known}`
}

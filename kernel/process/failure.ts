import { exitCode } from '../contracts/commands.ts'
import { ConfigurationError, StoreUnavailable, codesOfError } from '../errors.ts'
import { pluginAtFault } from '../loader/plugin-fault.ts'

const systemMessages = new Map([
  ['EADDRINUSE', 'another program listens there; set PORT to another number'],
  ['EACCES', 'this user may not listen there; set PORT to 1024 or more'],
  ['EADDRNOTAVAIL', 'this machine has no such address; set HOST to one that it has'],
  ['ENOTFOUND', 'there is no such address; set HOST to one that this machine has'],
])

/**
 * Say on stderr why the service cannot run: one message for what the operator can mend, the stack only for what is our own fault.
 * @param plugin the plugin that it comes from, where that is known
 * @returns the exit code
 */
export function reportFailure(error: unknown, plugin?: string): number {
  const description = describe(error)
  const isNamed = plugin === undefined || pluginAtFault(error) !== undefined
  process.stderr.write(`plinth: ${isNamed ? '' : `plugin "${plugin}": `}${description}\n`)
  return isStoreAway(error) ? exitCode.storeAway : (ownExitCode(error) ?? exitCode.failed)
}

/** The exit code that an error asks for, or what it was caused by. */
export function ownExitCode(error: unknown): number | undefined {
  if (!(error instanceof ConfigurationError)) return undefined
  return error.exitCode ?? ownExitCode(error.cause)
}

/** The store cannot be reached, or another process owns it. By code: the class is the adapter's, which may not be loaded. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof StoreUnavailable || codesOfError(error).includes('store-owned')

/** What there is to say of a failure: a stack only for what is our own fault. */
export function describe(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof StoreUnavailable) return error.message
  if (!(error instanceof Error)) return String(error)
  const known = systemMessages.get('code' in error ? String(error.code) : '')
  return known === undefined ? (error.stack ?? error.message) : `${error.message}: ${known}`
}

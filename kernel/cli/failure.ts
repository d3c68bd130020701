import { CommanderError } from 'commander'
import { exitCode } from '../contracts/commands.ts'
import { CommandFailed, ConfigurationError, HttpError, StoreUnavailable } from '../errors.ts'

/** How the process ends because of an error, and what there is to say. */
export interface Failure {
  exitCode: number
  /** Undefined when it was said already (help, wrong usage). */
  message: string | undefined
}

/** Exit code and message for whatever a command threw. A stack only for what is our own fault. */
export function explainFailure(error: unknown): Failure {
  if (error instanceof CommanderError)
    return { exitCode: error.exitCode === 0 ? exitCode.done : exitCode.usage, message: undefined }
  if (error instanceof CommandFailed) return error
  if (error instanceof StoreUnavailable) return { exitCode: exitCode.storeAway, message: error.message }
  if (error instanceof ConfigurationError || error instanceof HttpError)
    return { exitCode: exitCode.failed, message: error.message }
  return { exitCode: exitCode.failed, message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

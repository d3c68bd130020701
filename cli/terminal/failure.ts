import { CommanderError } from 'commander'
import { exitCode } from '../../kernel/contracts/commands.ts'
import { CommandFailed, ServiceError } from '../../kernel/errors.ts'
import { describe, isStoreAway, ownExitCode } from '../../kernel/process/failure.ts'

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
  if (isStoreAway(error)) return { exitCode: exitCode.storeAway, message: describe(error) }
  return {
    exitCode: ownExitCode(error) ?? exitCode.failed,
    message: error instanceof ServiceError ? error.message : describe(error),
  }
}

import { CommanderError } from 'commander'
import { exitCode } from '../../kernel/contracts/commands.ts'
import { CommandFailed, ServiceError } from '../../kernel/errors.ts'
import { describe, isStoreAway, ownExitCode } from '../../kernel/process/failure.ts'

/** How the process ends because of an error. */
export interface Failure {
  exitCode: number
  /** Undefined when it was already printed (help, wrong usage). */
  message: string | undefined
}

/** Exit code and message for any thrown value. A stack only for a defect of Plinth. */
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

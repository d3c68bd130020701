import { Readable } from 'node:stream'
import { CommandFailed } from '../errors.ts'

/** What a shell reports for a program ended by Ctrl-C: 128 and the number of SIGINT. */
export const interrupted = 130

/**
 * Let Ctrl-C and SIGTERM end a command in order: what is under way finishes, files are put away, the store is closed.
 * A second one ends it at once.
 */
export function onInterruption(stdin: NodeJS.ReadableStream): AbortSignal {
  const controller = new AbortController()
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(interrupted)
    controller.abort(new CommandFailed('interrupted', interrupted))
    if (stdin instanceof Readable) stdin.destroy()
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  return controller.signal
}

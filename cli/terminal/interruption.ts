import { Readable } from 'node:stream'
import { CommandFailed } from '../../kernel/errors.ts'

/** What a shell reports for a program ended by Ctrl-C: 128 and the number of SIGINT. */
const interrupted = 130

/** Watches for Ctrl-C and SIGTERM while a command runs. */
export interface Interruption {
  /** Aborted when the command is to end. */
  signal: AbortSignal
  /** Watch no longer. */
  end(): void
}

/**
 * Let Ctrl-C and SIGTERM end a command in order: what is under way finishes, files are put away, the store is closed.
 * A second one ends it at once.
 */
export function watchForInterruption(stdin: NodeJS.ReadableStream): Interruption {
  const controller = new AbortController()
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(interrupted)
    controller.abort(new CommandFailed('interrupted', interrupted))
    if (stdin instanceof Readable) stdin.destroy()
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const name of signals) process.on(name, interrupt)
  return {
    signal: controller.signal,
    end() {
      for (const name of signals) process.off(name, interrupt)
    },
  }
}

import { Readable } from 'node:stream'
import { CommandFailed } from '../../kernel/errors.ts'

/** The exit code that shells report for a program ended by Ctrl-C: 128 plus the number of SIGINT. */
const interrupted = 130

/** Watches for Ctrl-C and SIGTERM while a command runs. */
export interface Interruption {
  /** Aborted when the command must end. */
  signal: AbortSignal
  /** Stop watching. */
  end(): void
}

/**
 * Let Ctrl-C and SIGTERM end a command in an orderly way: work in progress finishes, files are completed, the store is closed.
 * A second signal ends it at once.
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

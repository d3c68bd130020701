import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** npm forwards a signal that the terminal has already sent to this process; a second one within this time is the same one. */
const sameSignalMs = 1000

/** How long the process may take to end by itself when everything is closed. */
const naturalEndMs = 1000

/** Time limits of the end of the process. */
interface ClosingLimits {
  /** How long everything is still served, while the service reports that it is not ready, ms. */
  drainDelayMs: number
  /** How long closing may take after that, ms. */
  graceMs: number
}

/**
 * End the process cleanly on SIGTERM, SIGINT and SIGHUP: finish open requests, close everything, exit 0. A second signal ends it at once.
 * @param app the application, undefined while it is being built
 */
export function closeOnSignal(app: () => FastifyInstance | undefined, limits: ClosingLimits): void {
  let first: number | undefined
  const onSignal = (signal: NodeJS.Signals): void => {
    if (first !== undefined) {
      if (Date.now() - first > sameSignalMs) process.exit(1)
      return
    }
    first = Date.now()
    void close(app(), signal, limits)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal)
}

/** Do not open the inspector on SIGUSR1: every program of the same user could then read the memory of the service, and run code in it. */
export function refuseInspector(app: () => FastifyInstance | undefined): void {
  process.on('SIGUSR1', () => app()?.log.warn('SIGUSR1 is ignored: there is no inspector in production mode'))
}

async function close(
  app: FastifyInstance | undefined,
  signal: NodeJS.Signals,
  { drainDelayMs, graceMs }: ClosingLimits,
): Promise<void> {
  if (app === undefined) process.exit(0)
  app.log.info({ signal }, 'stopping')
  app.diContainer.resolve('readiness').drain()
  await delay(drainDelayMs)
  setTimeout(() => process.exit(1), graceMs).unref()
  try {
    await app.close()
    app.log.info({ signal }, 'stopped')
    // At a natural end Node frees the statements of SQLite, which then deletes the files beside its own; a plugin can leave something running.
    setTimeout(() => process.exit(0), naturalEndMs).unref()
  } catch (error) {
    app.log.error({ err: error }, 'closing failed')
    process.exit(1)
  }
}

import type { FastifyInstance } from 'fastify'

/** npm forwards a signal that the terminal has already sent to this process; a second one within this time is the same one. */
const sameSignalMs = 1000

/**
 * End the process cleanly on SIGTERM and SIGINT: finish open requests, close everything, exit 0. A second signal ends it at once.
 * @param app the application, undefined while it is being built
 * @param graceMs how much longer than the draining itself closing may take, ms
 */
export function closeOnSignal(app: () => FastifyInstance | undefined, graceMs: number): void {
  let first: number | undefined
  const onSignal = (): void => {
    if (first !== undefined) {
      if (Date.now() - first > sameSignalMs) process.exit(1)
      return
    }
    first = Date.now()
    void close(app(), graceMs)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

async function close(app: FastifyInstance | undefined, graceMs: number): Promise<void> {
  if (app === undefined) process.exit(0)
  setTimeout(() => process.exit(1), graceMs).unref()
  try {
    await app.close()
    process.exit(0)
  } catch (error) {
    app.log.error({ err: error }, 'closing failed')
    process.exit(1)
  }
}

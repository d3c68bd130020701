import { systemCodeOf } from '../../errors.ts'
import { open } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

/** Time between a new connection and the check, ms: many connections share one. */
const checkDelayMs = 100

/**
 * Warn when the process has no file descriptors left. The system then closes new connections without reporting it to the process, so this is checked
 * after connections were accepted.
 */
export function warnOfDescriptors(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined
  let isExhausted = false
  const check = async (): Promise<void> => {
    const failure = await tryToOpen()
    timer = undefined
    if (failure !== undefined && !isExhausted)
      app.log.warn(
        { code: failure },
        'no file descriptor is left: new connections are closed; raise the limit of open files',
      )
    isExhausted = failure !== undefined
  }
  app.server.on('connection', () => {
    timer ??= setTimeout(() => void check(), checkDelayMs).unref()
  })
  app.addHook('onClose', (_instance, done) => {
    clearTimeout(timer)
    done()
  })
}

/** @returns the code of the error if there is no descriptor for another file */
async function tryToOpen(): Promise<string | undefined> {
  try {
    await (await open('/dev/null')).close()
    return undefined
  } catch (error) {
    const code = systemCodeOf(error)
    return code === 'EMFILE' || code === 'ENFILE' ? code : undefined
  }
}

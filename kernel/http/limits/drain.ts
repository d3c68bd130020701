import type { FastifyInstance } from 'fastify'

/** How often idle connections are closed, ms. */
const sweepIntervalMs = 50

/**
 * On close no new connection is accepted and open requests get time to finish; after that their connections are closed. A connection
 * whose request has finished would be kept alive for the next one, so it is closed.
 * @param timeout how long open requests have to finish, ms
 */
export function drainOnClose(app: FastifyInstance, timeout: number): void {
  let sweep: NodeJS.Timeout | undefined
  let end: NodeJS.Timeout | undefined
  app.addHook('preClose', done => {
    sweep = setInterval(() => {
      app.server.closeIdleConnections()
    }, sweepIntervalMs)
    end = setTimeout(() => {
      app.server.closeAllConnections()
    }, timeout)
    done()
  })
  app.addHook('onClose', (_instance, done) => {
    clearInterval(sweep)
    clearTimeout(end)
    done()
  })
}

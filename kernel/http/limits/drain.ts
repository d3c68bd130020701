import type { FastifyInstance } from 'fastify'

/** How often connections that have become idle are closed, ms. */
const sweepIntervalMs = 50

/**
 * On close nothing new is let in and open requests get time to finish; after that their connections are cut. A connection
 * whose request has finished would be kept for the next one: it is closed.
 * @param timeout how long open requests get, ms
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

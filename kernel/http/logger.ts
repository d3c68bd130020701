import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'

/** Query parameters whose values are never written down. */
const secret = /([?&](?:[^=&]*(?:token|secret|password|key|code|state)[^=&]*)=)[^&]*/gi

/** An address as it may be logged. */
export const loggedUrl = (url: string): string => url.replace(secret, '$1…')

/** Structured logs on stdout (pino): no headers, no bodies, no tokens. */
export const loggerOptions = (level: string): FastifyServerOptions['logger'] => ({
  level,
  redact: {
    paths: ['authorization', 'cookie', 'set-cookie', 'token'].flatMap(name => [
      `["${name}"]`,
      `headers["${name}"]`,
      `*.headers["${name}"]`,
    ]),
    censor: '…',
  },
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, url: loggedUrl(request.url), from: request.ip }),
  },
})

/**
 * One line for each request that was answered, at level `debug`: at `info` it would cost a good part of what a small answer
 * costs. Failures of the service itself are logged at `error` with the same request id, always.
 */
export function logRequests(app: FastifyInstance): void {
  if (app.log.level !== 'debug' && app.log.level !== 'trace') return
  app.addHook('onResponse', (request, reply, done) => {
    request.log.debug({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
    done()
  })
}

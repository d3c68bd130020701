import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'

/** Query parameters whose values are logged: numbers, and words of this API. All others could contain credentials, personal or stored data. */
const harmless = new Set([
  'check_read_only',
  'copy',
  'count',
  'dry_run',
  'force',
  'format',
  'include',
  'labels',
  'limit',
  'preview',
  'samples',
  'sort_by',
  'sort_order',
  'status',
  'update',
])

/** A URL as it can be logged: of most query parameters only the names. */
export function loggedUrl(url: string): string {
  const start = url.indexOf('?')
  return start === -1
    ? url
    : `${url.slice(0, start)}?${url
        .slice(start + 1)
        .split('&')
        .map(loggedPair)
        .join('&')}`
}

function loggedPair(pair: string): string {
  const end = pair.indexOf('=')
  const name = end === -1 ? pair : pair.slice(0, end)
  return end === -1 || harmless.has(name) ? pair : `${name}=…`
}

const redacted = ['authorization', 'cookie', 'set-cookie', 'token', 'secret', 'password', 'x-plinth-local']

/** Structured logs on stdout (pino): no headers, no bodies, no tokens. */
export const loggerOptions = (level: string): FastifyServerOptions['logger'] => ({
  level,
  redact: {
    paths: redacted.flatMap(name => [`["${name}"]`, `headers["${name}"]`, `*.headers["${name}"]`]),
    censor: '…',
  },
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, url: loggedUrl(request.url), from: request.ip }),
  },
})

/**
 * Log one line for each answered request, at level `debug`: at `info` it would cost a considerable part of a small answer.
 * Failures of the service itself are always logged at `error` with the same request id.
 */
export function logRequests(app: FastifyInstance): void {
  if (app.log.level !== 'debug' && app.log.level !== 'trace') return
  app.addHook('onResponse', (request, reply, done) => {
    request.log.debug({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
    done()
  })
}

const start = randomBytes(6).toString('base64url')
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/
let count = 0

/** The id under which a request is logged: the `X-Request-Id` of a proxy if it is a plain token, else a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  if (typeof given === 'string' && wellFormed.test(given)) return given
  count += 1
  return `${start}.${count.toString(36)}`
}

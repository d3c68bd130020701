import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Config } from '../contracts/config.ts'
import type { LogLevel } from '../contracts/log-level.ts'
import { isRecord } from '../../lib/json/index.ts'
import { callerIfKnown } from './admission/caller.ts'

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

/** The request that a log belongs to. */
const loggedRequest = Symbol('request')

/** The fields of every line of a request, such as its id. */
const fieldsOfRequest = Symbol('fields')

/** Whether the lines of a log get the {@link fieldsOfRequest} by the mixin of {@link loggerOptions}. */
const addsFields = Symbol('adds fields')

declare module 'fastify' {
  interface FastifyBaseLogger {
    [loggedRequest]?: FastifyRequest
    [fieldsOfRequest]?: object
    [addsFields]?: true
  }
}

/** Number of the level `warn` in pino. */
const warnLevel = 40

/**
 * Structured logs on stdout (pino): no headers, no bodies, no tokens. Warnings and errors of a request have the fields of {@link requestFields}, which
 * are collected only when a line is written.
 */
export const loggerOptions = (level: string): FastifyServerOptions['logger'] => ({
  level,
  redact: {
    paths: redacted.flatMap(name => [`["${name}"]`, `headers["${name}"]`, `*.headers["${name}"]`]),
    censor: '…',
  },
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, url: loggedUrl(request.url), from: request.ip }),
  },
  mixin: (_line: object, lineLevel: number, log: FastifyBaseLogger) => {
    const request = log[loggedRequest]
    return { ...log[fieldsOfRequest], ...(lineLevel >= warnLevel && request !== undefined && requestFields(request)) }
  },
})

/** Let {@link requestLog} use the mixin of {@link loggerOptions}, with which this log was created; so do its children. */
export function addFieldsWhenLogged(log: FastifyBaseLogger): void {
  log[addsFields] = true
}

/**
 * Create the log of a request. A child of pino serializes and redacts its fields at once, for each request; most requests write no line, so
 * the log of the service adds the fields when a line is written. Any other logger gets a child.
 */
export function requestLog(
  log: FastifyBaseLogger,
  ...[fields, options = {}]: Parameters<FastifyBaseLogger['child']>
): FastifyBaseLogger {
  const hasOptions = options.serializers !== undefined || ![undefined, ''].includes(options.level)
  if (log[addsFields] !== true || hasOptions) return log.child(fields, options)
  const own: FastifyBaseLogger = Object.create(log)
  own[fieldsOfRequest] = fields
  return own
}

/** What is requested, and by whom: the method, the pattern of the route, the type of the resources, the user and the address of the client. Never a value of the query. */
function requestFields(request: FastifyRequest): Record<string, string> {
  const { method, routeOptions, ip } = request
  const type = routeOptions.config.target?.(request).type
  const caller = callerIfKnown(request)
  return {
    method,
    ...(routeOptions.url !== undefined && { route: routeOptions.url }),
    ...(type !== undefined && { type }),
    ...(caller !== undefined && { user: caller.id }),
    ...(caller?.impersonator !== undefined && { impersonator: caller.impersonator }),
    address: ip,
  }
}

const maxShownFilters = 20

/**
 * The shape of a query: the fields and operators of its filters, the sort and whether it searches for words, without any value.
 * @returns nothing for a request without these
 */
export function queryShape(request: FastifyRequest): { filter?: string[]; sort?: string; q?: true } {
  const query = isRecord(request.query) ? request.query : {}
  const conditions = Object.entries(query).flatMap(([name, value]) => {
    if (name === 'filter_field') return [`${String(value)} eq`]
    return name.startsWith('_filter[') ? [name.slice('_filter['.length, -1).replaceAll('][', ' ')] : []
  })
  const { sort_by, sort_order } = query
  return {
    ...(conditions.length > 0 && { filter: conditions.slice(0, maxShownFilters) }),
    ...(typeof sort_by === 'string' && { sort: [sort_by, sort_order ?? 'asc'].join(' ') }),
    ...('q' in query && { q: true as const }),
  }
}

/**
 * Log one line for each request when it has ended: at `info` if the access log is on, else at `debug`. Requests that take longer than `slowMs` are
 * warned about; not those of routes without a time limit, such as imports and event streams.
 */
export function logRequests(app: FastifyInstance, { access = false, slowMs = Infinity }: Config['log']): void {
  app.addHook('onRequest', (request, reply, done) => {
    request.log[loggedRequest] = request
    if (access) logAccess(request, reply)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime)
    if (!access) request.log.debug({ req: request, status: reply.statusCode, ms }, 'answered')
    if (ms > slowMs && request.routeOptions.config.handlerTimeout !== false)
      request.log.warn({ status: reply.statusCode, ms, ...queryShape(request) }, 'a request was slow')
    done()
  })
}

function logAccess(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw
  const { ip: address } = request // unknown after the connection has ended
  const sentBefore = socket.bytesWritten
  reply.raw.once('close', () => {
    const length = Number(reply.getHeader('content-length') ?? Number.NaN)
    const isWhole = reply.raw.writableFinished
    const hasBody = request.method !== 'HEAD' && ![204, 304].includes(reply.statusCode)
    const bytes = hasBody ? (isWhole && length >= 0 ? length : socket.bytesWritten - sentBefore) : 0
    const line = {
      ...requestFields(request),
      address,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      bytes,
    }
    request.log.info(isWhole ? line : { ...line, aborted: true }, 'request')
  })
}

/** The level of all logs of the process. A log that is created from another one has a level of its own. */
export class ProcessLogLevel implements LogLevel {
  readonly #configured: string
  readonly #logs: FastifyBaseLogger[]

  constructor(log: FastifyBaseLogger) {
    this.#configured = log.level
    this.#logs = [log]
  }

  add(log: FastifyBaseLogger): void {
    this.#logs.push(log)
  }

  set(level: string | null): void {
    for (const log of this.#logs) log.level = level ?? this.#configured
  }
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

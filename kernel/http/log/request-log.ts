import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Options = Parameters<FastifyBaseLogger['child']>[1]

/**
 * The log of one request. Nearly every request writes nothing, and a child of the log costs a tenth of what a small answer does, so that
 * it is made with the first line.
 */
class RequestLog implements FastifyBaseLogger {
  readonly #log: FastifyBaseLogger
  readonly #bindings: Bindings
  readonly #options: Options
  #child: FastifyBaseLogger | undefined

  constructor(log: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#log = log
    this.#bindings = bindings
    this.#options = options
  }

  get level(): string {
    return this.#own.level
  }

  set level(level: string) {
    this.#own.level = level
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line)
  }

  error(...line: unknown[]): void {
    this.#write('error', line)
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line)
  }

  info(...line: unknown[]): void {
    this.#write('info', line)
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line)
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line)
  }

  silent(): void {
    // writes nothing, whatever the level
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.#own.child(bindings, options)
  }

  get #own(): FastifyBaseLogger {
    return (this.#child ??= this.#log.child(this.#bindings, this.#options))
  }

  #write(level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace', line: unknown[]): void {
    Reflect.apply(this.#own[level], this.#own, line)
  }
}

/** Fastify's `childLoggerFactory`: a log for each request that bears its id, made when it is needed. */
export const requestLog = (log: FastifyBaseLogger, bindings: Bindings, options: Options): FastifyBaseLogger =>
  new RequestLog(log, bindings, options)

const start = randomBytes(6).toString('base64url')
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/
let count = 0

/** The id under which a request is logged: the `X-Request-Id` that a proxy gave it if that is a plain token, else a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  if (typeof given === 'string' && wellFormed.test(given)) return given
  count += 1
  return `${start}.${count.toString(36)}`
}

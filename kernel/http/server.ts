import fastify, { LogController } from 'fastify'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifyServerOptions,
} from 'fastify'
import type { FastifyValidationResult } from 'fastify/types/schema.js'
import type { Config } from '../contracts/config.ts'
import { compile, compileQuery } from '../validation.ts'
import { addCorsHeaders } from './admission/cross-origin.ts'
import { answerError, errorFormat } from './errors/answer-error.ts'
import { answerClientError, answerOddRequests } from './errors/client-errors.ts'
import { addFieldsWhenLogged, loggerOptions, requestId, requestLog } from './logger.ts'
import { parseQuery } from './routes/query.ts'
import { limitsOf } from './limits/rate-limits.ts'
import { answerHeaders } from './security-headers.ts'
import { decodePercent } from '../../lib/web-text/index.ts'

/** Long enough for an id whose type has the longest slug, percent-encoded. */
const maxParamLength = 512

/** A connection on which nothing moves for so long is closed: its client does not read the answer, or sends no more of a body that is streamed. */
const maxSilenceMs = 300_000

/**
 * A Fastify instance with the settings of the service and no routes: strict validation, limits on size and time, every error in one shape.
 * Paths are case sensitive, and a trailing slash makes another path.
 * @param logger replaces the log on stdout; false for none
 */
export function createServer({ mode, http, log }: Config, logger?: FastifyBaseLogger | false): FastifyInstance {
  const headers = answerHeaders({ mode, http })
  const app = fastify({
    ...loggerChoice(log.level, logger),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    childLoggerFactory: requestLog,
    bodyLimit: http.bodyLimit,
    trustProxy: http.trustProxy === undefined ? false : [...http.trustProxy],
    requestTimeout: http.requestTimeout,
    connectionTimeout: maxSilenceMs,
    http: {
      maxHeaderSize: 16_384,
      headersTimeout: Math.min(http.headersTimeout, http.requestTimeout),
      connectionsCheckingInterval: 1000,
      requireHostHeader: false, // Node would answer without a message; `beginRequest` checks it
    },
    pluginTimeout: 0, // the loader has its own, which names the plugin
    return503OnClosing: false, // requests on open connections are still answered, then the connections are closed
    routerOptions: { maxParamLength, querystringParser: parseQuery },
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers)
      addCorsHeaders(request, reply, http.cors)
      void countMalformed(error, request, reply).then(failure => answerError(failure, request, reply))
    },
    rewriteUrl: request => {
      // Fastify's router supports some methods only; all others are refused like TRACE, which no route has.
      if (!app.supportedMethods.includes(request.method ?? '')) request.method = 'TRACE'
      return withoutMalformedEscapes(pathOf(request.url ?? '/'))
    },
    clientErrorHandler: answerClientError,
  })
  if (logger === undefined) addFieldsWhenLogged(app.log)
  app.decorate(errorFormat, http.errors)
  answerOddRequests(app.server)
  app.setErrorHandler(answerError)
  app.setValidatorCompiler<object>(route => onFirstUse(() => compileValidator(route)))
  app.setSerializerCompiler(() => JSON.stringify)
  return app
}

/** Compile the schema of a route's body or query; other parts are not validated. @throws Error when it is no valid JSON Schema */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  if (httpPart === 'querystring') return compileQuery(schema)
  return httpPart === 'body' ? compile(schema) : () => true
}

/** {@link compileValidator} for routes that read their body as a stream: what they declare of it describes it alone. */
export const compileBesideStream: FastifySchemaCompiler<object> = route =>
  route.httpPart === 'body' ? () => true : compileValidator(route)

/** A validator that is compiled when the first value arrives: a start, and a command on the store, would spend a fifth of their time on validators that they do not use. */
function onFirstUse(compileNow: () => FastifyValidationResult): FastifyValidationResult {
  let validate: FastifyValidationResult | undefined
  const check: FastifyValidationResult = value => {
    validate ??= compileNow()
    const result = validate(value)
    check.errors = validate.errors ?? null
    return result
  }
  return check
}

/**
 * The path and query of a request target: an absolute form (RFC 9112, 3.2.2) refers to this service, whatever host it names, and gets the same
 * answer.
 */
const pathOf = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*(?=\/)/i, '')

/** Outside of the API, whose addresses the router checks, every `%` of a part with a malformed percent-escape is meant literally: pages are linked by people. */
function withoutMalformedEscapes(url: string): string {
  if (!url.includes('%') || url.startsWith('/api/')) return url
  const [path = '', ...query] = url.split('?')
  return [path, ...query]
    .map(part => (decodePercent(part) !== undefined ? part : part.replaceAll('%', '%25')))
    .join('?')
}

/** Count a request that reaches no hook like any other from its address. @returns the error to answer with: the given one, or that of the limit */
async function countMalformed(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  return limitsOf(request)
    .countAddress(request, reply)
    .then(
      () => error,
      (refusal: unknown) => refusal,
    )
}

function loggerChoice(level: string, logger: FastifyBaseLogger | false | undefined): FastifyServerOptions {
  if (logger === undefined) return { logger: loggerOptions(level) ?? false }
  return logger === false ? { logger: false } : { loggerInstance: logger }
}

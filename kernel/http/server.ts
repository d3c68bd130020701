import fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Config } from '../contracts/config.ts'
import { compile, compileQuery } from '../validation.ts'
import { answerError } from './errors/answer-error.ts'
import { answerClientError, answerOddRequests } from './errors/client-errors.ts'
import { loggerOptions, requestId } from './logger.ts'
import { parseQuery } from './routes/query.ts'
import { limitsOf } from './limits/rate-limits.ts'
import { answerHeaders } from './security-headers.ts'

/** Long enough for an id whose type has the longest slug, percent-encoded. */
const maxParamLength = 512

/**
 * A Fastify instance with the house's settings and nothing on it: strict validation, bounded sizes and times, every error in one shape.
 * Addresses are case sensitive, and one with a slash at its end is another one.
 * @param logger takes the place of the log on stdout; false for none
 */
export function createServer({ mode, http, log }: Config, logger?: FastifyBaseLogger | false): FastifyInstance {
  const headers = answerHeaders(mode)
  const app = fastify({
    ...loggerChoice(log.level, logger),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit: http.bodyLimit,
    trustProxy: http.trustProxy === undefined ? false : [...http.trustProxy],
    requestTimeout: http.requestTimeout,
    http: {
      maxHeaderSize: 16_384,
      headersTimeout: Math.min(http.headersTimeout, http.requestTimeout),
      connectionsCheckingInterval: 1000,
      requireHostHeader: false, // Node would answer without a message; the entrance asks for it
    },
    pluginTimeout: 0, // the loader has its own, which names the plugin
    return503OnClosing: false, // what arrives on open connections is answered, then they close
    routerOptions: { maxParamLength, querystringParser: parseQuery },
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers)
      void countMalformed(error, request).then(failure => answerError(failure, request, reply))
    },
    rewriteUrl: ({ url = '/' }) => pathOf(url),
    clientErrorHandler: answerClientError,
  })
  answerOddRequests(app.server)
  app.setErrorHandler(answerError)
  app.setValidatorCompiler<object>(({ schema, httpPart }) => {
    if (httpPart === 'querystring') return compileQuery(schema)
    return httpPart === 'body' ? compile(schema) : () => true
  })
  app.setSerializerCompiler(() => JSON.stringify)
  return app
}

/**
 * The path and query of a request target: whoever sends it in absolute form (RFC 9112, 3.2.2) means this service, by whatever name, and
 * gets the same answer.
 */
const pathOf = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*(?=\/)/i, '')

/** What never comes to a hook counts like any other request of its address. @returns what to answer: the error, or that it is one too many */
async function countMalformed(error: unknown, request: FastifyRequest): Promise<unknown> {
  return limitsOf(request)
    .countAddress(request)
    .then(
      () => error,
      (refusal: unknown) => refusal,
    )
}

function loggerChoice(level: string, logger: FastifyBaseLogger | false | undefined): FastifyServerOptions {
  if (logger === undefined) return { logger: loggerOptions(level) ?? false }
  return logger === false ? { logger: false } : { loggerInstance: logger }
}

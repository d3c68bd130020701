import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../contracts/config.ts'
import { httpStatusOf } from '../../error-codes.ts'
import type { ErrorCode } from '../../error-codes.ts'
import {
  HandlerTimeout,
  HttpError,
  NotReady,
  OutcomeUnknown,
  QueryTooSlow,
  ServiceError,
  StoreUnavailable,
  TooManyBodyBytes,
  ValidationFailed,
  systemCodeOf,
} from '../../errors.ts'
import { toValidationFailure } from '../../validation.ts'
import { pointerTokens } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { quote } from '../../../lib/query/index.ts'
import { isReadOnly } from '../conventions.ts'
import { queryShape } from '../logger.ts'
import { json, prefersProblem, problemJson } from '../media-type.ts'

/** The decorator with the format of errors in plain JSON. */
export const errorFormat = Symbol('error format')

/** Headers of the successful answer that was being prepared when it failed. */
const headersToDrop = ['etag', 'location', 'last-modified', 'link', 'content-length']

/**
 * Answer any thrown value with `{"message": "…"}`, or with a problem (RFC 9457) if the client accepts that.
 * An unexpected error is logged and answered as 500 without details.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const answer = answerFor(error, request)
  const { status, headers = {} } = answer
  const format = request.server.getDecorator<Config['http']['errors']>(errorFormat)
  const [contentType, body] = errorBody(answer, request.headers.accept, format)
  if (status >= 500 && status !== 501) note(error, status, request) // what is not implemented is named at the start
  for (const name of headersToDrop) reply.removeHeader(name)
  if (!request.raw.complete && headers['connection'] !== 'close') keepWhileSending(request, reply)
  void reply.code(status).headers(headers).header('content-type', contentType).send(body)
}

/** Log what an operator should know. A store error for a client that has disconnected is no failure. */
function note(error: unknown, status: number, request: FastifyRequest): void {
  const { log, raw } = request
  if (error instanceof TooManyBodyBytes || error instanceof HandlerTimeout || error instanceof NotReady) return // already logged
  const failed = { method: request.method, status }
  if (status === 503 && raw.socket.destroyed)
    log.debug({ ...failed, err: error }, 'the client has closed the connection before this answer')
  else if (error instanceof QueryTooSlow) log.warn({ ...failed, ...queryShape(request) }, error.message)
  else log.error({ ...failed, err: error }, 'request failed')
}

/**
 * A client that is still sending a body would lose the answer if the connection were closed. So it stays open until the rest has arrived and
 * was dropped, at most for the time limit of a request.
 */
function keepWhileSending({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  if (reply.raw.shouldKeepAlive) return
  reply.raw.shouldKeepAlive = true
  reply.raw.once('finish', () => {
    if (raw.complete) raw.socket.end()
    else raw.once('end', () => raw.socket.end())
  })
}

/** The answer to a thrown value. */
interface Answer {
  status: number
  code: string
  message: string
  /** The further members of a problem (RFC 9457). */
  details?: JsonObject
  headers?: Readonly<Record<string, string>>
}

/**
 * The body of an error.
 * @param accept the `Accept` header of the request, if it could be read
 * @param format of errors in plain JSON, see `http.errors`
 * @returns its media type and text
 */
export function errorBody(
  answer: Answer,
  accept?: string,
  format: Config['http']['errors'] = 'message',
): [contentType: string, body: string] {
  const { message } = answer
  const isPlain = !prefersProblem(accept)
  if (isPlain && format === 'message') return [`${json}; charset=utf-8`, JSON.stringify({ message })]
  const problem = problemBody(answer)
  if (isPlain) return [`${json}; charset=utf-8`, JSON.stringify({ message, ...problem })]
  return [`${problemJson}; charset=utf-8`, JSON.stringify(problem)]
}

/** The fields of a problem (RFC 9457). */
const problemBody = ({ status, code, message, details }: Answer): JsonObject => ({
  type: 'about:blank',
  title: STATUS_CODES[status] ?? 'Error',
  status,
  detail: message,
  code,
  ...details,
})

/** The problem (RFC 9457) that a request would have been answered with; without details for an unexpected error. */
export const problemOf = (error: unknown): JsonObject =>
  problemBody(error instanceof ServiceError ? answerForService(error) : internal)

const answer = (status: number, code: ErrorCode, message: string, details: JsonObject = {}): Answer => ({
  status,
  code,
  message,
  details,
})

/** No id is that long. */
const nothingThere = answer(404, 'not-found', 'there is nothing at this address')
const internal = answer(500, 'internal-error', 'internal server error')
/** Only for the log: the client no longer waits for the answer. */
const cutOff = answer(400, 'malformed-request', 'the connection ended before the body had come')

/** The caller asked for a change: a query of the service itself was too slow for it. */
const noAnswerInTime = 'the store did not answer in time; nothing was changed, try again'

function answerFor(failure: unknown, request: FastifyRequest): Answer {
  const error = failure instanceof QueryTooSlow && !isReadOnly(request) ? new StoreUnavailable(noAnswerInTime) : failure
  if (error instanceof ServiceError) return answerForService(error)
  if (!isFastifyError(error)) return isCutOff(error, request) ? cutOff : internal
  const status = error.statusCode ?? 500
  if (status < 400 || status > 499) return internal
  switch (error.code) {
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return nothingThere
    case 'FST_ERR_VALIDATION':
      return invalid(error)
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return answer(413, 'payload-too-large', `the body is larger than ${request.routeOptions.bodyLimit ?? 0} bytes`)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return answer(415, 'unsupported-media-type', 'the media type of the body is missing or not supported here')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return answer(400, 'malformed-request', 'the body does not have the length in Content-Length')
    case 'FST_ERR_BAD_URL':
      return answer(400, 'malformed-request', 'the address has a malformed percent-escape')
    default:
      return answer(status, 'bad-request', (STATUS_CODES[status] ?? 'bad request').toLowerCase())
  }
}

function answerForService(error: ServiceError): Answer {
  const { code, message } = error
  return { status: httpStatusOf(error), code, message, details: detailsOf(error), headers: headersOf(error) }
}

/** What an error says to programs: the problems in the body, what would make a query faster, the resource or parameter that it is about. */
function detailsOf(error: ServiceError): JsonObject {
  const { problems, parameter, resource } = error
  const { fields = [], index = [] } = error instanceof QueryTooSlow ? error : {}
  const id = error instanceof OutcomeUnknown ? error.id : undefined
  return {
    ...(problems.length > 0 && { problems: problems.map(problem => ({ ...problem })) }),
    ...(fields.length > 0 && { fields: [...fields] }),
    ...(index.length > 0 && { index: [...index] }),
    ...(id !== undefined && { id }),
    ...(parameter !== undefined && { parameter }),
    ...(resource !== undefined && { resource: { ...resource } }),
  }
}

/** Names every invalid field, up to what fits into a message. */
function invalid({ validation = [], validationContext = 'body' }: FastifyError): Answer {
  const isBody = validationContext === 'body'
  const failures = validation.map(failure => toValidationFailure(failure as Parameters<typeof toValidationFailure>[0])) // the Ajv of this server created it
  const error = new ValidationFailed(failures, ({ field, message }) =>
    isBody ? `${field || 'the body'} ${message}` : `query parameter ${quote(field)} ${message}`,
  )
  if (isBody) return answerForService(error)
  const [parameter] = pointerTokens(error.problems[0]?.pointer ?? '')
  return answer(400, 'invalid-query-parameter', error.message, parameter === undefined ? {} : { parameter })
}

/** The error's own headers, and for an unavailable store when to try again. */
function headersOf(error: ServiceError): Readonly<Record<string, string>> {
  if (error instanceof HttpError) return error.headers
  return error instanceof StoreUnavailable ? { 'retry-after': '1' } : {}
}

/** Whether the sender of a body disconnected before its end. */
const isCutOff = (error: unknown, { raw }: FastifyRequest): boolean =>
  !raw.complete && systemCodeOf(error) === 'ECONNRESET'

const isFastifyError = (error: unknown): error is FastifyError => systemCodeOf(error).startsWith('FST_')

import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../errors.ts'
import { describe } from '../validation.ts'

interface Answer {
  status: number
  message: string
  headers: Readonly<Record<string, string>>
}

/** Headers of the answer that was on the way when it failed. */
const ofTheLostAnswer = ['etag', 'location', 'last-modified', 'link', 'content-length']

/** Answer `{"message": "…"}` for whatever was thrown. What nobody foresaw is logged and answered as 500, and says nothing. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, message, headers } = answerFor(error, request)
  if (status >= 500) note(error, status, request)
  for (const name of ofTheLostAnswer) reply.removeHeader(name)
  if (!request.raw.complete) keepWhileSending(request, reply)
  void reply
    .code(status)
    .headers(headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(errorBody(message))
}

/** What an operator should know. That the store could not serve somebody who has gone meanwhile is no failure. */
function note(error: unknown, status: number, { log, method, raw }: FastifyRequest): void {
  const failed = { err: error, method, status }
  if (status === 503 && raw.socket.destroyed) log.debug(failed, 'nobody waits for this answer any more')
  else log.error(failed, 'request failed')
}

/**
 * Whoever is still sending a body would lose the answer with the connection. So it stays until the rest has come and was dropped,
 * at most for the time that a request may take.
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

/** The body of every error. */
export const errorBody = (message: string): string => JSON.stringify({ message })

/** No id is as long as that. */
const nothingThere: Answer = { status: 404, message: 'there is nothing at this address', headers: {} }
const internal: Answer = { status: 500, message: 'internal server error', headers: {} }
/** For whoever reads the log: nobody waits for the answer. */
const cutOff: Answer = { status: 400, message: 'the connection ended before the body had come', headers: {} }

function answerFor(error: unknown, request: FastifyRequest): Answer {
  if (error instanceof HttpError) return { status: error.statusCode, message: error.message, headers: headersOf(error) }
  if (!isFastifyError(error)) return isCutOff(error, request) ? cutOff : internal
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return nothingThere
  const status = error.statusCode ?? 500
  if (status < 400 || status > 499) return internal
  return { status, message: wording(error, request), headers: {} }
}

/** A 401 says how one could sign in (RFC 9110, 11.6.1), whoever threw it. */
const headersOf = ({ statusCode, headers }: HttpError): Readonly<Record<string, string>> =>
  statusCode === 401 ? { 'www-authenticate': 'Bearer', ...headers } : headers

/** Whether the sender of a body went away in the middle of it. */
const isCutOff = (error: unknown, { raw }: FastifyRequest): boolean =>
  !raw.complete && error instanceof Error && 'code' in error && error.code === 'ECONNRESET'

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')

function wording(error: FastifyError, request: FastifyRequest): string {
  switch (error.code) {
    case 'FST_ERR_VALIDATION':
      return validationMessage(error)
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return `the body is larger than ${request.routeOptions.bodyLimit ?? 0} bytes`
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'the media type of the body is missing or not supported here'
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return 'the body is not as long as Content-Length says'
    case 'FST_ERR_BAD_URL':
      return 'the address has a malformed percent-escape'
    default:
      return (STATUS_CODES[error.statusCode ?? 400] ?? 'bad request').toLowerCase()
  }
}

const named = 20

/** Every failing field, as far as a message can name them. */
function validationMessage({ validation = [], validationContext = 'body' }: FastifyError): string {
  const problems = validation.slice(0, named).map(failure => {
    const { field, message } = describe(failure as Parameters<typeof describe>[0]) // Fastify's Ajv made it
    return `${field || `the ${validationContext}`} ${message}`
  })
  const more = validation.length - problems.length
  return [...new Set(problems), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../contracts/config.ts'
import type { Json } from '../../../lib/json/types.ts'
import { BadRequest, UnsupportedMediaType } from '../../errors.ts'
import type { Problem } from '../../errors.ts'
import { nextTurn } from '../../../lib/event-loop/index.ts'
import { maxNesting, parseJson } from '../../../lib/json/index.ts'
import { quote } from '../../../lib/query/index.ts'
import { BodyReader } from './body-reader.ts'
import { allowTime } from '../errors/client-errors.ts'
import { contentCoding, json, mediaType, mergePatch } from '../media-type.ts'

/** The media types of a route that does not declare any. */
export const defaultConsumes: readonly string[] = [json]

/**
 * Read bodies as strict JSON. A body of another type is refused; an empty one of any type counts as no body.
 * Which of the types a route takes is checked by {@link checkBodyType}.
 * @param mediaTypes those of JSON, besides merge patches
 */
export function readStrictJson(app: FastifyInstance, http: Config['http'], mediaTypes: readonly string[]): void {
  const reader = new BodyReader(http)
  app.decorateRequest(responseKey, undefined)
  app.addHook('onRequest', (request: RequestWithResponse, reply, done) => {
    if (hasBody(request)) request[responseKey] = reply.raw
    done()
  })
  app.removeAllContentTypeParsers()
  app.decorate(bodyReader, reader)
  addBodyParser(app, [...mediaTypes, mergePatch], readJsonBody)
  app.addContentTypeParser('*', (request: RequestWithResponse, payload, done) => {
    if (request.routeOptions.config.streamsBody === true) passOn(request, payload, done)
    else if (hasBody(request))
      done(new UnsupportedMediaType(`the media type ${contentType(request)} is not supported here`))
    else done(null, undefined)
  })
}

/** The decorator with the application's body reader. */
const bodyReader = Symbol('body reader')

/** Limits of a parsed body. */
type BodyLimits = Pick<Config['http'], 'maxObjectMembers'>

/** Turns the bytes of a body (at least one) into `request.body`. @throws ServiceError */
export type BodyParser = (body: Buffer, request: FastifyRequest, limits: BodyLimits) => unknown

/** From this size on a body is parsed in a later turn of the event loop, because many can arrive in one. */
const minLargeBytes = 64 * 1024

/** Parse a large body, and continue with its value in another turn. */
async function parseLarge(parse: () => unknown): Promise<unknown> {
  await nextTurn()
  const parsed = await parse()
  await nextTurn()
  return parsed
}

/**
 * Read bodies of additional media types, within the limits of the service: the route's `bodyLimit`, the bytes that all requests together can
 * have in memory, the time that a body can take. An empty body counts as none.
 * @param app the instance whose routes, and those of its children, accept such bodies
 */
export function addBodyParser(app: FastifyInstance, types: readonly string[], parse: BodyParser): void {
  const reader = app.getDecorator<BodyReader>(bodyReader)
  app.addContentTypeParser([...types], (request: RequestWithResponse, payload, done) => {
    const { [responseKey]: response } = request
    if (request.routeOptions.config.streamsBody === true) return passOn(request, payload, done)
    if (response === undefined) return done(null, undefined)
    reader.read(request, payload, response, (error, body) => {
      if (error !== null || body === undefined || body.length === 0) return done(error, undefined)
      const fail = (failure: unknown): void => done(failure instanceof Error ? failure : new Error(String(failure)))
      if (body.length >= minLargeBytes) {
        void parseLarge(() => parse(body, request, reader.limits)).then(value => done(null, value), fail)
        return
      }
      try {
        const parsed = parse(body, request, reader.limits)
        if (parsed instanceof Promise) parsed.then(value => done(null, value), fail)
        else done(null, parsed)
      } catch (failure) {
        fail(failure)
      }
    })
  })
}

/**
 * A hook `preParsing` for routes whose bodies are read by the parser of a library: applies the limits of {@link addBodyParser} to the stream, which
 * emits the error of a limit that is exceeded.
 */
export function limitBody(
  request: FastifyRequest,
  { raw }: FastifyReply,
  payload: IncomingMessage,
  done: (error: Error | null) => void,
): void {
  request.server.getDecorator<BodyReader>(bodyReader).limit(request, payload, raw, done)
}

/** Reads a body as strict JSON, for {@link addBodyParser}. @throws BadRequest */
export const readJsonBody: BodyParser = (body, request, { maxObjectMembers }) =>
  readJson(body, maxDepthOf(request), maxObjectMembers)

/** The response to a request with a body. */
const responseKey = Symbol('response')
type RequestWithResponse = FastifyRequest & { [responseKey]?: ServerResponse | undefined }

/** Give the route its body as a stream, without a time limit. */
function passOn(
  request: RequestWithResponse,
  payload: IncomingMessage,
  done: (error: null, body: IncomingMessage) => void,
): void {
  allowTime(payload.socket, request[responseKey])
  done(null, payload)
}

/** @throws BadRequest when the bytes are not UTF-8, or the text is not JSON that the service accepts */
function readJson(body: Buffer, maxDepth: number, maxObjectMembers: number): Json {
  if (!isUtf8(body)) throw invalidJson('the body is not valid UTF-8')
  try {
    return parseJson(body.toString('utf8'), maxDepth, maxObjectMembers)
  } catch (error) {
    throw error instanceof BadRequest ? invalidJson(error.message, error.problems[0]) : error
  }
}

/** @param problem where in the body it is, and what is wrong there; absent when it is the whole body */
function invalidJson(message: string, problem?: Pick<Problem, 'pointer' | 'message'>): BadRequest {
  const code = 'invalid-json'
  return new BadRequest(message, { code, problems: [{ pointer: '', message, ...problem, code }] })
}

const maxDepthOf = ({ routeOptions }: FastifyRequest): number => maxNesting + (routeOptions.config.envelopeDepth ?? 0)

/**
 * @param consumes the media types that the route accepts
 * @throws UnsupportedMediaType when there is a body of another type, character set or encoding
 */
export function checkBodyType(request: FastifyRequest, consumes: readonly string[]): void {
  const header = request.headers['content-type']
  if (header !== undefined && header !== json) checkType(request, header, consumes)
  else if (!consumes.includes(json) && !consumes.includes('*/*') && hasBody(request)) throw wrongType(request, consumes)
  const encoding = contentCoding(request.headers['content-encoding'])
  if (encoding === 'gzip' && request.routeOptions.config.streamsBody === true) return
  if (encoding !== 'identity' && hasBody(request)) {
    throw new UnsupportedMediaType(`a body in the encoding ${quote(encoding)} is not supported; send it as it is`)
  }
}

function checkType(request: FastifyRequest, header: string, consumes: readonly string[]): void {
  if (consumes.includes('*/*')) return // bytes of any kind
  if (!consumes.includes(mediaType(header))) {
    if (hasBody(request)) throw wrongType(request, consumes)
    return
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(header)?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new UnsupportedMediaType(`the character set ${quote(charset)} is not supported; send UTF-8`)
  }
}

function wrongType(request: FastifyRequest, consumes: readonly string[]): UnsupportedMediaType {
  const isSpreadsheet = spreadsheet.test(request.headers['content-type'] ?? '') && consumes.includes('text/csv')
  const advice = isSpreadsheet
    ? 'save the spreadsheet as CSV (UTF-8) and send that as text/csv'
    : `send ${consumes.join(' or ')}`
  return new UnsupportedMediaType(
    `the media type ${contentType(request)} is not supported here; ` +
      (consumes.length === 0 ? 'this reads no body' : advice),
  )
}

const spreadsheet =
  /^application\/vnd\.(?:openxmlformats-officedocument\.spreadsheetml|ms-excel|oasis\.opendocument\.spreadsheet)/i

const contentType = (request: FastifyRequest): string => quote(request.headers['content-type'] ?? '')

/** Whether a request has a body, even an empty one. */
export function hasBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

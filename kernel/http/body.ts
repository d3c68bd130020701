import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BadRequest, UnsupportedMediaType } from '../errors.ts'
import { maximumDepth, parseJson } from '../json/index.ts'
import { quote } from '../store/query/index.ts'
import { json, linkedData, mediaType, mergePatch } from './media-type.ts'

/** What a route takes when it does not say. */
export const defaultConsumes: readonly string[] = [json]

/**
 * Read bodies as strict JSON. A body of another type is refused, an empty one of whatever type is no body.
 * Which of the types a route takes is checked by {@link checkBodyType}.
 */
export function readStrictJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser([json, linkedData, mergePatch], { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) done(null, undefined)
    else if (isUtf8(body)) done(null, parseJson(body.toString('utf8'), maxDepthOf(request)))
    else done(new BadRequest('the body is not valid UTF-8'))
  })
  app.addContentTypeParser('*', (request, _payload, done) => {
    if (hasBody(request)) done(new UnsupportedMediaType(`the media type ${contentType(request)} is not supported here`))
    else done(null, undefined)
  })
}

const maxDepthOf = ({ routeOptions }: FastifyRequest): number =>
  maximumDepth + (routeOptions.config.envelopeDepth ?? 0)

/**
 * @param consumes the media types that the route takes
 * @throws UnsupportedMediaType when there is a body of another type, character set or encoding
 */
export function checkBodyType(request: FastifyRequest, consumes: readonly string[]): void {
  const header = request.headers['content-type']
  if (header !== undefined && header !== json) checkType(request, header, consumes)
  else if (!consumes.includes(json) && hasBody(request)) throw wrongType(request, consumes)
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity' && hasBody(request)) {
    throw new UnsupportedMediaType(`a body in the encoding ${quote(encoding)} is not supported; send it as it is`)
  }
}

function checkType(request: FastifyRequest, header: string, consumes: readonly string[]): void {
  if (!consumes.includes(mediaType(header))) {
    if (hasBody(request)) throw wrongType(request, consumes)
    return
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(header)?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new UnsupportedMediaType(`the character set ${quote(charset)} is not supported; send UTF-8`)
  }
}

const wrongType = (request: FastifyRequest, consumes: readonly string[]): UnsupportedMediaType =>
  new UnsupportedMediaType(
    `the media type ${contentType(request)} is not supported here; ` +
      (consumes.length === 0 ? 'this takes no body' : `send ${consumes.join(' or ')}`),
  )

const contentType = (request: FastifyRequest): string => quote(request.headers['content-type'] ?? '')

function hasBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

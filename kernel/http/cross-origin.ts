import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../contracts/config.ts'

const vary = 'Accept, Cookie, Authorization, Origin'
const exposed = 'ETag, Link, Location, Retry-After, X-Request-Id'

/** Answer to the question of a browser whether a page may send such a request. */
const allowed = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Accept, Authorization, Content-Type, If-Match, If-None-Match, Last-Event-ID, X-Request-Id',
  'access-control-max-age': '600',
}

/**
 * Let pages of other origins use the API (the CORS protocol of the Fetch standard). Browsers are never told to send cookies with it: such a
 * page has an API token, so what it does is never done by a session of its visitor.
 * @returns sets the headers of an answer; true when that was all that was asked
 */
export function crossOrigin(cors: Config['http']['cors']): (request: FastifyRequest, reply: FastifyReply) => boolean {
  if (cors === undefined) return () => false
  const origins = new Set(cors.origins)
  return (request, reply) => {
    reply.header('vary', vary)
    const { origin } = request.headers
    if (origin === undefined || !origins.has(origin)) return false
    reply.header('access-control-allow-origin', origin)
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      reply.headers(allowed)
      return true
    }
    reply.header('access-control-expose-headers', exposed)
    return false
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../contracts/config.ts'
import { BadRequest, MethodNotAllowed } from '../../errors.ts'
import type { Admission } from './admission.ts'
import { addCorsHeaders } from './cross-origin.ts'
import { developmentRules } from './development.ts'
import { notFound, unauthorized } from './gate.ts'
import { segmentsOf } from '../routes/known-paths.ts'
import type { KnownPaths } from '../routes/known-paths.ts'
import { answerHeaders } from '../security-headers.ts'
import { parameter } from './token-limits.ts'

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** What happens to every request before its route is considered: the headers of every answer, and the rules of development mode. */
export function entrance({ mode, http }: Config, hosts: readonly string[]): Hook {
  const headers = answerHeaders({ mode, http })
  const checkHost = mode === 'development' ? developmentRules([http.host, ...hosts]) : () => undefined
  return async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    checkNamesHost(request)
    try {
      checkHost(request)
    } catch (error) {
      addCorsHeaders(request, reply, http.cors) // the hooks that add them come later
      throw error
    }
  }
}

/** HTTP/1.1 requires the header Host (RFC 9112, 3.2). */
function checkNamesHost({ raw }: FastifyRequest): void {
  if (raw.headers.host === undefined && raw.httpVersion !== '1.0')
    throw new BadRequest('this is not a valid HTTP/1.1 request: the header Host is missing')
}

/** Answers requests that no route serves, `OPTIONS` among them, before the body is read. The route of CORS, which declares no access, serves only preflight requests. */
export const refuseUnserved =
  (paths: KnownPaths, admitted: Admission): Hook =>
  async (request, reply) => {
    if (!request.is404 && request.routeOptions.config.access !== undefined) return undefined
    return answerUnserved(request, reply, paths, admitted)
  }

/**
 * Keeps a catch-all route (`/*`) away from the API: an address under `/api` that no other route serves is unknown.
 * @param hasOwnHost whether the route serves host names of its own, on which `/api` itself is an address like any other
 */
export const nothingUnderApi =
  (paths: KnownPaths, admitted: Admission, hasOwnHost: boolean): Hook =>
  async (request, reply) => {
    const path = parameter(request, '*') ?? '' // decoded, as the router compares it
    return path.startsWith('api/') || (path === 'api' && !hasOwnHost)
      ? answerUnserved(request, reply, paths, admitted)
      : undefined
  }

/** No route serves this method at this address: 401 if sign-in is required and missing, else 204 with the methods for `OPTIONS`, 405 or 404. */
async function answerUnserved(
  request: FastifyRequest,
  reply: FastifyReply,
  paths: KnownPaths,
  { admit, admitAnyone }: Admission,
): Promise<FastifyReply> {
  const known = paths.find(request.url)
  if (known?.public ?? segmentsOf(request.url)[0] !== 'api') await admitAnyone(request, reply)
  else if (!(await admit(request, reply))) throw unauthorized()
  const methods = request.method === 'OPTIONS' ? paths.methodsOf(request.url) : undefined
  if (methods !== undefined) {
    return reply
      .code(204)
      .header('allow', [...methods, 'OPTIONS'].join(', '))
      .send()
  }
  throw known === undefined ? notFound(request.url, paths) : new MethodNotAllowed(request.method, known.allowed)
}

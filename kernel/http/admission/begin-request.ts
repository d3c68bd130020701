import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../contracts/config.ts'
import { BadRequest } from '../../errors.ts'
import type { Admission } from './admission.ts'
import { addCorsHeaders } from './cross-origin.ts'
import { developmentRules } from './development.ts'
import { refuseRequest } from './refuse-request.ts'
import type { Addresses } from '../routes/addresses.ts'
import { answerHeaders } from '../security-headers.ts'
import { parameter } from './token-limits.ts'

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** What happens to every request before its route is considered: the headers of every answer, and the rules of development mode. */
export function beginRequest({ mode, http }: Config, hosts: readonly string[]): Hook {
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

/** Answers requests that no route serves before the body is read. */
export const rejectUnknownPath =
  (addresses: Addresses, admitted: Admission): Hook =>
  async (request, reply) => {
    if (request.is404) await refuseRequest(request, reply, addresses, admitted)
  }

/**
 * Keeps a catch-all route (`/*`) away from the API: an address under `/api` that no other route serves is unknown.
 * @param hasOwnHost whether the route serves host names of its own, on which `/api` itself is an address like any other
 */
export const apiNotFound =
  (addresses: Addresses, admitted: Admission, hasOwnHost: boolean): Hook =>
  async (request, reply) => {
    const path = parameter(request, '*') ?? '' // decoded, as the router compares it
    if (path.startsWith('api/') || (path === 'api' && !hasOwnHost))
      await refuseRequest(request, reply, addresses, admitted)
  }

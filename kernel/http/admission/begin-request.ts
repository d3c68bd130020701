import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../contracts/config.ts'
import { BadRequest, MethodNotAllowed } from '../../errors.ts'
import type { Admission } from './admission.ts'
import { addCorsHeaders } from './cross-origin.ts'
import { developmentRules } from './development.ts'
import { checkAddress, notFound, unauthorized } from './authorize-route.ts'
import { allowedAt, segmentsOf } from '../routes/addresses.ts'
import type { Address, Addresses } from '../routes/addresses.ts'
import { answerHeaders } from '../security-headers.ts'
import { parameter } from './token-limits.ts'

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

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
    if (request.is404) await refuseAddress(request, reply, addresses, admitted)
  }

/** Answers the methods that an address lacks: 204 with those that it has for `OPTIONS`, else 405; 401 before that where sign-in is required and missing. */
export const rejectMethod =
  (address: Address, addresses: Addresses, { admit, admitAnyone }: Admission): Hook =>
  async (request, reply) => {
    if (address.isPublic) await admitAnyone(request, reply)
    else if (!(await admit(request, reply))) throw unauthorized()
    checkAddress(request, address.url, addresses)
    const allowed = allowedAt(address)
    if (request.method !== 'OPTIONS') throw new MethodNotAllowed(allowed)
    return reply
      .code(204)
      .header('allow', [...allowed, 'OPTIONS'].join(', '))
      .send()
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
      await refuseAddress(request, reply, addresses, admitted)
  }

/** There is nothing at this address: 404, under `/api` 401 if the caller is not signed in. */
async function refuseAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  addresses: Addresses,
  { admit, admitAnyone }: Admission,
): Promise<never> {
  if (segmentsOf(request.url)[0] !== 'api') await admitAnyone(request, reply)
  else if (!(await admit(request, reply))) throw unauthorized()
  throw notFound(request.url, addresses)
}

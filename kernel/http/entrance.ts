import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Config } from '../contracts/config.ts'
import { BadRequest, MethodNotAllowed } from '../errors.ts'
import type { Admission } from './admission.ts'
import { crossOrigin } from './cross-origin.ts'
import { developmentRules } from './development.ts'
import { notFound, unauthorized } from './gate.ts'
import { KnownPaths, segmentsOf } from './known-paths.ts'
import { answerHeaders } from './security-headers.ts'

/**
 * What happens to every request before it is known what it asks for: the headers that every answer has, the rules of development mode,
 * and the answer to an address that nothing serves.
 */
export function entrance(
  { mode, http }: Config,
  paths: KnownPaths,
  admitted: Admission,
  hosts: readonly string[],
): (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void {
  const headers = answerHeaders(mode)
  const checkHost = mode === 'development' ? developmentRules([http.host, ...hosts]) : () => undefined
  const welcomeOrigin = crossOrigin(http.cors)
  return (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    try {
      checkNamesHost(request)
      checkHost(request)
      if (welcomeOrigin(request, reply)) answerPreflight(request, reply, admitted)
      else if (request.is404) refuse(request, reply, paths, admitted).catch(done)
      else done()
    } catch (error) {
      if (paths.isNeverStored(request.url)) reply.header('cache-control', 'no-store')
      done(error as Error) // Fastify hands on whatever was thrown
    }
  }
}

/** HTTP/1.1 always says whom it asks (RFC 9112, 3.2). */
function checkNamesHost({ raw }: FastifyRequest): void {
  if (raw.headers.host === undefined && raw.httpVersion !== '1.0')
    throw new BadRequest('this is not a valid HTTP/1.1 request: the header Host is missing')
}

/**
 * Keeps a route that catches everything (`/*`) away from the API: to it, an address under `/api` that no other route serves is one that
 * nothing serves.
 */
export function nothingUnderApi(
  paths: KnownPaths,
  admitted: Admission,
): (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void {
  return (request, reply, done) => {
    const { '*': path = '' } = request.params as { '*'?: string } // decoded, as the router compares it
    if (/^api(?:\/|$)/.test(path)) refuse(request, reply, paths, admitted).catch(done)
    else done()
  }
}

function answerPreflight(request: FastifyRequest, reply: FastifyReply, { admitAnyone }: Admission): void {
  admitAnyone(request)
  void reply.code(204).send()
}

/** Nothing serves this method at this address: 401 to those who have to sign in, else 405 or 404. */
async function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  paths: KnownPaths,
  { admit, admitAnyone }: Admission,
): Promise<never> {
  const known = paths.find(request.url)
  if (paths.isNeverStored(request.url)) reply.header('cache-control', 'no-store')
  if (known?.public ?? segmentsOf(request.url)[0] !== 'api') admitAnyone(request)
  else if ((await admit(request)) === undefined) throw unauthorized()
  throw known === undefined ? notFound(request.url) : new MethodNotAllowed(request.method, KnownPaths.allowed(known))
}
